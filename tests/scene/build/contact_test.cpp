// Contact as scenes write it.
#include <lilyan/energy/contact/pair_contact.hpp>
#include <lilyan/energy/contact/planes/plane_contact.hpp>
#include <lilyan/output/record_rows.hpp>
#include <lilyan/run/gap_watch.hpp>
#include <lilyan/run/scene.hpp>
#include <lilyan/scene/load.hpp>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <tests/scene/build/cubes_in_contact.hpp>
#include <tests/support/fault_of.hpp>
#include <tests/support/temporary_folder.hpp>

#include <cmath>
#include <fstream>
#include <numbers>

namespace lilyan {
namespace {

using test::kAll;
using test::kCubes;
using test::kGround;
using test::touching;
using testing::ElementsAre;
using testing::HasSubstr;

struct ContactRun {
  Drift drift;
  ContactRecord record;
  std::vector<Vec3> impulses;    // of each contact
  Vec3 momentum = Vec3::Zero();  // gained
  Vec3 weight = Vec3::Zero();    // impulse of gravity
  std::int64_t steps = 0;
};

ContactRun run_contact(const Scene& scene) {
  Simulation simulation = scene.simulation;
  const System& system = simulation.system();
  ContactRun run;
  run.impulses.assign(scene.inventory.contacts.size(), Vec3::Zero());
  run.drift.see(simulation.ledger());
  const Vec3 before = simulation.ledger().linear;
  look_at_contacts(scene.inventory, simulation.positions(), 0, run.record);
  for (std::int64_t k = 0; k < simulation.settings().steps; ++k) {
    const auto made = simulation.step();
    EXPECT_TRUE(made) << k << (made ? std::string() : made.failure().failure.reason);
    if (!made) break;
    ++run.steps;
    const std::vector<Vec3> means = mean_reactions(system, scene.inventory, made->reactions, 1);
    for (std::size_t c = 0; c < run.impulses.size(); ++c) run.impulses[c] += means[means.size() - run.impulses.size() + c];
    run.drift.see(simulation.ledger());
    look_at_contacts(scene.inventory, simulation.positions(), simulation.time(), run.record);
  }
  run.momentum = simulation.ledger().linear - before;
  run.weight = system.vertex_mass().sum() * system.gravity() * simulation.time();
  return run;
}

TEST(Contact, BodiesFallOnAPlaneAndOnEachOtherAndKeepTheirEnergy) {
  const Scene scene = touching(std::string(kGround) + "," + kAll, {"time.steps=80"});
  const ContactRun run = run_contact(scene);
  EXPECT_EQ(run.steps, 80);
  EXPECT_LT(run.drift.energy(), 1e-9);
  EXPECT_GT(run.record.least_gap, 0);
  EXPECT_LT(run.record.least_gap, 1);
  EXPECT_GT(run.record.most_pairs, 3);
  // What the plane got, gravity and the momenta balance; the force on the first body is that of the second.
  EXPECT_LT((run.momentum - run.weight + run.impulses[0]).norm(), 1e-9);
  EXPECT_LT(run.impulses[0].y(), -1);
  EXPECT_LT(run.impulses[1].y(), -0.1);
}

TEST(Contact, EntriesAreNumberedAndNamedInTheirOrder) {
  const Scene scene =
      touching(R"({"type": "self", "body": "low"}, {"type": "sphere", "name": "pole", "center": [0, -2, 0], "radius": 1},)" +
               std::string(kGround));
  EXPECT_THAT(reaction_names(scene.inventory), ElementsAre("contact0", "pole", "contact2"));
  EXPECT_EQ(scene.simulation.system().contacts(), 3);
  ASSERT_EQ(scene.inventory.obstacles.size(), 2u);
  EXPECT_EQ(scene.inventory.obstacles[0].name, "pole");
  EXPECT_FALSE(scene.inventory.obstacles[0].plane);
  EXPECT_EQ(scene.inventory.obstacles[0].surface.triangles.size(), 1280u);
  ASSERT_TRUE(scene.inventory.obstacles[1].plane);
  EXPECT_NEAR(scene.inventory.obstacles[1].plane->normal.y(), 1, 1e-15);
  EXPECT_THAT(outside_influences(scene), ElementsAre("obstacles", "gravity"));
  EXPECT_THAT(outside_influences(touching(kAll)), ElementsAre("gravity"));
}

TEST(Contact, BeginsAtAShareOfTheSmallestBodyOrOfTheShortestEdge) {
  const double diagonal = std::sqrt(3.0);
  EXPECT_NEAR(touching(kGround).inventory.contacts[0].distance, 0.005 * diagonal, 1e-12);
  EXPECT_NEAR(touching(kGround, {"bodies.1.mesh.size=[0.5, 0.5, 0.5]"}).inventory.contacts[0].distance, 0.0025 * diagonal, 1e-12);
  EXPECT_NEAR(touching(kGround, {"bodies.0.mesh.cells=[40, 1, 1]"}).inventory.contacts[0].distance, 0.2 / 40, 1e-12);
  const char* const one = R"({"type": "plane", "point": [0, 0, 0], "normal": [0, 1, 0], "body": "low"})";
  EXPECT_NEAR(touching(one, {"bodies.1.mesh.size=[0.5, 0.5, 0.5]"}).inventory.contacts[0].distance, 0.005 * diagonal, 1e-12);
  EXPECT_EQ(touching(R"({"type": "self", "body": "low", "distance": 0.02})").inventory.contacts[0].distance, 0.02);
}

TEST(Contact, IsAsStiffAsTheBodiesAreAtRest) {
  const Scene soft = touching(kGround),
              given = touching(R"({"type": "plane", "point": [0, 0, 0], "normal": [0, 1, 0], "stiffness": 7})");
  const std::vector<ContactPoint>& points = soft.inventory.planes[0].contact->points();
  ASSERT_EQ(points.size(), 52u);  // 27 - 1 vertices on the surface of each cube
  EXPECT_GT(points[0].stiffness, 10);
  EXPECT_LT(points[0].stiffness, 10000);
  for (const ContactPoint& point : given.inventory.planes[0].contact->points()) EXPECT_EQ(point.stiffness, 7);
  const Scene stiffer =
      touching(R"({"type": "plane", "point": [0, 0, 0], "normal": [0, 1, 0], "relative_stiffness": 3})", {"time.step=0.001"});
  EXPECT_DOUBLE_EQ(stiffer.inventory.planes[0].contact->points()[0].stiffness, 3 * points[0].stiffness);
  const char* const particle = R"(bodies=[{"name": "p", "mesh": {"type": "points", "positions": [[0, 1, 0]], "masses": [2]}}])";
  const Scene loose = touching(kGround, {particle});
  EXPECT_NEAR(loose.inventory.planes[0].contact->points()[0].stiffness, 2 * 9.81 / 0.001, 1e-9);
}

// Two particles of a rod, and a sheet, with the thickness that they have by themselves.
TEST(Contact, ThinBodiesHaveAThickness) {
  const char* const thin = R"(bodies=[
    {"name": "rod", "mesh": {"type": "rod", "from": [0, 1, 0], "to": [1, 1, 0], "cells": 4, "area": 1e-4},
     "material": {"type": "rod", "stiffness": 100}, "mass": 1},
    {"name": "sheet", "mesh": {"type": "sheet", "size": [1, 1], "cells": [4, 4], "thickness": 0.004},
     "material": {"type": "springs", "stretching": 100}, "mass": 1}])";
  const char* const low = R"({"type": "plane", "point": [0, -1, 0], "normal": [0, 1, 0]})";
  const Scene scene = touching(std::string(low) + "," + kAll, {thin});
  const std::vector<ContactPoint>& points = scene.inventory.planes[0].contact->points();
  EXPECT_NEAR(points.front().radius, std::sqrt(4e-4 / std::numbers::pi) / 2, 1e-12);
  EXPECT_NEAR(points.back().radius, 0.002, 1e-12);
  double thickness = 0;
  scene.inventory.pairs->search().meetings().for_each(
      [](std::int64_t, const Meeting&) {},
      [&](std::int64_t, const Meetings::Group& group) { thickness = Meetings::meeting_of(group, 0, 1).thickness; });
  EXPECT_NEAR(thickness, 0.002 + std::sqrt(4e-4 / std::numbers::pi) / 2, 1e-12);
}

struct Met {
  const char* name;
  std::string contact;
};

const std::vector<Met> kObstacles = {
    {"a sphere", R"({"type": "sphere", "center": [0.1, -0.5, 0.1], "radius": 0.55})"},
    {"a box", R"({"type": "box", "min": [-0.3, -1, -0.4], "max": [0.4, 0.05, 0.3]})"},
};

TEST(Contact, SolidsFallOnSpheresAndBoxes) {
  for (const Met& met : kObstacles) {
    SCOPED_TRACE(met.name);
    const Scene scene = touching(met.contact + "," + kAll);
    const ContactRun run = run_contact(scene);
    EXPECT_EQ(run.steps, 40);
    EXPECT_LT(run.drift.energy(), 1e-9);
    EXPECT_GT(run.record.most_pairs, 0);
    EXPECT_GT(run.record.least_gap, 0);
    EXPECT_LT((run.momentum - run.weight + run.impulses[0]).norm(), 1e-9);
    EXPECT_LT(run.impulses[0].y(), -0.5);
  }
}

// A tent without a floor: two triangles.
class ContactMesh : public testing::Test {
 protected:
  void SetUp() override {
    std::ofstream(folder_.path() / "tent.obj") << "v -2 -1 -2\nv 2 -1 -2\nv 2 0 0\nv -2 0 0\nv 2 -1 2\nv -2 -1 2\n"
                                                  "f 1 4 3\nf 1 3 2\nf 4 6 5\nf 4 5 3\n";
  }

  Scene with_mesh(const std::string& more = "") const {
    return parse_scene(kCubes, folder_.path() / "cubes.json",
                       {R"(contact=[{"type": "mesh", "path": "tent.obj")" + more + "}," + kAll + "]"});
  }

  test::TemporaryFolder folder_;
};

TEST_F(ContactMesh, SolidsFallOnAnOpenMesh) {
  const ContactRun run = run_contact(with_mesh());
  EXPECT_EQ(run.steps, 40);
  EXPECT_LT(run.drift.energy(), 1e-9);
  EXPECT_LT(run.impulses[0].y(), -0.5);
}

TEST_F(ContactMesh, TransformAndMotionMoveIt) {
  const Scene scene = with_mesh(
      R"(, "transform": {"scale": 2, "translate": [0, -1, 0]}, "motion": {"translate": [0, 0.5, 0], "from": 0, "to": 1})");
  const Obstacle& tent = scene.inventory.obstacles[0];
  EXPECT_EQ(tent.surface.triangles.size(), 4u);
  EXPECT_NEAR(vertex(tent.at(0), 0).y(), -3, 1e-12);
  EXPECT_NEAR(vertex(tent.at(0.5), 0).y(), -2.75, 1e-12);
}

TEST_F(ContactMesh, AFileThatIsNotThereIsNamed) {
  const Fault fault = test::fault_of(
      [&] { parse_scene(kCubes, folder_.path() / "cubes.json", {R"(contact=[{"type": "mesh", "path": "no.obj"}])"}); });
  EXPECT_EQ(fault.id, "mesh.missing");
  EXPECT_EQ(fault.place, "contact/0/path");
}

// Farther in a step than the distance at which contact begins: vertices that are overtaken go along.
TEST(Contact, ObstaclesThatMoveDoWork) {
  const std::string motion = R"("motion": {"translate": [0, -0.3, 0], "from": 0, "to": 0.2})";
  const std::vector<Met> presses = {{"a plane", R"({"type": "plane", "point": [0, 2.4, 0], "normal": [0, -1, 0], )" + motion + "}"},
                                    {"a box", R"({"type": "box", "min": [-2, 2.4, -2], "max": [2, 3, 2], )" + motion + "}"},
                                    {"a sphere", R"({"type": "sphere", "center": [0.1, 3.4, 0], "radius": 1, )" + motion + "}"}};
  for (const Met& press : presses) {
    SCOPED_TRACE(press.name);
    const ContactRun run = run_contact(touching(std::string(kGround) + "," + kAll + "," + press.contact, {"gravity=[0, 0, 0]"}));
    EXPECT_EQ(run.steps, 40);
    EXPECT_LT(run.drift.energy(), 1e-9);
    EXPECT_GT(run.drift.last().work, 0.1);
    EXPECT_GT(run.impulses[2].y(), 0.1);  // it is pushed back
  }
}

TEST(Contact, GivesNoEnergyToMethodsThatGoOnWithTheLastStep) {
  for (const char* method : {"bdf2", "bathe"})
    for (const char* ground : {R"("type": "plane", "point": [0, 0, 0], "normal": [0, 1, 0])",
                               R"("type": "box", "min": [-1, -1, -1], "max": [1, 0, 1])"}) {
      const Scene scene = parse_scene(fmt::format(R"({{"lilyan": 1, "gravity": [0, 0, 0], "bodies": [{{"name": "block",
        "mesh": {{"type": "box", "size": [0.2, 0.2, 0.2], "cells": [2, 2, 2], "center": [0, 0.15, 0]}}, "density": 1000,
        "material": {{"type": "stable_neo_hookean", "youngs_modulus": 1e5, "poissons_ratio": 0.3}},
        "velocity": {{"linear": [0, -2, 0]}}}}], "contact": [{{{}}}], "integrator": {{"type": "{}"}},
        "time": {{"step": 1e-3, "duration": 0.1}}}})",
                                                  ground, method),
                                      "block.json");
      Simulation simulation = scene.simulation;
      const double before = simulation.ledger().total;
      while (!simulation.is_finished()) {
        ASSERT_TRUE(simulation.step());
        ASSERT_LT(simulation.ledger().total, 1.02 * before) << method << ' ' << ground << simulation.steps_done();
      }
      EXPECT_GT(simulation.ledger().linear.y(), 0) << "it did not come back";
    }
}

TEST(Contact, BodiesInPlaneStrainMeetByTheirRims) {
  const char* const slices = R"(bodies=[
    {"name": "a", "mesh": {"type": "rectangle", "size": [1, 1], "cells": [3, 3], "center": [0, 0.6, 0]},
     "material": {"type": "stvk", "mu": 1000, "lambda": 500}, "mass": 1},
    {"name": "b", "mesh": {"type": "rectangle", "size": [1, 1], "cells": [3, 3], "center": [0.3, 1.8, 0]},
     "material": {"type": "stvk", "mu": 1000, "lambda": 500}, "mass": 1}])";
  for (const std::string& ground : {std::string(kGround), std::string(R"({"type": "box", "min": [-3, -1, -1], "max": [3, 0, 1]})"),
                                    std::string(R"({"type": "sphere", "center": [0.05, -2, 0], "radius": 2})")}) {
    SCOPED_TRACE(ground);
    const ContactRun run = run_contact(touching(ground + "," + kAll, {slices}));
    EXPECT_EQ(run.steps, 40);
    EXPECT_LT(run.drift.energy(), 1e-9);
    EXPECT_LT(run.impulses[0].y(), -0.5);
    EXPECT_LT(std::abs(run.impulses[0].z()), 1e-12);
  }
}

TEST(Contact, WhatIsPinnedOrGluedIsNotPushedApart) {
  // The lower cube stands on the plane, held there; the upper one is glued to it.
  const std::string contacts = R"({"type": "plane", "point": [0, 0.1, 0], "normal": [0, 1, 0]},)" + std::string(kAll);
  const Scene scene =
      touching(contacts, {"bodies.1.mesh.center=[0, 1.6, 0]", "gravity=[0, 0, 0]",
                          R"(pins=[{"body": "low", "select": {"type": "box", "min": [-9, -9, -9], "max": [9, 0.11, 9]}}])",
                          R"(constraints=[{"type": "glue", "body": "high", "to": "low",
                     "select": {"type": "box", "min": [-9, -9, -9], "max": [9, 1.11, 9]}}])"});
  EXPECT_EQ(scene.simulation.system().potential_energy(scene.simulation.initial().x, 0, EnergyKind::contact), 0);
  EXPECT_THAT(reaction_names(scene.inventory), ElementsAre("pin0", "contact0", "contact1"));
  const ContactRun run = run_contact(scene);
  EXPECT_EQ(run.steps, 40);
  EXPECT_EQ(run.record.most_pairs, 0);
}

TEST(Contact, EnergyThatIsStoredAtTheStartIsNoted) {
  const Scene scene = touching(kGround, {"bodies.0.mesh.center=[0, 0.502, 0]"});
  ASSERT_EQ(scene.record.notes.size(), 1u);
  EXPECT_THAT(scene.record.notes[0], HasSubstr("are stored in these gaps"));
  EXPECT_TRUE(touching(kGround).record.notes.empty());
}

std::string ground_with(const std::string& response, const std::string& more = "") {
  return R"({"type": "plane", "point": [0, 0, 0], "normal": [0, 1, 0], "response": ")" + response + "\"" + more + "}";
}

TEST(ContactResponse, OfPenaltyKeepsTheEnergyAndSaysHowDeepBodiesSank) {
  const Scene scene = touching(ground_with("penalty") + "," + kAll, {"time.steps=80"});
  const ContactRun run = run_contact(scene);
  EXPECT_EQ(run.steps, 80);
  EXPECT_LT(run.drift.energy(), 1e-9);
  EXPECT_GT(run.record.deepest, 0.001);
  EXPECT_LT(run.record.deepest, 0.2);
  EXPECT_DOUBLE_EQ(run.record.least_gap, -run.record.deepest / scene.inventory.contacts[0].distance);
  EXPECT_LT((run.momentum - run.weight + run.impulses[0]).norm(), 1e-9);
  EXPECT_LT(run.impulses[0].y(), -1);
  // As stiff as the barrier is.
  EXPECT_EQ(scene.inventory.planes[0].contact->points()[0].stiffness,
            touching(kGround).inventory.planes[0].contact->points()[0].stiffness);
}

TEST(ContactResponse, OfPenaltyIsForExplicitMethodsToo) {
  const Scene scene = touching(
      ground_with("penalty"),
      {R"(integrator={"type": "velocity_verlet"})", R"(bodies.1.mesh.center=[3, 0.7, 0])", "time.step=0.0005", "time.steps=800"});
  const ContactRun run = run_contact(scene);
  EXPECT_EQ(run.steps, 800);
  EXPECT_LT(run.drift.energy(), 1e-3);
  EXPECT_GT(run.record.deepest, 0.001);
  EXPECT_LT((run.momentum - run.weight + run.impulses[0]).norm(), 1e-9);
}

TEST(ContactResponse, OfRepulsionKeepsBodiesFromSinkingThrough) {
  const Scene scene = touching(ground_with("repulsion"), {R"(bodies.1.mesh.center=[3, 0.7, 0])", "time.steps=80"});
  const ContactRun run = run_contact(scene);
  EXPECT_EQ(run.steps, 80);
  EXPECT_GT(run.record.deepest, 0.001);
  EXPECT_LT(run.record.deepest, 0.3);
  EXPECT_LT((run.momentum - run.weight + run.impulses[0]).norm(), 1e-9);
  EXPECT_LT(run.impulses[0].y(), -1);
}

TEST(ContactResponse, OfPlanesThatMoveDoesWork) {
  const std::string press = R"({"type": "plane", "point": [0, 1.4, 0], "normal": [0, -1, 0], "body": "low", "response": "penalty",
    "motion": {"translate": [0, -0.5, 0], "from": 0, "to": 0.2}})";
  const ContactRun run = run_contact(touching(ground_with("penalty", R"(, "body": "low")") + "," + press, {"gravity=[0, 0, 0]"}));
  EXPECT_EQ(run.steps, 40);
  EXPECT_LT(run.drift.energy(), 1e-9);
  EXPECT_GT(run.drift.last().work, 0.1);
  EXPECT_GT(run.impulses[1].y(), 0.1);  // it is pushed back
}

TEST(ContactResponse, OfPenaltyTakesThicknessIntoAccount) {
  const Scene scene = touching(ground_with("penalty", R"(, "thickness": 0.1)"));
  EXPECT_NEAR(scene.inventory.planes[0].contact->least_gap(scene.simulation.positions()), 0.05, 1e-12);
}

TEST(ContactResponse, OfPenaltyLetsBodiesBeginInsideAndSaysSo) {
  const Scene scene = touching(ground_with("penalty"), {"bodies.0.mesh.center=[0, 0.45, 0]"});
  ASSERT_EQ(scene.record.notes.size(), 1u);
  EXPECT_THAT(scene.record.notes[0], HasSubstr("\"low\" crosses the plane at the start: 9 of its vertices, up to 0.05 m deep"));
  EXPECT_THAT(scene.record.notes[0], HasSubstr("move it by 0.05 m or more"));
  EXPECT_TRUE(touching(ground_with("penalty"), {"bodies.0.mesh.center=[0, 0.5, 0]"}).record.notes.empty());
}

TEST(Contact, AScenesHashIsTheSameWithoutContact) {
  EXPECT_EQ(parse_scene(kCubes, "cubes.json").record.hash, touching("").record.hash);
  EXPECT_NE(touching(kGround).record.hash, touching("").record.hash);
}

}  // namespace
}  // namespace lilyan
