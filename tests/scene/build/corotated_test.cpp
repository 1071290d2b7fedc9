// Co-rotated bodies, viscous damping and corotational_reversible as scenes write them.
#include <lilyan/energy/elements/elasticity.hpp>
#include <lilyan/run/advance.hpp>
#include <lilyan/run/diagnosis.hpp>
#include <lilyan/scene/load.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <tests/support/temporary_folder.hpp>

namespace lilyan::corotated_scenes {
namespace {

using testing::HasSubstr;

const char* const kBar = R"({
  "lilyan": 1, "gravity": [0, 0, 0],
  "bodies": [{
    "name": "bar", "mesh": {"type": "box", "size": [2, 1, 1], "cells": [2, 1, 1]},
    "material": {"type": "corotated", "mu": 300, "lambda": 200}, "mass": 1, "deform": [{"type": "stretch", "factors": [1.1, 1, 1]}],
    "velocity": {"angular": [0, 0, 1]}
  }],
  "integrator": {"type": "corotational_reversible"},
  "time": {"step": 0.001, "steps": 20}
})";

Scene bar(const std::vector<std::string>& overrides = {}) { return parse_scene(kBar, "bar.json", overrides); }

std::string material(const std::string& keys) { return R"(bodies.0.material={"type": "corotated", )" + keys + "}"; }

void expect_refusal(const std::vector<std::string>& overrides, const std::string& words) {
  try {
    bar(overrides);
    ADD_FAILURE() << overrides.front() << " was accepted";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr(words));
  }
}

double energy_at_the_start(const Scene& scene) {
  return scene.simulation.system().potential_energy(scene.simulation.initial().x, 0);
}

TEST(CorotatedScene, TakesTheModuliOfEveryLinearLaw) {
  const double isotropic = energy_at_the_start(bar());
  const double mu = 300, lambda = 200, E = mu * (3 * lambda + 2 * mu) / (lambda + mu), nu = lambda / (2 * (lambda + mu));
  auto near = [&](const std::string& keys) {
    EXPECT_NEAR(energy_at_the_start(bar({material(keys)})), isotropic, 1e-9 * isotropic) << keys;
  };
  near(fmt::format(R"("youngs_modulus": {}, "poissons_ratio": {})", E, nu));
  near(fmt::format(R"("youngs_moduli": [{0}, {0}, {0}], "poissons_ratio": {1})", E, nu));
  near(fmt::format(R"("youngs_moduli": [{0}, {0}, {0}], "poissons_ratios": [{1}, {1}, {1}], "shear_moduli": [300, 300, 300],
                      "axes": [[0, 1, 0], [0, 0, 1], [1, 0, 0]])",
                   E, nu));
  near(R"("coefficients": [800, 200, 200, 0, 0, 0, 800, 200, 0, 0, 0, 800, 0, 0, 0, 600, 0, 0, 600, 0, 600])");
  const double by_displacement = energy_at_the_start(bar({material(R"("mu": 300, "lambda": 200, "rotation": "displacement")")}));
  EXPECT_NE(by_displacement, isotropic);
  EXPECT_NEAR(by_displacement, isotropic, 0.02 * isotropic);
}

TEST(CorotatedScene, RefusesWhatNoBodyCanBe) {
  expect_refusal({material(R"("mu": 300)")}, "not a complete set");
  expect_refusal({material(R"("mu": 300, "youngs_modulus": 100)")}, "a mixture");
  expect_refusal({material(R"("mu": 300, "lambda": -250)")}, "-2 mu/3");
  expect_refusal({material(R"("mu": 300, "lambda": 200, "rotation": "quick")")}, "\"polar\", \"displacement\"");
  expect_refusal({material(R"("mu": 300, "lambda": 200, "pinned": true)")}, "pinned");
  expect_refusal({material(R"("mu": 300, "lambda": 200, "rotaton": "polar")")}, "did you mean \"rotation\"");
  expect_refusal({material(R"("coefficients": [1, 2, 3])")}, "21");
  expect_refusal({material(R"("coefficients": [-1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 1])")},
                 "not positive definite");
}

TEST(CorotatedScene, BindsTheRotationOfPinnedTetsOnlyWhereItIsAsked) {
  const std::string clamp = R"(pins=[{"body": "bar", "select": {"type": "box", "min": [-9, -9, -9], "max": [0.1, 9, 9]}}])";
  auto energy = [&](const std::string& pinned) {
    const Scene scene = bar({clamp, "bodies.0.deform=[]", material(R"("mu": 300, "lambda": 200, "pinned": ")" + pinned + "\"")});
    Vector x = scene.simulation.initial().x;
    for (Index i = 0; i < scene.simulation.system().vertices(); ++i)
      if (!scene.simulation.system().coordinates().is_held(3 * i)) x[3 * i + 1] += 0.5;
    return scene.simulation.system().potential_energy(x, 0);
  };
  EXPECT_GT(std::abs(energy("held") - energy("free")), 0.01 * energy("free"));
}

TEST(CorotatedScene, TakesOrthotropicMaterialsOfAFile) {
  const test::TemporaryFolder folder;
  folder.write("one.veg", R"(*VERTICES
4 3 0 0
1 0 0 0
2 1 0 0
3 0 1 0
4 0 0 1
*ELEMENTS
TETS
1 4 0
1 1 2 3 4
*MATERIAL wood
ORTHOTROPIC, 1000, 1e7, 1e6, 1e6, 0.3, 0.3, 0.03, 1e6, 1e6, 1e6, 1, 0, 0, 0, 1, 0, 0, 0, 1
*REGION
allElements, wood
)");
  folder.write("one.json", R"({"lilyan": 1, "bodies": [{"mesh": {"type": "file", "path": "one.veg"},
    "material": {"type": "file", "law": "corotated"}}], "integrator": {"type": "avf"}, "time": {"step": 0.01, "steps": 2}})");
  const Scene scene = load_scene(folder / "one.json");
  Vector turned = scene.inventory.rest;
  for (Index i = 0; i < scene.simulation.system().vertices(); ++i) {
    const Vec3 X = vertex(scene.inventory.rest, i);
    vertex(turned, i) = Vec3(-X[1], X[0], X[2]);
  }
  std::vector<CellState> states(1);
  scene.inventory.elasticity[0]->states(turned, states);
  EXPECT_LT(states[0].energy_density, 1e-15);
}

TEST(CorotationalReversibleScene, RunsAndSaysWhenItsStepIsTooLong) {
  Scene scene = bar();
  EXPECT_THAT(scene.record.notes, testing::IsEmpty());
  EXPECT_EQ(stability_words(scene), "");
  Simulation simulation = scene.simulation;
  for (int k = 0; k < 20; ++k) ASSERT_TRUE(simulation.step());

  const Scene longer = bar({"time.step=0.05"});
  EXPECT_THAT(longer.record.notes, testing::ElementsAre(HasSubstr("times 1/omega_max")));
  EXPECT_THAT(stability_words(longer), HasSubstr("try a time.step of"));
  EXPECT_THAT(bar({"time.step=0.05", "integrator.type=avf"}).record.notes, testing::IsEmpty());
}

TEST(HonestRestart, OfCorotationalStepsUnderConstraintsGivesTheSameBits) {
  const Scene scene = bar({R"(constraints=[{"type": "point", "body": "bar", "select": {"type": "vertices", "indices": [0]}}])"});
  Simulation going_on = scene.simulation, taken_up = scene.simulation;
  for (int k = 0; k < 12; ++k) {
    Simulation fresh = scene.simulation;
    fresh.restore(History::read(taken_up.history().write()));
    ASSERT_TRUE(going_on.step() && fresh.step());
    taken_up = std::move(fresh);
    ASSERT_EQ(going_on.history().now().x, taken_up.history().now().x) << "step " << k + 1;
    ASSERT_EQ(going_on.history().now().p, taken_up.history().now().p) << "step " << k + 1;
  }
}

TEST(CorotationalReversibleScene, RefusesOtherLawsAndDampings) {
  expect_refusal({R"(bodies.0.material={"type": "stvk", "mu": 300, "lambda": 200})"}, "integrator/type");
  expect_refusal({R"(bodies.0.material={"type": "neo_hookean", "mu": 300, "bulk_modulus": 200})"}, "use the law corotated, linear");
  expect_refusal({R"(damping=[{"type": "strain", "coefficient": 0.01}])"}, "one linear system a step");
  expect_refusal({R"(damping=[{"type": "drag", "fast": 0.01}])"}, "one linear system a step");
  expect_refusal({"integrator.order=4"}, "order");
  for (const char* law : {"linear", "corotated"})
    EXPECT_NO_THROW(bar({fmt::format(R"(bodies.0.material={{"type": "{}", "mu": 300, "lambda": 200}})", law),
                         R"(damping=[{"type": "viscous", "coefficient": 0.001}, {"type": "rayleigh", "mass": 1}])"}));
}

TEST(ViscousScene, IsForBodiesWhoseStiffnessIsKnown) {
  expect_refusal({R"(damping=[{"type": "viscous"}])"}, "coefficient");
  expect_refusal({R"(damping=[{"type": "viscous", "coefficient": 0}])"}, "above 0");
  expect_refusal({R"(damping=[{"type": "viscous", "coefficient": 0.1, "body": "bat"}])"}, "did you mean \"bar\"");
  const std::string stvk = R"(bodies.0.material={"type": "stvk", "mu": 300, "lambda": 200})";
  expect_refusal({stvk, R"(damping=[{"type": "viscous", "coefficient": 0.1}])", "integrator.type=avf"},
                 "\"bar\" is stvk, whose stiffness is not constant");
}

}  // namespace
}  // namespace lilyan::corotated_scenes
