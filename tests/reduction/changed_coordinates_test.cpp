#include <lilyan/algebra/dense.hpp>
#include <lilyan/reduction/changed_coordinates.hpp>

#include <lilyan/reduction/reduce_elasticity.hpp>

#include <gmock/gmock.h>

#include <numbers>

#include <tests/reduction/reduced_full_body.hpp>
#include <tests/support/fault_of.hpp>

namespace lilyan::test {
namespace {

using Dense = Eigen::MatrixXd;

double largest_difference(const Vector& a, const Vector& b) { return (a - b).cwiseAbs().maxCoeff() / b.cwiseAbs().maxCoeff(); }

TEST(ChangedCoordinates, GiveTheEnergyOfTheTurnedColumns) {
  // The reduction of U T itself, of as many columns, fewer and more.
  const FullBody body = mixed_body<StVenantKirchhoff>();
  const auto reduced = [&](const Dense& U) { return reduce_stvk(body.X, body.cells, body.laws, body.law_of_cell, U); };
  const Index r = 6;
  const Dense U = random_columns(body.components(), r, 2);
  for (Index s : {r, 4, 1, 8}) {
    const Dense T = random_columns(r, s, 7);
    const QuarticEnergy found = in_coordinates(reduced(U), T), expected = reduced(U * T);
    EXPECT_LT(largest_difference(found.linear().reshaped(), expected.linear().reshaped()), 1e-12) << s;
    EXPECT_LT(largest_difference(found.third(), expected.third()), 1e-12) << s;
    EXPECT_LT(largest_difference(found.fourth(), expected.fourth()), 1e-12) << s;
  }
  EXPECT_TRUE(in_coordinates(QuarticEnergy(reduced(U).linear()), random_columns(r, r, 3)).is_quadratic());
}

TEST(ChangedCoordinates, MakeColumnsOrthonormalAndKeepTheMotions) {
  const FullBody body = mixed_body<StVenantKirchhoff>();
  const Index r = 5;
  const Dense U = random_columns(body.components(), r, 4) * Vector(Vector::LinSpaced(r, -6, 6)).array().exp().matrix().asDiagonal();
  const Vector mass = Vector::Constant(body.components() / 3, 2) + random_coordinates(body.components() / 3, 5);
  Dense V = U;
  QuarticEnergy energy = reduce_stvk(body.X, body.cells, body.laws, body.law_of_cell, U);
  make_orthonormal(V, energy, mass);
  EXPECT_LT((mass_products(V, mass) - Dense::Identity(r, r)).cwiseAbs().maxCoeff(), 1e-13);
  const QuarticEnergy direct = reduce_stvk(body.X, body.cells, body.laws, body.law_of_cell, V);
  EXPECT_LT(largest_difference(energy.linear().reshaped(), direct.linear().reshaped()), 1e-11);
  EXPECT_LT(largest_difference(energy.third(), direct.third()), 1e-11);
  EXPECT_LT(largest_difference(energy.fourth(), direct.fourth()), 1e-11);
  const Dense explained =
      V * solve_symmetric(mass_products(V, mass), V.transpose() * (mass.replicate(1, 3).transpose().reshaped().asDiagonal() * U));
  EXPECT_LT((explained - U).cwiseAbs().maxCoeff(), 1e-12 * U.cwiseAbs().maxCoeff());
}

TEST(ChangedCoordinates, LeaveAnOrthonormalBasisToTheLastBit) {
  const Index r = 3;
  Dense U = Dense::Zero(9, r);
  U(0, 0) = U(4, 1) = U(8, 2) = 0.5;
  const Vector mass = Vector::Constant(3, 4 * (1 + 9e-7));
  const Dense A = Vector(Vector::LinSpaced(r, 1, 3)).asDiagonal();
  QuarticEnergy energy(A);
  const Dense before = U;
  make_orthonormal(U, energy, mass);
  EXPECT_TRUE(U == before);
  EXPECT_TRUE(energy.linear() == A);
  make_orthonormal(U, energy, mass, 1e-8);
  EXPECT_FALSE(U == before);
  EXPECT_NEAR(energy.linear()(2, 2), 3 / (1 + 9e-7), 1e-12);
}

TEST(ChangedCoordinates, RefuseColumnsThatDependOnEachOther) {
  Dense U = random_columns(12, 3, 1);
  U.col(2) = 1e3 * U.col(0) - U.col(1);
  QuarticEnergy energy(Dense::Identity(3, 3));
  EXPECT_EQ(fault_of([&] { make_orthonormal(U, energy, Vector::Ones(4)); }).id, "reduction.basis");
  const Vector other = random_coordinates(12, 2);
  U.col(2) = U.col(0) - U.col(1) + 1e-7 * other;
  EXPECT_EQ(fault_of([&] { make_orthonormal(U, energy, Vector::Ones(4)); }).id, "reduction.basis") << "or nearly";
  U.col(2) += 1e-4 * other;
  Dense independent = U;
  EXPECT_NO_THROW(make_orthonormal(independent, energy, Vector::Ones(4)));
  U.col(2).setZero();
  EXPECT_EQ(fault_of([&] { make_orthonormal(U, energy, Vector::Ones(4)); }).id, "reduction.basis");
}

TEST(ChangedCoordinates, ReadFrequenciesOffTheStiffness) {
  Dense A = Dense::Zero(3, 3);
  A(0, 1) = A(1, 0) = 1;
  A(2, 2) = 9;
  const Vector f = 2 * std::numbers::pi * natural_frequencies(QuarticEnergy(A));
  EXPECT_NEAR(f[0], -1, 1e-14);
  EXPECT_NEAR(f[1], 1, 1e-14);
  EXPECT_NEAR(f[2], 3, 1e-14);
  EXPECT_EQ(natural_frequencies(QuarticEnergy()).size(), 0);
}

}  // namespace
}  // namespace lilyan::test
