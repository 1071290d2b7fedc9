#include <lilyan/reduction/basis.hpp>

#include <lilyan/reduction/modes.hpp>
#include <lilyan/reduction/vibration.hpp>

#include <gtest/gtest.h>

#include <numbers>

#include <tests/reduction/held_bar.hpp>
#include <tests/reduction/reduced_full_body.hpp>
#include <tests/support/fault_of.hpp>

namespace lilyan::test {
namespace {

// Random displacements, 0 where held.
Eigen::MatrixXd random_displacements(const System& system, Index columns, unsigned seed) {
  Eigen::MatrixXd U = random_columns(3 * Eigen::Index{system.vertices()}, columns, seed);
  for (Index c = 0; c < U.rows(); ++c)
    if (system.coordinates().is_held(c)) U.row(c).setZero();
  return U;
}

TEST(Basis, OfAnyColumnsIsOrthonormalWithTheMassesAndDropsTheDependentOnes) {
  for (const BodySpec& spec : {held_bar(), with_consistent_mass(held_bar())}) {
    const MovingBody body = make_body(spec);
    const Eigen::MatrixXd independent = random_displacements(*body.system, 7, 1);
    Eigen::MatrixXd U(independent.rows(), 12);
    U << independent.leftCols(4), independent.leftCols(4) * random_columns(4, 2, 2), Vector::Zero(independent.rows()),
        1e-9 * independent.rightCols(3), independent.col(6) * -3, independent * random_columns(7, 1, 3);
    const Eigen::MatrixXd given = U;
    EXPECT_EQ(orthonormalise(U, body.system->metric()), 7);
    ASSERT_EQ(U.cols(), 7);
    EXPECT_LT(defect(*body.system, U), 1e-12);
    // The span is the one that was given.
    for (const auto u : given.colwise())
      EXPECT_LT((u - U * (U.transpose() * body.system->metric().times(u))).norm(), 1e-10 * (u.norm() + 1e-300));
  }
}

TEST(Basis, OfNearlyDependentColumnsIsStillOrthonormal) {
  const MovingBody body = make_body(held_bar());
  Eigen::MatrixXd U = random_displacements(*body.system, 10, 1);
  for (Index k = 1; k < 10; ++k) U.col(k) = U.col(0) + 1e-8 * U.col(k);
  EXPECT_EQ(orthonormalise(U, body.system->metric()), 10);
  EXPECT_LT(defect(*body.system, U), 1e-12);
  U = random_displacements(*body.system, 2, 1);
  U.col(1) = U.col(0) + 1e-8 * U.col(1);
  EXPECT_EQ(orthonormalise(U, body.system->metric(), 1e-6), 1);
}

TEST(Basis, OfSnapshotsSpansTheSpaceThatTheyComeFrom) {
  const MovingBody body = make_body(with_consistent_mass(held_bar()));
  const Eigen::MatrixXd space = random_displacements(*body.system, 5, 3);
  const Eigen::MatrixXd snapshots = space * Vector::LinSpaced(5, 1, 1e-3).asDiagonal() * random_columns(5, 40, 4);
  const Basis basis = mass_pca(*body.system, body.mesh.X, snapshots, 8);
  ASSERT_EQ(basis.size(), 5);  // there are no more
  EXPECT_LT(defect(*body.system, basis.U), 1e-12);
  EXPECT_LT(basis.left_out, 1e-20);
  for (const auto u : space.colwise())
    EXPECT_LT((u - basis.U * (basis.U.transpose() * body.system->metric().times(u))).norm(), 1e-10 * u.norm());
}

TEST(Basis, OfSnapshotsLeavesOutAsLittleAsPossible) {
  const MovingBody body = make_body(held_bar());
  Eigen::MatrixXd directions = random_displacements(*body.system, 4, 5);
  orthonormalise(directions, body.system->metric());
  const Vector sizes = (Vector(4) << 8, 4, 2, 1).finished();
  const Basis basis = mass_pca(*body.system, body.mesh.X, directions * sizes.asDiagonal(), 2);
  ASSERT_EQ(basis.size(), 2);
  EXPECT_NEAR(basis.left_out, (4.0 + 1) / (64 + 16 + 4 + 1), 1e-12);
  const Eigen::MatrixXd shares = basis.U.transpose() * body.system->mass().asDiagonal() * directions;
  EXPECT_NEAR(shares.leftCols(2).squaredNorm(), 2, 1e-12);
  EXPECT_LT(shares.rightCols(2).norm(), 1e-10);
}

TEST(Basis, VibratesByItselfInEveryColumn) {
  const MovingBody body = make_body(held_bar());
  const Basis basis = mass_pca(*body.system, body.mesh.X, random_displacements(*body.system, 9, 6), 6);
  const Coordinates& coordinates = body.system->coordinates();
  const SymmetricMatrix K = elastic_hessian(*body.system, body.mesh.X);
  Vector u, Ku, v;
  for (Index a = 0; a < 6; ++a) {
    coordinates.restrict(basis.U.col(a), u);
    K.multiply(u, Ku);
    const double omega = 2 * std::numbers::pi * basis.frequencies[a];
    for (Index b = 0; b < 6; ++b) {
      coordinates.restrict(basis.U.col(b), v);
      EXPECT_NEAR(v.dot(Ku), a == b ? omega * omega : 0, 1e-9 * omega * omega);
    }
    EXPECT_GT(basis.U.col(a).maxCoeff(), (1 - 2e-6) * basis.U.col(a).cwiseAbs().maxCoeff());
    if (a > 0) {
      EXPECT_LE(basis.frequencies[a - 1], basis.frequencies[a]);
    }
  }
}

TEST(Basis, OfSnapshotsOfTheModesHasTheirFrequencies) {
  const MovingBody body = make_body(held_bar());
  const Modes modes = natural_modes(*body.system, body.mesh.X, 5);
  const Basis basis = mass_pca(*body.system, body.mesh.X, modes.shapes * random_columns(5, 9, 1), 5);
  EXPECT_LT((basis.frequencies - modes.frequencies).cwiseQuotient(modes.frequencies).cwiseAbs().maxCoeff(), 1e-9);
  for (Index k = 0; k < 5; ++k) {  // up to the sign
    const Vector phi = modes.shapes.col(k), u = basis.U.col(k);
    EXPECT_LT(std::min((u - phi).norm(), (u + phi).norm()), 1e-6 * phi.norm());
  }
}

TEST(Basis, CannotBeMadeOfNothing) {
  const MovingBody body = make_body(held_bar());
  const Eigen::MatrixXd u = random_displacements(*body.system, 2, 1);
  auto id = [&](const Eigen::MatrixXd& given, Index r) {
    return fault_of([&] { mass_pca(*body.system, body.mesh.X, given, r); }).id;
  };
  EXPECT_EQ(id(u, 0), "reduction.basis");
  EXPECT_EQ(id(0 * u, 2), "reduction.basis");
  EXPECT_EQ(id(u.leftCols(0), 2), "reduction.basis");
  EXPECT_EQ(id(random_columns(u.rows(), 2, 1) - u, 2), "reduction.basis");  // of held vertices only
  EXPECT_EQ(id(std::numeric_limits<double>::quiet_NaN() * u, 2), "reduction.basis");
}

}  // namespace
}  // namespace lilyan::test
