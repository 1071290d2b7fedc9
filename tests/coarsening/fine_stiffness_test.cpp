#include <lilyan/coarsening/fine_stiffness.hpp>
#include <lilyan/energy/elements/elasticity.hpp>

#include <gtest/gtest.h>

#include <cmath>

#include <tests/coarsening/bars.hpp>

namespace lilyan::test {
namespace {

TEST(FineStiffness, IsTheHessianOfTheElasticEnergyAtRest) {
  FineBox spec = layered_bar(2, 10);
  spec.cells = {16, 4, 4};
  const FineBody body = fine_box(spec);
  const BlockMatrix K = fine_stiffness(body);
  const std::vector<Law> laws = {scaled_soft(1), scaled_soft(10)};
  Vector u(body.X.size());
  for (Index c = 0; c < u.size(); ++c) u[c] = std::sin(1.7 * c);
  Vector force = Vector::Zero(u.size());
  for (const auto& elasticity : make_elasticity(body.X, body.cells, laws, body.law_of_cell)) {
    elasticity->add_gradient(body.X + 1e-3 * u, 0, 1e3, force);  // linear in the displacements
  }
  EXPECT_LT((K.times(u) - force).cwiseAbs().maxCoeff(), 1e-9 * force.cwiseAbs().maxCoeff());
  const FineBody slice = fine_rectangle({Vec3(2, 1, 1), {4, 2, 1}, {1, 10}, [](const Vec3& x) { return Index{x[0] > 1}; }}, 0.3);
  Vector v = Vector::Zero(slice.X.size()), pull = v;
  for (Index c = 0; c < v.size(); ++c) v[c] = c % 3 == 2 ? 0 : std::sin(1.7 * c);
  for (const auto& elasticity : make_elasticity(slice.X, slice.cells, laws, slice.law_of_cell))
    elasticity->add_gradient(slice.X + 1e-3 * v, 0, 1e3, pull);
  EXPECT_LT((fine_stiffness(slice).times(v) - pull).cwiseAbs().maxCoeff(), 1e-9 * pull.cwiseAbs().maxCoeff());
}

TEST(FineStiffness, OfABodyInPartsIsSupportedBySixComponentsPerPart) {
  FineBody two = fine_box({Vec3::Ones(), {1, 1, 1}});
  FineBody other = two;
  other.X.array() += 3;
  two.cells.append(other.cells, two.vertices());
  Vector X(2 * two.X.size());
  X << two.X, other.X;
  two.X = X;
  two.held.assign(static_cast<std::size_t>(X.size()), false);
  EXPECT_EQ(supported_components(two, two.held).size(), two.held.size() - 12);
  two.held[0] = two.held[1] = two.held[2] = true;  // a vertex of the first part: three rotations are left to it
  EXPECT_EQ(supported_components(two, two.held).size(), two.held.size() - 12);
  const FineBody slice = fine_rectangle({Vec3(2, 1, 1), {2, 1, 1}});
  EXPECT_EQ(supported_components(slice, slice.held).size(), 2 * static_cast<std::size_t>(slice.vertices()) - 3);
}

}  // namespace
}  // namespace lilyan::test
