// Bodies of domains as scenes write them.
#include <lilyan/output/run.hpp>
#include <lilyan/run/scene.hpp>
#include <lilyan/scene/load.hpp>

#include <gmock/gmock.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include <tests/scene/build/step_to_end.hpp>
#include <tests/support/fault_of.hpp>
#include <tests/support/temporary_folder.hpp>

namespace lilyan {
namespace {

using testing::HasSubstr;

constexpr const char* kChainOfDomains = R"({"lilyan": 1, "name": "chain", "bodies": [{"name": "bar",
  "mesh": {"type": "box", "size": [1.8, 0.2, 0.2], "cells": [18, 2, 2], "split": 5},
  "material": {"type": "stvk", "youngs_modulus": 1e6, "poissons_ratio": 0.3}, "density": 1000,
  "domains": [
    {"name": "first", "select": {"type": "box", "min": [-0.9, -1, -1], "max": [-0.3, 1, 1]}},
    {"name": "second", "select": {"type": "box", "min": [-0.3, -1, -1], "max": [0.3, 1, 1]}},
    {"name": "third", "select": {"type": "box", "min": [0.3, -1, -1], "max": [0.9, 1, 1]}}]}],
  "pins": [{"name": "wall", "body": "bar", "select": {"type": "plane", "point": [-0.9, 0, 0], "normal": [-1, 0, 0]}}],
  "gravity": [0, -1, 0], "damping": [{"type": "rayleigh", "stiffness": 0.003}],
  "integrator": {"type": "multidomain_newmark"}, "time": {"step": 0.01, "steps": 100}})";

Scene chain_with(const std::vector<std::string>& overrides) { return parse_scene(kChainOfDomains, "chain.json", overrides); }

TEST(DomainScene, MovesMuchLikeTheWholeBody) {
  Scene tree = chain_with({});
  std::string text = kChainOfDomains;
  const auto begin = text.find(",\n  \"domains\""), end = text.find("]}],\n  \"pins\"");
  text.replace(begin, end - begin + 2, "}");
  Scene whole = parse_scene(text, "whole.json", {"integrator.type=\"implicit_midpoint\""});
  EXPECT_EQ(tree.simulation.system().coordinates().size(), 36);
  EXPECT_EQ(tree.inventory.bodies.front().coordinates, 36);
  EXPECT_EQ(tree.simulation.positions().size(), whole.simulation.positions().size());
  EXPECT_TRUE(tree.record.notes.empty());
  step_to_end(tree.simulation);
  step_to_end(whole.simulation);
  const Vector moved = whole.simulation.positions() - whole.simulation.initial().x;
  EXPECT_GT(moved.cwiseAbs().maxCoeff(), 0.2);
  EXPECT_LT((tree.simulation.positions() - whole.simulation.positions()).cwiseAbs().maxCoeff(), 0.15 * moved.cwiseAbs().maxCoeff());
}

TEST(DomainScene, IsOfHexesToo) {
  const char* const hexes = R"(bodies.0.mesh={"type": "box", "size": [1.8, 0.2, 0.2], "cells": [18, 2, 2], "elements": "hexes"})";
  Scene tree = chain_with({hexes, "time.steps=50"});
  Scene tets = chain_with({"time.steps=50"});
  EXPECT_NEAR(tree.inventory.mass(), 72, 1e-9);
  step_to_end(tree.simulation);
  step_to_end(tets.simulation);
  const auto sag = [](const Simulation& simulation) {
    return (simulation.positions() - simulation.initial().x).cwiseAbs().maxCoeff();
  };
  EXPECT_GT(sag(tree.simulation), sag(tets.simulation));  // tets are too stiff
  EXPECT_LT(sag(tree.simulation), 2 * sag(tets.simulation));
}

TEST(DomainScene, RunsWithEveryMethodOfItsOwnAndResumesExactly) {
  for (const char* const method :
       {R"({"type": "multidomain_newmark"})", R"({"type": "multidomain_newmark", "coupling": "composite"})",
        R"({"type": "multidomain_midpoint"})", R"({"type": "multidomain_variational"})"}) {
    SCOPED_TRACE(method);
    const test::TemporaryFolder folder;
    const auto run_for = [&](const std::string& name, int steps, bool resume) {
      const Scene scene = chain_with({std::string("integrator=") + method, "time.steps=" + std::to_string(steps),
                                      R"(damping=[{"type": "rayleigh", "stiffness": 0.01}])"});
      RunSettings settings;
      settings.folder = folder / name;
      settings.resume = resume;
      return run(scene, settings);
    };
    ASSERT_EQ(run_for("whole", 40, false).status, RunStatus::done);
    ASSERT_EQ(run_for("parts", 17, false).status, RunStatus::done);
    ASSERT_EQ(run_for("parts", 40, true).status, RunStatus::done);
    const auto without_times = [&](const std::string& name) {
      std::string kept;
      std::istringstream ledger(test::read_text(folder / name / "ledger.csv"));
      for (std::string line; std::getline(ledger, line);) {
        std::size_t end = 0;
        for (int column = 0; column < 21; ++column) end = line.find(',', end + 1);  // the next is wall_ms
        kept += line.substr(0, end) + "\n";
      }
      return kept;
    };
    EXPECT_EQ(without_times("whole"), without_times("parts"));
  }
}

TEST(DomainScene, SaysHowMuchItsInterfacesBent) {
  const test::TemporaryFolder folder;
  const auto summary_of = [&](const std::string& name, const std::vector<std::string>& overrides) {
    RunSettings settings;
    settings.folder = folder / name;
    EXPECT_EQ(run(chain_with(overrides), settings).status, RunStatus::done);
    return nlohmann::json::parse(test::read_text(folder / name / "summary.json"));
  };
  const nlohmann::json gentle = summary_of("gentle", {"time.steps=40"});
  ASSERT_EQ(gentle["domains"]["interfaces"].size(), 2u);
  EXPECT_EQ(gentle["domains"]["interfaces"][0]["parent"], "first");
  EXPECT_EQ(gentle["domains"]["interfaces"][0]["child"], "second");
  const double jump = gentle["domains"]["interfaces"][0]["jump"].get<double>();
  EXPECT_GT(jump, 1e-6);
  EXPECT_LT(jump, 0.05);
  // Parents that are rigid have interfaces that stay plane.
  const nlohmann::json stiff = summary_of("stiff", {"time.steps=40", "bodies.0.domains.0.modes=0", "bodies.0.domains.1.modes=0"});
  for (const nlohmann::json& interface : stiff["domains"]["interfaces"]) EXPECT_LT(interface["jump"].get<double>(), 1e-12);
}

TEST(DomainScene, NamesItsPinsAndWhatSolvesItsSystems) {
  const Scene scene = chain_with({});
  EXPECT_TRUE(scene.inventory.pin_names.empty());
  ASSERT_EQ(scene.inventory.pins_of_bases.size(), 1u);
  EXPECT_EQ(scene.inventory.pins_of_bases.front().name, "wall");
  EXPECT_GT(scene.inventory.pins_of_bases.front().vertices, 3);
  EXPECT_EQ(scene.simulation.linear_solving().type, "elimination");
}

TEST(DomainScene, MassDampingTakesMomentaAsOfEveryOtherBody) {
  for (const char* const method : {"multidomain_newmark", "multidomain_midpoint", "multidomain_variational"})
    for (const double a : {0.5, 200.0}) {
      SCOPED_TRACE(fmt::format("{}, {} 1/s", method, a));
      Scene scene = chain_with({"pins=[]", "gravity=[0,0,0]", R"(bodies.0.velocity={"linear": [1, 0, 0], "angular": [0, 2, 0]})",
                                fmt::format(R"(integrator={{"type": "{}"}})", method), "time.steps=50",
                                fmt::format(R"(damping=[{{"type": "rayleigh", "mass": {}, "stiffness": 0.003}}])", a)});
      const LedgerRow first = scene.simulation.ledger();
      step_to_end(scene.simulation);
      const LedgerRow last = scene.simulation.ledger();
      const double share = std::exp(-a * 0.5);
      EXPECT_LT((last.linear - share * first.linear).norm(), 1e-11 * first.linear.norm());
      EXPECT_LT((last.angular - share * first.angular).norm(), 1e-9 * first.angular.norm());
      EXPECT_NEAR(last.total + last.dissipated, first.total, 0.02 * first.total);
    }
}

TEST(DomainScene, SettlesUnderMassDampingAsOneBodyDoes) {
  const std::vector<std::string> damped = {R"(damping=[{"type": "rayleigh", "mass": 3, "stiffness": 0.003}])", "time.steps=300"};
  Scene tree = chain_with(damped);
  std::string text = kChainOfDomains;
  const auto begin = text.find(",\n  \"domains\""), end = text.find("]}],\n  \"pins\"");
  text.replace(begin, end - begin + 2, "}");
  Scene whole = parse_scene(text, "whole.json", {damped[0], damped[1], "integrator.type=\"implicit_midpoint\""});
  double most = 0;
  for (int step = 0; step < 300; ++step) {
    ASSERT_TRUE(tree.simulation.step() && whole.simulation.step());
    most = std::max(most, whole.simulation.ledger().kinetic);
  }
  EXPECT_LT(whole.simulation.ledger().kinetic, 0.02 * most);
  EXPECT_LT(tree.simulation.ledger().kinetic, 0.02 * most);
  // The same motion within frames alone goes on.
  Scene relative = chain_with({R"(damping=[{"type": "relative", "coefficient": 3}, {"type": "rayleigh", "stiffness": 0.003}])"});
  step_to_end(relative.simulation);
  EXPECT_GT(relative.simulation.ledger().dissipated, 0);
}

TEST(DomainScene, RelativeDampingIsForDomainsAlone) {
  std::string text = kChainOfDomains;
  const auto begin = text.find(",\n  \"domains\""), end = text.find("]}],\n  \"pins\"");
  text.replace(begin, end - begin + 2, "}");
  const Fault fault = test::fault_of([&] {
    parse_scene(text, "whole.json", {R"(damping=[{"type": "relative", "coefficient": 3}])", "integrator.type=\"avf\""});
  });
  EXPECT_EQ(fault.id, "scene.damping");
  EXPECT_EQ(fault.place, "damping/0/type");
  EXPECT_THAT(fault.message, HasSubstr("bodies of domains"));
}

TEST(DomainScene, FliesWithoutPins) {
  Scene scene = chain_with({"pins=[]", "gravity=[0,0,0]", R"(bodies.0.velocity={"linear": [1, 0, 0], "angular": [0, 2, 0]})",
                            "bodies.0.domains.2.modes=0"});
  EXPECT_TRUE(outside_influences(scene).empty());
  const LedgerRow first = scene.simulation.ledger();
  EXPECT_NEAR(first.linear.x(), 72, 1e-9);
  step_to_end(scene.simulation);
  const LedgerRow last = scene.simulation.ledger();
  EXPECT_LT((last.linear - first.linear).norm(), 1e-12 * first.linear.norm());
  EXPECT_LT((last.angular - first.angular).norm(), 1e-10 * first.angular.norm());
}

TEST(DomainScene, CutsABodyByItself) {
  const Scene scene = chain_with({R"(bodies.0.domains={"count": 4, "modes": 40})"});
  EXPECT_NEAR(scene.simulation.system().coordinates().size(), 40, 2);
}

TEST(DomainScene, SaysWhatDampingAStepNeeds) {
  EXPECT_THAT(chain_with({"damping=[]"}).record.notes, testing::ElementsAre(HasSubstr("\"stiffness\": 0.003")));
  EXPECT_THAT(chain_with({"damping=[]", R"(integrator.coupling="l1")"}).record.notes,
              testing::ElementsAre(HasSubstr("\"stiffness\": 0.01")));
  EXPECT_THAT(chain_with({"time.step=0.02", R"(damping.0.stiffness=0.02)"}).record.notes,
              testing::ElementsAre(HasSubstr("longer than")));
}

struct BadDomains {
  const char* what;
  std::vector<std::string> overrides;
  const char *id, *place, *says;
};

TEST(DomainScene, RefusesWhatItCannotDoByName) {
  const char* const second = R"({"name": "second", "mesh": {"type": "box", "size": [1, 1, 1], "cells": [1, 1, 1]},
    "material": {"type": "stvk", "youngs_modulus": 1e6, "poissons_ratio": 0.3}, "density": 1000})";
  const BadDomains cases[] = {
      {"other method", {R"(integrator.type="avf")"}, "integrator.domains", "integrator/type", "avf does not move"},
      {"two bodies", {std::string("bodies.1=") + second}, "scene.domains", "bodies/1", "stands alone"},
      {"contact",
       {R"(contact=[{"type": "plane", "point": [0, -5, 0], "normal": [0, 1, 0]}])"},
       "scene.domains",
       "contact",
       "contact"},
      {"constraint", {R"(constraints=[{"type": "volume", "body": "bar"}])"}, "scene.domains", "constraints", "constraints"},
      {"adaption",
       {R"(time={"step": 0.01, "duration": 1, "adaption": {"type": "poses", "speed": 1}})"},
       "scene.domains",
       "time/adaption",
       "one length"},
      {"strain damping", {R"(damping=[{"type": "strain", "coefficient": 1}])"}, "scene.domains", "damping/0/type", "strain"},
      {"twice", {R"(bodies.0.domains.1.select={"type": "all"})"}, "scene.domains", "bodies/0/domains/1/select", "already"},
      {"none",
       {R"(bodies.0.domains.1.select={"type": "box", "min": [-0.3, -1, -1], "max": [0.2, 1, 1]})"},
       "scene.domains",
       "bodies/0/domains",
       "no domain"},
      {"pieces",
       {R"(bodies.0.domains=[{"select": {"type": "box", "min": [-0.3, -1, -1], "max": [0.3, 1, 1]}}, {"select": {"type": "box", "min": [-0.9, -1, -1], "max": [-0.3, 1, 1]}}, {"select": {"type": "box", "min": [0.3, -1, -1], "max": [0.6, 1, 1]}}, {"select": {"type": "box", "min": [0.6, -1, -1], "max": [0.9, 0, 1]}}, {"select": {"type": "box", "min": [0.6, 0, -1], "max": [0.9, 1, 1]}}])"},
       "scene.domains",
       "bodies/0/domains",
       "ring"},
      {"same names", {R"(bodies.0.domains.1.name="first")"}, "scene.domains", "bodies/0/domains/1/name", "two domains"},
      {"unknown parent", {R"(bodies.0.domains.1.parent="nobody")"}, "scene.domains", "bodies/0/domains/1/parent", "nobody"},
      {"wrong parent", {R"(bodies.0.domains.2.parent="first")"}, "scene.domains", "bodies/0/domains/2", "no face in common"},
      {"too many modes",
       {"bodies.0.mesh.cells=[3, 1, 1]", "bodies.0.domains.0.modes=20"},
       "multidomain.domain",
       "bodies/0/domains",
       "unknowns are 12"},
      {"too many domains", {"bodies.0.domains={\"count\": 1000}"}, "scene.domains", "bodies/0/domains/count", "1000"},
      {"law", {R"(bodies.0.material.type="neo_hookean")"}, "scene.domains", "bodies/0/material", "neo_hookean"},
      {"deform",
       {R"(bodies.0.deform=[{"type": "stretch", "factors": [1.1, 1, 1]}])"},
       "scene.domains",
       "bodies/0/deform",
       "at rest"},
      {"velocity", {R"(bodies.0.velocity={"linear": [1, 0, 0]})"}, "scene.domains", "bodies/0/velocity", "at rest"},
      {"reduce too", {R"(bodies.0.reduce={"modes": 3})"}, "scene.domains", "bodies/0/reduce", "domain by domain"},
      {"pins on two", {R"(pins.0.select={"type": "all"})"}, "scene.domains", "pins/0", "not of the root"},
      {"moving pin", {R"(pins.0.motion={"translate": [0, 1, 0], "to": 1})"}, "scene.domains", "pins/0/motion", "cannot move"},
  };
  for (const BadDomains& bad : cases) {
    SCOPED_TRACE(bad.what);
    const Fault fault = test::fault_of([&] { chain_with(bad.overrides); });
    EXPECT_EQ(fault.id, bad.id) << fault.place << ": " << fault.message;
    EXPECT_THAT(fault.place, HasSubstr(bad.place));
    EXPECT_THAT(fault.message, HasSubstr(bad.says));
  }
  std::string text = kChainOfDomains;
  const auto begin = text.find(",\n  \"domains\""), end = text.find("]}],\n  \"pins\"");
  text.replace(begin, end - begin + 2, "}");
  EXPECT_EQ(test::fault_of([&] { parse_scene(text, "whole.json"); }).id, "integrator.domains");
}

// Two tets that have no face in common: an edge, or nothing.
std::string two_tets(bool meet_at_an_edge) {
  const std::string first = "MeshVersionFormatted 2\nDimension 3\nVertices\n";
  const std::string corners = "0 0 0 0\n1 0 0 0\n0 1 0 0\n0 0 1 0\n", tets = "Tetrahedra\n2\n1 2 3 4 0\n";
  if (meet_at_an_edge) return first + "6\n" + corners + "0 -1 0 0\n0 0 -1 0\n" + tets + "1 2 5 6 0\nEnd\n";
  return first + "8\n" + corners + "3 0 0 0\n4 0 0 0\n3 1 0 0\n3 0 1 0\n" + tets + "5 6 7 8 0\nEnd\n";
}

TEST(DomainScene, RefusesToCutAMeshOfSeveralPiecesByACount) {
  const test::TemporaryFolder folder;
  for (const bool meet_at_an_edge : {false, true}) {
    test::write_text(folder / "two.mesh", two_tets(meet_at_an_edge));
    for (const int count : {1, 2}) {
      const std::vector<std::string> overrides = {R"(bodies.0.mesh={"type": "file", "path": "two.mesh"})",
                                                  fmt::format(R"(bodies.0.domains={{"count": {}, "modes": 3}})", count), "pins=[]"};
      const Fault fault = test::fault_of([&] { parse_scene(kChainOfDomains, folder / "chain.json", overrides); });
      EXPECT_EQ(fault.id, "scene.domains") << fault.place << ": " << fault.message;
      EXPECT_EQ(fault.place, "bodies/0/domains");
      EXPECT_THAT(fault.message, HasSubstr("2 pieces"));
    }
  }
}

// Velocities that are numbers, and whose squares are none: a step that leads there is none.
TEST(DomainScene, EndsBeforeItsEnergyIsNoNumber) {
  Scene scene = chain_with({R"(integrator.type="multidomain_variational")", "bodies.0.material.youngs_modulus=1e300",
                            "bodies.0.material.poissons_ratio=-0.9", "damping=[]", "time.steps=4"});
  while (!scene.simulation.is_finished() && scene.simulation.step()) {
    const LedgerRow row = scene.simulation.ledger();
    EXPECT_TRUE(std::isfinite(row.kinetic) && std::isfinite(row.total)) << row.step;
  }
}

// The coordinates have more components than the vertices, and none of them is a component of a vertex.
TEST(DomainScene, MayHaveMoreCoordinatesThanItsMeshHasComponents) {
  const Scene scene = chain_with({R"(bodies.0.mesh={"type": "box", "size": [1, 1, 1], "cells": [1, 1, 1]})",
                                  R"(bodies.0.domains={"count": 4, "modes": 12})", "pins=[]", "gravity=[0, 0, 0]", "time.steps=2",
                                  R"(bodies.0.velocity={"angular": [0, 3, 1]})"});
  EXPECT_GT(scene.simulation.start().x.size(), scene.simulation.positions().size());
  const test::TemporaryFolder folder;
  const RunResult result = run(scene, {.folder = folder.path() / "out"});
  EXPECT_EQ(result.status, RunStatus::done);
  EXPECT_TRUE(result.x.allFinite());
}

}  // namespace
}  // namespace lilyan
