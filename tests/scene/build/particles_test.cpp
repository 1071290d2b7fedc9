// Particles in the scenes of small systems: the published examples, and names for bodies of a single vertex.
#include <lilyan/energy/expression_potential.hpp>
#include <lilyan/run/advance.hpp>
#include <lilyan/scene/load.hpp>

#include <gtest/gtest.h>

#include <tests/support/fault_of.hpp>

namespace lilyan {
namespace {

const char* const kBall = R"j({
  "lilyan": 1, "gravity": [0, 0, 0],
  "bodies": [{"name": "ball", "mesh": {"type": "points", "positions": [[-1.1, 0, 0]], "masses": [1]}, "velocity": {"linear": [12.25, 0, 0]}}],
  "pins": [{"body": "ball", "select": {"type": "all"}, "axes": ["y", "z"]}],
  "potentials": [{"body": "ball", "expression": "128*x^4"}],
  "integrator": {"type": "avf"}, "time": {"step": 0.033, "steps": 1}
})j";

double end_of_one_step(const std::vector<std::string>& overrides) {
  const Scene scene = parse_scene(kBall, "ball.json", overrides);
  Simulation simulation = scene.simulation;
  const History& history = simulation.history();
  EXPECT_TRUE(simulation.step());
  EXPECT_EQ(history.now().x[1], 0);
  return history.now().x[0];
}

TEST(SceneParticles, LeadAvfToThePublishedRoots) {
  EXPECT_NEAR(end_of_one_step({}), -0.5270395571174171, 1e-9);
  EXPECT_NEAR(end_of_one_step({"potentials.0.expression=10*x + k*(x^2 - 1)^2", R"j(potentials.0.parameters={"k": 1500})j",
                               "bodies.0.mesh.positions=[[0.6, 0, 0]]", "bodies.0.velocity.linear=[-9, 0, 0]", "time.step=0.04"}),
              1.1018471489276451, 1e-9);
}

const char* const kSeveral = R"j({
  "lilyan": 1, "gravity": [0, 0, 0],
  "bodies": [
    {"name": "sun", "mesh": {"type": "points", "positions": [[0, 0, 0]], "masses": [5]}},
    {"name": "planet", "mesh": {"type": "points", "positions": [[4, 0, 0]], "masses": [1]}},
    {"name": "moons", "mesh": {"type": "points", "positions": [[1, 0, 0], [0, 2, 0], [0, 0, 3]], "masses": [1, 2, 3]}}
  ],
  "integrator": {"type": "velocity_verlet"}, "time": {"step": 0.01, "steps": 10}
})j";

Scene particles_with(const std::string& potential) {
  return parse_scene(kSeveral, "several.json", {"potentials=[" + potential + "]"});
}

double energy_at_start(const std::string& potential) {
  const Scene scene = particles_with(potential);
  return scene.inventory.formulas.at(0)->value(scene.simulation.initial().x, 0);
}

TEST(SceneParticles, AreCalledByTheNamesOfTheirBodiesOrByOthers) {
  EXPECT_EQ(energy_at_start(R"j({"particles": ["sun", "planet"], "expression": "sun.m*planet.m/distance(sun, planet)"})j"), 1.25);
  EXPECT_EQ(
      energy_at_start(R"j({"particles": {"s": "sun", "b": {"body": "moons", "vertex": 1}}, "expression": "G*s.m*b.m/distance(s, b)",
    "parameters": {"G": 3}})j"),
      15);
  EXPECT_EQ(energy_at_start(R"j({"body": "moons", "expression": "m*(x + 10*y + 100*z)/1"})j"), 1 + 2 * 20 + 3 * 300);
}

TEST(SceneParticles, AreRefusedWhereABodyHasMoreThanOne) {
  const Fault fault = test::fault_of([] { particles_with(R"j({"particles": ["moons"], "expression": "moons.x"})j"); });
  EXPECT_EQ(fault.id, "select.index");
  EXPECT_EQ(fault.place, "potentials/0/particles/moons");
  EXPECT_EQ(fault.message, "\"moons\" has 3 vertices, and no one is named");
  EXPECT_EQ(fault.hint, "for example {\"body\": \"moons\", \"vertex\": 0}");
  EXPECT_EQ(test::fault_of([] { particles_with(R"j({"particles": {"a": "sun", "b": "sun"}, "expression": "a.x + b.x"})j"); }).id,
            "scene.potential");
}

}  // namespace
}  // namespace lilyan
