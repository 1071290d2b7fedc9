#include <lilyan/coarsening/coarse_body.hpp>
#include <lilyan/coarsening/model/rest_behaviour.hpp>

#include <gtest/gtest.h>

#include <tests/coarsening/linear_statics.hpp>
#include <tests/coarsening/round_bodies.hpp>

namespace lilyan::test {
namespace {

constexpr double kMu = 1, kLambda = 0.5;  // of kSoft

FineShape shape_of(const FineBody& body) {
  FineShape shape;
  shape.X = body.X;
  shape.mass = vertex_masses(body);
  shape.held = body.held;
  shape.cells = body.cells.count();
  shape.surface = body.dimension() == 3 ? surface(body.cells.tets) : body.cells.triangles;
  return shape;
}

RestBehaviour of_coarse(const FineBody& body, const CoarseMesh& cage) {
  return rest_behaviour(make_model(body, shape_of(body), coarsen(body, cage)), body, -Vec3::UnitZ(), 3);
}

void expect_pulls(const RestBehaviour& rest, const std::vector<double>& exact, double error = 1e-5) {
  EXPECT_FALSE(rest.sag);
  EXPECT_EQ(rest.frequencies.size(), 3);
  ASSERT_EQ(rest.pulls.size(), exact.size());
  for (std::size_t k = 0; k < exact.size(); ++k) EXPECT_NEAR(rest.pulls[k], exact[k], error * exact[k]) << k;
}

// A stress of 1 Pa does the work V/E.
TEST(RestBehaviour, OfAFreeBodyOfOneMaterialYieldsToPullsAsItsModulusTells) {
  FineBox spec;
  spec.size = Vec3(2, 1, 1.5);
  spec.cells = {8, 4, 6};
  const FineBody body = fine_box(spec);
  const double E = kMu * (3 * kLambda + 2 * kMu) / (kLambda + kMu);
  const std::vector<double> exact(3, 3 / E);
  expect_pulls(rest_behaviour(body, vertex_masses(body), -Vec3::UnitZ(), 3), exact);
  expect_pulls(of_coarse(body, hex_cage(spec.size, {2, 1, 2}, 0.5 * spec.size)), exact);
  // Forces reach the corners of cells that the fine ones cross by the functions' values at fine vertices, no longer exactly.
  expect_pulls(of_coarse(body, hex_cage(Vec3(2.3, 1.2, 1.9), {3, 2, 2}, Vec3(0.95, 0.53, 0.7))), exact, 5e-3);
}

// In plane strain a slice is stiffer by 1/(1 - nu^2).
TEST(RestBehaviour, OfAFreeSliceYieldsToPullsInItsPlane) {
  FineBox spec;
  spec.size = Vec3(2, 1, 1);
  spec.cells = {16, 8, 1};
  constexpr double kThickness = 0.2;
  const FineBody body = fine_rectangle(spec, kThickness);
  const double exact = 2 * kThickness * (kLambda + 2 * kMu) / (4 * kMu * (kLambda + kMu));
  expect_pulls(rest_behaviour(body, vertex_masses(body), -Vec3::UnitY(), 3), {exact, exact});
  expect_pulls(of_coarse(body, quad_cage(Vec3::Zero(), Vec3(2, 1, 0), 4, 2)), {exact, exact});
}

// The same figures by another way: components of three vertices held in place of a shift.
TEST(RestBehaviour, OfAFreeBodyOfManyMaterialsYieldsToPullsAsItsStiffnessTells) {
  const FineBody body = sphere({{}, {}, {1, 100}, random_blocks(5)}, 8);
  const Eigen::MatrixXd forces = probe_forces(body, stress_modes(3)).leftCols(3);
  const FineStatics statics(body);
  std::vector<double> exact;
  for (Index k = 0; k < 3; ++k) exact.push_back(forces.col(k).dot(statics.solve(forces.col(k))));
  expect_pulls(rest_behaviour(body, vertex_masses(body), -Vec3::UnitZ(), 3), exact);
  const CoarseMesh cage = sphere_cage(3);
  const CoarseBody coarse = coarsen(body, cage);
  ASSERT_EQ(coarse.counts.hardly_filled + coarse.counts.ill_conditioned, 0);
  exact.clear();
  for (Index k = 0; k < 3; ++k) exact.push_back(CoarseStatics(body, coarse).compliance(forces.col(k)));
  expect_pulls(of_coarse(body, cage), exact);
}

TEST(RestBehaviour, OfAHeldBodySagsAndIsNotPulled) {
  FineBox spec = homogeneous_bar();
  spec.cells = {16, 4, 4};
  const FineBody body = fine_box(spec);
  const RestBehaviour fine = rest_behaviour(body, vertex_masses(body), -Vec3::UnitZ(), 3),
                      coarse = of_coarse(body, hex_cage(Vec3(4, 1, 1), {4, 1, 1}, Vec3(2, 0.5, 0.5)));
  ASSERT_TRUE(fine.sag && coarse.sag);
  EXPECT_NEAR(*coarse.sag / *fine.sag, 1, 0.05);
  EXPECT_TRUE(fine.pulls.empty() && coarse.pulls.empty());
  EXPECT_EQ(fine.unknowns, 3 * (17 * 25 - 25));
  EXPECT_EQ(coarse.unknowns, 3 * 16);
}

}  // namespace
}  // namespace lilyan::test
