// Coarse bodies in scenes: fine vertices are named, coarse ones move.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lilyan/coarsening/model/coarse_surface.hpp>
#include <lilyan/mesh/carried_surface.hpp>
#include <lilyan/output/frame_content.hpp>
#include <lilyan/run/shape_watch.hpp>

#include <tests/scene/coarse_scene.hpp>
#include <tests/support/fault_of.hpp>
#include <tests/support/temporary_folder.hpp>

namespace lilyan {
namespace {

constexpr const char* kCoarsenedBar = R"({"lilyan": 1, "name": "bar", "bodies": [{"name": "bar",
  "mesh": {"type": "box", "size": [2, 0.5, 0.5], "cells": [16, 4, 4], "center": [1, 0, 0]},
  "material": {"type": "corotated", "youngs_modulus": 1e5, "poissons_ratio": 0.3}, "density": 1000,
  "regions": [{"select": {"type": "box", "min": [0, -1, 0], "max": [2, 1, 1]},
               "material": {"type": "corotated", "youngs_modulus": 1e6, "poissons_ratio": 0.3}}]}],
  "integrator": {"type": "avf"}, "time": {"step": 0.01, "steps": 20},
  "output": {"probes": [{"name": "tip", "body": "bar", "nearest": [2, 0.25, 0.25]}]}})";
constexpr const char* kHeldAtWall =
    R"(pins=[{"name": "wall", "body": "bar", "select": {"type": "plane", "point": [0, 0, 0], "normal": [-1, 0, 0]}}])";

class CoarseScene : public testing::Test {
 protected:
  test::CoarsePair coarse(const std::vector<std::string>& overrides = {}, const std::array<Index, 3>& cells = {4, 1, 1}) {
    std::ofstream(folder / "bar.json") << kCoarsenedBar;
    return test::coarsened(folder / "bar.json", folder.path(), cells, {}, overrides);
  }

  test::TemporaryFolder folder;
};

TEST_F(CoarseScene, ModelFilesComeBackToTheLastBit) {
  const test::CoarsePair pair = coarse({kHeldAtWall});
  const std::string bytes = to_model_file(pair.model).to_bytes();
  const CoarseModel again = coarse_model_of(ModelFile::from_bytes(bytes, "bar.model", kCoarseModelKind));
  EXPECT_EQ(to_model_file(again).to_bytes(), bytes);
  EXPECT_EQ(again.fine.vertices(), pair.model.fine.vertices());
  EXPECT_EQ(again.fine.held, pair.model.fine.held);
  EXPECT_GT(pair.model.counts.bounded, 0);
  EXPECT_EQ(again.counts.bounded, pair.model.counts.bounded);
}

TEST_F(CoarseScene, HasTheMassTheCentreAndTheInertiaOfTheFineBody) {
  const test::CoarsePair pair = coarse({}, {3, 2, 1});
  const Vector& m = pair.model.mass.vertex;
  Vec3 centre = Vec3::Zero();
  Mat3 second = Mat3::Zero(), of_fine = Mat3::Zero();  // integrals of rho x x^T
  const auto add = [&](Index i, Index j, double mass) {
    second += mass * vertex(pair.model.X, i) * vertex(pair.model.X, j).transpose();
  };
  Vector own = m;
  for (const SharedMass& pair_mass : pair.model.mass.shared) {
    own[pair_mass.i] -= pair_mass.m, own[pair_mass.j] -= pair_mass.m;
    add(pair_mass.i, pair_mass.j, pair_mass.m), add(pair_mass.j, pair_mass.i, pair_mass.m);
  }
  for (Index i = 0; i < pair.model.vertices(); ++i) centre += m[i] * vertex(pair.model.X, i), add(i, i, own[i]);
  // A bar of 2 x 0.5 x 0.5 m with 1000 kg/m^3 from x = 0 on.
  EXPECT_NEAR(m.sum(), 500, 500 * 1e-12);
  EXPECT_LT((centre / m.sum() - Vec3(1, 0, 0)).norm(), 1e-12);
  of_fine.diagonal() = 500 * Vec3(4.0 / 3, 0.25 / 12, 0.25 / 12);
  EXPECT_LT((second - of_fine).norm(), 1e-12 * of_fine.norm());
}

TEST_F(CoarseScene, AFineVertexIsWhereItsCellPutsIt) {
  const test::CoarsePair pair = coarse({kHeldAtWall});
  const Mat3 A = (Mat3() << 1.1, 0.2, 0, -0.1, 0.9, 0.3, 0, 0.1, 1.2).finished();
  const Vec3 b(0.3, -0.2, 0.1);
  Vector x(pair.model.X.size());
  for (Index i = 0; i < pair.model.vertices(); ++i) vertex(x, i) = A * vertex(pair.model.X, i) + b;
  const auto weights = vertex_weights(pair.model);
  for (Index v = 0; v < pair.model.fine.vertices(); ++v)
    EXPECT_LT((weighted_sum(weights[static_cast<std::size_t>(v)], x) - (A * vertex(pair.model.fine.X, v) + b)).norm(), 1e-13);
}

TEST_F(CoarseScene, ProbesStandAtTheFineVertexThatIsNamed) {
  const test::CoarsePair pair = coarse({kHeldAtWall});
  const Scene scene = load_scene(pair.coarse_scene);
  ASSERT_EQ(scene.output.probes.size(), 1u);
  const Vec3 at = weighted_sum(scene.output.probes[0].shares, scene.simulation.positions());
  EXPECT_LT((at - Vec3(2, 0.25, 0.25)).norm(), 1e-13);
}

TEST_F(CoarseScene, LoadsOnFineVerticesKeepTheirSumAndMoment) {
  const test::CoarsePair pair = coarse();
  for (
      const char* load :
      {R"({"type": "force", "force": [3, -2, 1], "select": {"type": "plane", "point": [1.9, 0, 0], "normal": [1, 0, 0]}})",
       R"({"type": "traction", "traction": [30, -20, 10], "select": {"type": "plane", "point": [0, 0.24, 0], "normal": [0, 1, 0]}})",
       R"({"type": "acceleration", "acceleration": [0, 1, 2], "select": {"type": "sphere", "center": [1, 0, 0], "radius": 0.4}})"}) {
    std::string entry = load;
    entry.insert(1, R"("body": "bar", )");
    const std::vector<std::string> overrides = {"loads=[" + entry + "]"};
    std::array<Vec3, 2> sums, moments;
    for (const bool is_coarse : {false, true}) {
      const Scene scene = load_scene(is_coarse ? pair.coarse_scene : pair.fine_scene, overrides);
      const Vector f = scene.simulation.system().load(0), x = scene.simulation.positions();
      Vec3& sum = sums[is_coarse] = Vec3::Zero();
      Vec3& moment = moments[is_coarse] = Vec3::Zero();
      for (Index i = 0; i < f.size() / 3; ++i) sum += vertex(f, i), moment += vertex(x, i).cross(vertex(f, i));
    }
    ASSERT_GT(sums[0].norm(), 0.1) << load;
    EXPECT_LT((sums[1] - sums[0]).norm(), 1e-12 * sums[0].norm()) << load;
    EXPECT_LT((moments[1] - moments[0]).norm(), 1e-11 * (sums[0].norm() + moments[0].norm())) << load;
  }
}

TEST_F(CoarseScene, PinsHoldTheCornersThatCarryThem) {
  const test::CoarsePair pair = coarse({kHeldAtWall});
  const Scene scene = load_scene(pair.coarse_scene);
  const Coordinates& coordinates = scene.simulation.system().coordinates();
  EXPECT_EQ(coordinates.components() - coordinates.size(), 12);  // four corners at the wall
  EXPECT_THAT(scene.record.notes, testing::IsEmpty());
}

TEST_F(CoarseScene, OtherPinsThanThoseOfTheModelAreNoted) {
  const test::CoarsePair pair = coarse({kHeldAtWall});
  const Scene scene = load_scene(
      pair.coarse_scene, {R"(pins=[{"body": "bar", "select": {"type": "plane", "point": [2, 0, 0], "normal": [1, 0, 0]}}])"});
  EXPECT_THAT(scene.record.notes, testing::ElementsAre(testing::HasSubstr("lilyan coarsen")));
}

TEST_F(CoarseScene, KeepsItsEnergyAndMomentaInFreeFlight) {
  const test::CoarsePair pair = coarse();
  Scene scene =
      load_scene(pair.coarse_scene, {R"(bodies.0.velocity={"linear": [1, 0, 0], "angular": [2, 3, 1]})", "gravity=[0, 0, 0]",
                                     R"(integrator={"type": "implicit_midpoint"})", "solver.tolerance=1e-14"});
  const LedgerRow start = scene.simulation.ledger();
  while (!scene.simulation.is_finished()) ASSERT_TRUE(scene.simulation.step());
  const LedgerRow end = scene.simulation.ledger();
  EXPECT_LT((end.linear - start.linear).norm(), 1e-12 * start.linear_scale);
  EXPECT_LT((end.angular - start.angular).norm(), 1e-9 * start.angular_scale);
}

TEST_F(CoarseScene, RayleighAndViscousDampingAndDragTakeEnergyAndCloseTheBalance) {
  const test::CoarsePair pair = coarse({kHeldAtWall});
  for (const char* damping : {R"({"type": "rayleigh", "mass": 0.5, "stiffness": 0.01})",
                              R"({"type": "viscous", "coefficient": 0.01})", R"({"type": "drag", "slow": 5, "fast": 20})"}) {
    Scene scene = load_scene(pair.coarse_scene, {std::string("damping=[") + damping + "]"});
    const LedgerRow start = scene.simulation.ledger();
    while (!scene.simulation.is_finished()) ASSERT_TRUE(scene.simulation.step());
    const LedgerRow end = scene.simulation.ledger();
    EXPECT_GT(end.dissipated, 0) << damping;
    EXPECT_LT(std::abs(end.total - start.total - end.work + end.dissipated), 1e-8 * end.kinetic) << damping;
  }
}

TEST_F(CoarseScene, ThePlaneIsMetByTheFineSurface) {
  // The cage ends above the lowest fine vertices nowhere: a ball in boxes whose corners stick out of it.
  std::ofstream(folder / "ball.json") << R"({"lilyan": 1, "name": "ball", "gravity": [0, -9.81, 0], "bodies": [{"name": "ball",
    "mesh": {"type": "ball", "radius": 0.5, "size": 0.15}, "density": 1000,
    "material": {"type": "corotated", "youngs_modulus": 1e5, "poissons_ratio": 0.3}, "velocity": {"linear": [0, -2, 0]}}],
    "contact": [{"type": "plane", "point": [0, -0.6, 0], "normal": [0, 1, 0], "distance": 0.01}],
    "integrator": {"type": "avf"}, "time": {"step": 0.005, "steps": 60}, "output": {}})";
  const test::CoarsePair pair = test::coarsened(folder / "ball.json", folder.path(), {3, 3, 3});
  Scene scene = load_scene(pair.coarse_scene);
  const auto weights = vertex_weights(pair.model);
  const LedgerRow start = scene.simulation.ledger();
  double lowest = 1, lowest_corner = 1;
  while (!scene.simulation.is_finished()) {
    ASSERT_TRUE(scene.simulation.step());
    const Vector x = scene.simulation.positions();
    for (const auto& shares : weights) lowest = std::min(lowest, weighted_sum(shares, x)[1] + 0.6);
    lowest_corner = std::min(lowest_corner, x.reshaped(3, x.size() / 3).row(1).minCoeff() + 0.6);
  }
  EXPECT_GT(lowest, 0);
  EXPECT_LT(lowest, 0.01);
  EXPECT_LT(lowest_corner, 0);
  const LedgerRow end = scene.simulation.ledger();
  EXPECT_GT(end.linear[1], 0) << "it has bounced";
  EXPECT_LT(std::abs(end.total - start.total), 1e-8 * (start.kinetic + std::abs(start.gravity)));
}

TEST_F(CoarseScene, ShowsTheFineSurfaceOrItsCells) {
  const test::CoarsePair pair = coarse({kHeldAtWall});
  const Scene shown = load_scene(pair.coarse_scene),
              cells = load_scene(pair.coarse_scene, {R"(bodies.0.render={"shown": "cells"})"}),
              trilinear = load_scene(pair.coarse_scene, {R"(bodies.0.render={"shown": "trilinear"})"});
  ASSERT_TRUE(shown.inventory.bodies[0].render);
  EXPECT_FALSE(cells.inventory.bodies[0].render);
  const Vector x = shown.simulation.positions();
  EXPECT_LT((shown.inventory.bodies[0].render->at(x) - trilinear.inventory.bodies[0].render->at(x)).norm(), 1e-12);  // at rest
  EXPECT_EQ(shown.inventory.bodies[0].render->surface().triangles.size(), pair.model.fine.surface.size());
}

TEST_F(CoarseScene, HasEnergyAndVolumeRatioAsFieldsAndNoStress) {
  const test::CoarsePair pair = coarse({kHeldAtWall});
  const Scene scene = load_scene(pair.coarse_scene);
  const Simulation& simulation = scene.simulation;
  const FrameFields fields = StateFields(scene).at({0, 0, simulation.positions(), Vector::Zero(simulation.positions().size())});
  ASSERT_EQ(fields.of_cells.size(), 2u);
  EXPECT_EQ(fields.of_cells[0].name, "J");
  EXPECT_EQ(fields.of_cells[1].name, "energy_density");
}

TEST_F(CoarseScene, CellsTurnedInsideOutAreSeen) {
  const test::CoarsePair pair = coarse({kHeldAtWall});
  const Scene scene = load_scene(pair.coarse_scene);
  ShapeWatch watch(scene.inventory);
  ShapeRecord record;
  Vector x = scene.simulation.positions();
  EXPECT_EQ(watch.look(x, 0, 0, record).inverted, 0);
  x.reshaped(3, x.size() / 3).row(1) *= -1;
  EXPECT_EQ(watch.look(x, 0, 0, record).inverted, scene.inventory.cells.count());
}

TEST_F(CoarseScene, WhatIsNotCarriedIsRefusedByName) {
  const test::CoarsePair pair = coarse({kHeldAtWall});
  for (const auto& [override, place] : std::vector<std::pair<std::string, std::string>>{
           {R"(constraints=[{"type": "plane", "body": "bar", "select": {"type": "all"}, "point": [0, 0, 0], "normal": [0, 1, 0]}])",
            "constraints/0"},
           {R"(damping=[{"type": "strain", "coefficient": 0.1}])", "damping/0"},
           {R"(contact=[{"type": "plane", "point": [0, -2, 0], "normal": [0, 1, 0], "friction": 0.5}])", "contact/0"},
           {R"(contact=[{"type": "self", "body": "bar"}])", "contact/0"},
           {R"(bodies.0.material={"type": "stvk", "mu": 1, "lambda": 1})", "bodies/0/material"},
           {R"(bodies.0.mesh.source="0000000000000000")", "bodies/0/mesh/source"}}) {
    EXPECT_EQ(test::fault_of([&] { load_scene(pair.coarse_scene, {override}); }).place, place) << override;
  }
}

}  // namespace
}  // namespace lilyan
