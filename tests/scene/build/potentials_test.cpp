// Energies given as formulas, as scenes write them.
#include <lilyan/core/error.hpp>
#include <lilyan/energy/expression_potential.hpp>
#include <lilyan/run/advance.hpp>
#include <lilyan/scene/load.hpp>

#include <gtest/gtest.h>

#include <tests/support/fault_of.hpp>

#include <cmath>

namespace lilyan {
namespace {

using test::fault_of;

const char* const kTwoBodies = R"j({
  "lilyan": 1, "gravity": [0, 0, 0],
  "bodies": [
    {"name": "cube", "mesh": {"type": "box", "size": [2, 2, 2], "cells": [1, 1, 1]},
     "material": {"type": "stvk", "mu": 1000, "lambda": 500}, "mass": 40},
    {"name": "bar", "mesh": {"type": "box", "size": [2, 1, 1], "cells": [2, 1, 1], "center": [9, 0, 0]},
     "material": {"type": "stvk", "mu": 1000, "lambda": 500}, "density": 1}
  ],
  "integrator": {"type": "velocity_verlet"}, "time": {"step": 0.01, "steps": 10}
})j";

Scene with(const std::string& potential, std::vector<std::string> overrides = {}) {
  overrides.insert(overrides.begin(), "potentials=[" + potential + "]");
  return parse_scene(kTwoBodies, "two.json", overrides);
}

TEST(ScenePotentials, OfABodyAreTheEnergyOfEachOfItsVertices) {
  // At the corners of the cube x^2, y^2 and z^2 are 1.
  const Scene scene = with(R"j({"body": "cube", "expression": "m*(x^2 + 10*y^2 + 100*z^2)/1"})j");
  EXPECT_NEAR(scene.simulation.system().potential_energy(scene.simulation.initial().x, 0, EnergyKind::elastic), 40 * 111, 1e-9);
  const Scene one = with(
      R"j({"body": "cube", "select": {"type": "vertices", "indices": [0, 7]}, "expression": "x^2 + 10*y^4", "energy": "gravity"})j");
  EXPECT_NEAR(one.simulation.system().potential_energy(one.simulation.initial().x, 0, EnergyKind::gravity), 22, 1e-12);
  EXPECT_EQ(one.simulation.system().potential_energy(one.simulation.initial().x, 0, EnergyKind::elastic), 0);
  EXPECT_EQ(one.inventory.formula_names, std::vector<std::string>{"potential0"});
}

TEST(ScenePotentials, OfParticlesSpeakOfThemByName) {
  const Scene scene = with(R"j({"name": "pull", "particles": {"p": {"body": "cube", "vertex": 7}, "q": {"body": "bar"}},
    "expression": "G/distance(p, q)^2 + q.x", "parameters": {"G": 3}})j");
  const Vec3 p(1, 1, 1), q(8, -0.5, -0.5);
  EXPECT_NEAR(scene.inventory.formulas.at(0)->value(scene.simulation.initial().x, 0), 3 / (p - q).squaredNorm() + 8, 1e-13);
  EXPECT_EQ(scene.inventory.formula_names, std::vector<std::string>{"pull"});
}

TEST(ScenePotentials, MoveElasticBodies) {
  const Scene scene =
      with(R"j({"particles": {"p": {"body": "cube"}, "q": {"body": "bar", "vertex": 3}}, "expression": "10*distance(p, q)^2"})j");
  Simulation simulation = scene.simulation;
  for (int k = 0; k < 10; ++k) ASSERT_TRUE(simulation.step());
  const LedgerRow row = simulation.ledger();
  EXPECT_LT(row.linear.norm(), 1e-12 * row.linear_scale);
  EXPECT_GT(row.kinetic, 0.1);
}

TEST(ScenePotentials, NoteParticlesThatTheFormulaDoesNotMove) {
  const Scene scene = with(R"j({"particles": {"a": {"body": "cube"}, "b": {"body": "bar"}}, "expression": "b.m*a.x^2"})j");
  ASSERT_EQ(scene.record.notes.size(), 1u);
  EXPECT_EQ(scene.record.notes[0], "potentials/0: the formula does not move particle \"b\"");
}

struct Bad {
  std::string potential, id, place, message;
};

const std::vector<Bad> kBad = {
    {R"j({"body": "cube"})j", "scene.missing-key", "potentials/0/expression", "missing"},
    {R"j({"body": "cube", "expression": 3})j", "scene.type", "potentials/0/expression", "a text"},
    {R"j({"expression": "x"})j", "scene.exactly-one", "potentials/0", "neither of \"body\" and \"particles\""},
    {R"j({"body": "cube", "particles": ["cube"], "expression": "x"})j", "scene.exactly-one", "potentials/0", "both"},
    {R"j({"body": "cobe", "expression": "x"})j", "scene.unknown-name", "potentials/0/body", "no body is called \"cobe\""},
    {R"j({"particles": ["cobe"], "expression": "cobe.x"})j", "scene.unknown-name", "potentials/0/particles/cobe",
     "no body is called"},
    {R"j({"particles": ["cube"], "expression": "cube.x"})j", "select.index", "potentials/0/particles/cube", "has 8 vertices"},
    {R"j({"particles": {"a": {"body": "cube", "vertex": 8}}, "expression": "a.x"})j", "select.index",
     "potentials/0/particles/a/vertex", "8 is beyond the last vertex of \"cube\", 7"},
    {R"j({"particles": {"a": {"body": "cube", "vertex": -1}}, "expression": "a.x"})j", "scene.range",
     "potentials/0/particles/a/vertex", "-1"},
    {R"j({"particles": {"a": {"body": "cube"}, "b": {"body": "cube"}}, "expression": "a.x + b.x"})j", "scene.potential",
     "potentials/0/particles/b", "the same vertex as \"a\""},
    {R"j({"particles": {"2a": "cube"}, "expression": "1"})j", "scene.name", "potentials/0/particles/2a", "cannot be a name"},
    {R"j({"particles": {"sin": "cube"}, "expression": "1"})j", "scene.name", "potentials/0/particles/sin", "cannot be a name"},
    {R"j({"particles": {"t": "cube"}, "expression": "1"})j", "scene.name", "potentials/0/particles/t", "has a meaning"},
    {R"j({"particles": {}, "expression": "1"})j", "scene.potential", "potentials/0/particles", "no particle"},
    {R"j({"particles": [], "expression": "1"})j", "scene.count", "potentials/0/particles", "0 items"},
    {R"j({"particles": ["cube"], "select": {"type": "all"}, "expression": "cube.x"})j", "scene.potential", "potentials/0/select",
     "\"body\""},
    {R"j({"body": "cube", "expression": "k*x", "parameters": {"k": "3"}})j", "scene.type", "potentials/0/parameters/k", "a number"},
    {R"j({"body": "cube", "expression": "k*x", "parameters": {"x": 3}})j", "scene.name", "potentials/0/parameters/x",
     "has a meaning"},
    {R"j({"particles": ["cube"], "expression": "cube.x", "parameters": {"cube": 3}})j", "scene.name",
     "potentials/0/parameters/cube", "has a meaning"},
    {R"j({"body": "cube", "expression": "x", "energy": "kinetic"})j", "scene.choice", "potentials/0/energy", "elastic"},
    {R"j({"body": "cube", "select": {"type": "sphere", "center": [9, 9, 9], "radius": 1}, "expression": "x"})j",
     "scene.selects-nothing", "potentials/0/select", "selects no vertex"},
    {R"j({"body": "cube", "expression": "3*t"})j", "scene.potential", "potentials/0/expression", "nothing moves by it"},
    {R"j({"body": "cube", "expression": "1/(x + 1)^2"})j", "scene.potential", "potentials/0/expression",
     "not a finite number where the scene starts"},
    {R"j({"body": "cube", "expression": "2 x"})j", "expression.syntax", "potentials/0/expression", "column 3"},
    {R"j({"body": "cube", "expression": "2*xx"})j", "expression.unknown-name", "potentials/0/expression", "column 3"},
    {R"j({"body": "cube", "expression": "sin(x, 1)"})j", "expression.operands", "potentials/0/expression", "one operand"},
    {R"j({"body": "cube", "expression": "x/0 + 1/0"})j", "expression.not-finite", "potentials/0/expression", "finite"},
    {R"j({"body": "cube", "expression": ")j" + std::string(200, '(') + R"j("})j", "expression.too-long", "potentials/0/expression",
     "nested"},
};

TEST(ScenePotentials, ThatMeanNothingAreRefused) {
  for (const Bad& bad : kBad) {
    const Fault fault = fault_of([&] { with(bad.potential); });
    EXPECT_EQ(fault.id, bad.id) << bad.potential;
    EXPECT_EQ(fault.place, bad.place) << bad.potential;
    EXPECT_NE(fault.message.find(bad.message), std::string::npos) << bad.potential << fault.message;
  }
}

TEST(ScenePotentials, OfPositionsAreRefusedWhereTheMethodWouldRestoreMomenta) {
  const std::vector<std::string> closing = {R"j(integrator={"type": "avf", "momentum": "conserved"})j"};
  EXPECT_EQ(fault_of([&] { with(R"j({"body": "cube", "expression": "x^2"})j", closing); }).id, "scene.potential");
  EXPECT_NO_THROW(
      with(R"j({"particles": {"a": {"body": "cube"}, "b": {"body": "bar"}}, "expression": "distance(a, b)^2"})j", closing));
}

}  // namespace
}  // namespace lilyan
