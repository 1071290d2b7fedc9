// What frames show of a cell, at large strain: worked out here from the law's formula.
#include <lilyan/energy/elements/elasticity.hpp>
#include <lilyan/mesh/box.hpp>
#include <lilyan/mesh/shape_functions.hpp>

#include <gtest/gtest.h>
#include <Eigen/Dense>

#include <cmath>

namespace lilyan::honest_states {
namespace {

// St. Venant-Kirchhoff: E = (F^T F - I)/2, S = 2 mu E + lambda tr E I, Cauchy's stress F S F^T / J.
constexpr double kMu = 1000, kLambda = 500;

CellState state_of(const Mat3& F) {
  const Mat3 E = 0.5 * (F.transpose() * F - Mat3::Identity());
  const Mat3 S = 2 * kMu * E + kLambda * E.trace() * Mat3::Identity();
  const double J = F.determinant();
  const Mat3 cauchy = F * S * F.transpose() / J, s = cauchy - cauchy.trace() / 3 * Mat3::Identity();
  return {J, kMu * E.squaredNorm() + 0.5 * kLambda * E.trace() * E.trace(), std::sqrt(1.5 * s.squaredNorm())};
}

const Mat3 kMap = (Mat3() << 1.6, 0.3, 0, -0.2, 1.3, 0.4, 0.1, 0, 1.2).finished();  // J about 2.6

Vector moved(const Vector& X, const Mat3& F) {
  Vector x = X;
  for (Index i = 0; 3 * i < X.size(); ++i) vertex(x, i) = F * vertex(X, i) + Vec3(5, -1, 2);
  return x;
}

std::vector<CellState> states(const Vector& X, const Cells& cells, const Vector& x) {
  const auto count = static_cast<std::size_t>(cells.count());
  std::vector<CellState> found(count);
  for (const auto& part : make_elasticity(X, cells, {StVenantKirchhoff{kMu, kLambda}}, std::vector<Index>(count, 0)))
    part->states(x, found);
  return found;
}

void expect_state(const CellState& found, const CellState& wanted) {
  EXPECT_NEAR(found.J, wanted.J, 1e-12 * wanted.J);
  EXPECT_NEAR(found.energy_density, wanted.energy_density, 1e-12 * wanted.energy_density);
  EXPECT_NEAR(found.von_mises, wanted.von_mises, 1e-12 * wanted.von_mises);
}

TEST(HonestStates, OfTetsAndHexesAreThoseOfTheLawAtLargeStrain) {
  const TetMesh tets = box(Vec3(2, 1, 1), {2, 2, 3}, Vec3::Zero(), Split::five);
  for (const CellState& state : states(tets.X, Cells{tets.tets}, moved(tets.X, kMap))) expect_state(state, state_of(kMap));
  const BodyMesh hexes = hex_box(Vec3(2, 1, 1), {2, 1, 2}, Vec3::Zero());
  for (const CellState& state : states(hexes.X, hexes.cells, moved(hexes.X, kMap))) expect_state(state, state_of(kMap));
}

// Of a hex the least J of its points of quadrature is told, and the means of the rest.
TEST(HonestStates, OfADistortedHexTellTheLeastJAndTheMeans) {
  const BodyMesh cube = hex_box(Vec3(1, 1, 1), {1, 1, 1}, Vec3::Zero());
  for (std::size_t corner = 0; corner < 8; ++corner) {
    Vector x = moved(cube.X, Vec3(1.2, 1, 0.9).asDiagonal());
    // One corner is pushed towards the middle.
    vertex(x, cube.cells.hexes[0][corner]) -= 0.7 * Vec3(vertex(cube.X, cube.cells.hexes[0][corner]));
    const double at[3] = {-std::sqrt(0.6), 0, std::sqrt(0.6)}, weight[3] = {5.0 / 18, 8.0 / 18, 5.0 / 18};
    CellState wanted{HUGE_VAL, 0, 0};
    double largest = 0;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        for (int k = 0; k < 3; ++k) {
          const Vec3 xi(at[i], at[j], at[k]);
          const Mat3 F = hex_jacobian(x, cube.cells.hexes[0], xi) * hex_jacobian(cube.X, cube.cells.hexes[0], xi).inverse();
          const CellState here = state_of(F);
          const double share = weight[i] * weight[j] * weight[k];
          wanted.J = std::min(wanted.J, here.J);
          largest = std::max(largest, here.J);
          wanted.energy_density += share * here.energy_density;
          wanted.von_mises += share * here.von_mises;
        }
    ASSERT_GT(largest, 2 * wanted.J);
    expect_state(states(cube.X, cube.cells, x)[0], wanted);
  }
}

}  // namespace
}  // namespace lilyan::honest_states
