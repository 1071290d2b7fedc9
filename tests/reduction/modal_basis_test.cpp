#include <lilyan/algebra/dense.hpp>
#include <lilyan/reduction/modal_basis.hpp>

#include <lilyan/algebra/threads.hpp>
#include <lilyan/core/error.hpp>
#include <lilyan/reduction/rigid_motions.hpp>
#include <lilyan/reduction/vibration.hpp>

#include <gtest/gtest.h>

#include <numbers>

#include <tests/reduction/held_bar.hpp>
#include <tests/support/fault_of.hpp>

namespace lilyan::test {
namespace {

BodySpec free_bar_at_rest() {
  BodySpec spec = held_bar();
  spec.pins = [](const Vector&) { return std::vector<Pin>{}; };
  return spec;
}

std::vector<CarriedMass> carried_by_the_end(const MovingBody& body, double mass) {
  const std::vector<Index> end = end_of(body.mesh.X, 1);
  return {{end, Vector::LinSpaced(static_cast<Eigen::Index>(end.size()), 1, 2), mass}};
}

// What U leaves of the columns, relative to each.
double largest_remainder(const System& system, const Eigen::MatrixXd& U, const Eigen::MatrixXd& columns) {
  double largest = 0;
  for (const auto z : columns.colwise()) {
    const Vector rest = z - U * (U.transpose() * system.metric().times(z));
    largest = std::max(largest, std::sqrt(rest.dot(system.metric().times(rest)) / z.dot(system.metric().times(z))));
  }
  return largest;
}

TEST(ModalBasis, IsOrthonormalWithTheMassesForHeldFreeLumpedAndConsistentBodies) {
  for (const BodySpec& spec :
       {held_bar(), with_consistent_mass(held_bar()), free_bar_at_rest(), with_consistent_mass(free_bar_at_rest())}) {
    const MovingBody body = make_body(spec);
    for (double mass : {0.0, 3.0}) {
      const ModalBasisRequest request{.modes = 4, .size = 10, .carried = carried_by_the_end(body, mass)};
      const Basis basis = modal_basis(*body.system, body.mesh.X, request);
      ASSERT_EQ(basis.size(), 10);
      EXPECT_LT(defect(*body.system, basis.U), 1e-12);
      for (Index c = 0; c < basis.U.rows(); ++c)
        if (body.system->coordinates().is_held(c)) {
          EXPECT_EQ(basis.U.row(c).norm(), 0);
        }
      const Eigen::MatrixXd rigid = rigid_motions(*body.system, body.mesh.X);
      if (rigid.cols() > 0) {
        Eigen::MatrixXd product(rigid.cols(), 10);
        for (Index k = 0; k < 10; ++k) product.col(k) = rigid.transpose() * body.system->metric().times(basis.U.col(k));
        EXPECT_LT(product.cwiseAbs().maxCoeff(), 1e-11);
      }
    }
  }
}

TEST(ModalBasis, OfAllColumnsOfTheFamilyHoldsModesAndDerivatives) {
  const MovingBody body = make_body(held_bar());
  const Basis basis = modal_basis(*body.system, body.mesh.X, {.modes = 3, .size = 9});
  const Modes modes = natural_modes(*body.system, body.mesh.X, 3);
  EXPECT_LT(largest_remainder(*body.system, basis.U, modes.shapes), 1e-8);
  EXPECT_LT(largest_remainder(*body.system, basis.U, modal_derivatives(*body.system, body.mesh.X, modes)), 1e-7);
  EXPECT_LT(basis.left_out, 1e-15);
  EXPECT_LT((basis.frequencies.head(2) - modes.frequencies.head(2)).norm(), 1e-6 * modes.frequencies.norm());
}

TEST(ModalBasis, KeepsTheLowestModeAndItsDerivativeFirst) {
  const MovingBody body = make_body(held_bar());
  const Modes modes = natural_modes(*body.system, body.mesh.X, 5);
  const Eigen::MatrixXd derivatives = modal_derivatives(*body.system, body.mesh.X, modes);
  const Basis basis = modal_basis(*body.system, body.mesh.X, {.modes = 5, .size = 8});
  const double first = largest_remainder(*body.system, basis.U, derivatives.col(0));
  const double last = largest_remainder(*body.system, basis.U, derivatives.rightCols(1));
  EXPECT_LT(largest_remainder(*body.system, basis.U, modes.shapes.leftCols(1)), 1e-2);
  EXPECT_LT(first, 5e-2);
  EXPECT_LT(first, last);
}

TEST(ModalBasis, OfAllModesOfASmallBodySpansEverything) {
  const MovingBody body = make_body(held_bar({2, 1, 1}));
  const Index unknowns = body.system->coordinates().size();
  const Basis basis = linear_modes_basis(*body.system, body.mesh.X, {.modes = unknowns});
  ASSERT_EQ(basis.size(), unknowns);
  EXPECT_LT(defect(*body.system, basis.U), 1e-12);
  // U U^T M = 1 on the free components.
  const Eigen::MatrixXd P = basis.U * basis.U.transpose() * body.system->mass().asDiagonal();
  for (Index a : body.system->coordinates().free())
    for (Index b : body.system->coordinates().free()) EXPECT_NEAR(P(a, b), a == b, 1e-10);
}

TEST(ModalBasis, OfABodyThatCarriesMassHasTheFrequenciesOfItWithThatMassWithinItsSpan) {
  const MovingBody body = make_body(held_bar());
  const auto carried = carried_by_the_end(body, 2);
  const Vector added = added_mass_of(*body.system, carried);
  EXPECT_NEAR(added.sum(), 2, 1e-14);
  const Modes loaded = loaded_modes(*body.system, body.mesh.X, added, 3), alone = natural_modes(*body.system, body.mesh.X, 3);
  EXPECT_LT(loaded.frequencies[0], 0.7 * alone.frequencies[0]);

  // The first mode of the body with its load, u.K u/(u.M u + u.m u), in both bases.
  auto lowest = [&](const Basis& basis) {
    Eigen::MatrixXd M = Eigen::MatrixXd::Identity(basis.size(), basis.size());
    for (Index v = 0; v < body.system->vertices(); ++v)
      M += added[v] * basis.U.middleRows(3 * v, 3).transpose() * basis.U.middleRows(3 * v, 3);
    return std::sqrt(generalised_eigenvalues(Eigen::MatrixXd(basis.frequencies.cwiseAbs2().asDiagonal()), M)[0]);
  };
  EXPECT_NEAR(lowest(linear_modes_basis(*body.system, body.mesh.X, {.modes = 3, .carried = carried})), loaded.frequencies[0], 1e-8);
  EXPECT_GT(lowest(linear_modes_basis(*body.system, body.mesh.X, {.modes = 3})), (1 + 1e-4) * loaded.frequencies[0]);
}

TEST(ModalBasis, HasModesOfAllTheMassForLumpedAndConsistentBodies) {
  // Against a dense eigenproblem.
  for (const BodySpec& spec : {held_bar({2, 1, 1}), with_consistent_mass(held_bar({2, 1, 1}))}) {
    const MovingBody body = make_body(spec);
    const Coordinates& coordinates = body.system->coordinates();
    const Vector added = added_mass_of(*body.system, carried_by_the_end(body, 2));
    const SymmetricMatrix K = elastic_hessian(*body.system, body.mesh.X);
    const Index n = coordinates.size();
    Eigen::MatrixXd dense_K(n, n), dense_M(n, n);
    Vector column;
    for (Index k = 0; k < n; ++k) {
      K.multiply(Vector::Unit(n, k), column);
      dense_K.col(k) = column;
      body.system->metric().multiply_unknowns(Vector::Unit(n, k), column);
      dense_M.col(k) = column;
      dense_M(k, k) += added[coordinates.free()[static_cast<std::size_t>(k)] / 3];
    }
    const Modes modes = loaded_modes(*body.system, body.mesh.X, added, 5);
    const Vector wanted = generalised_eigenvalues(dense_K, dense_M).head(5).cwiseSqrt() / (2 * std::numbers::pi);
    EXPECT_LT((modes.frequencies - wanted).cwiseQuotient(wanted).cwiseAbs().maxCoeff(), 1e-9);
    Vector u;
    for (Index k = 0; k < 5; ++k) {
      coordinates.restrict(modes.shapes.col(k), u);
      EXPECT_NEAR(u.dot(dense_M * u), 1, 1e-10);
    }
  }
}

TEST(ModalBasis, OfAHeavyLoadMovesLikeTheLoadAlone) {
  // One free vertex that carries a ton: omega^2 = (K^-1)_xx^-1 / m for the softest direction.
  const MovingBody body = make_body(held_bar({2, 1, 1}));
  const Index tip = end_of(body.mesh.X, 1).front();
  const Vector added = added_mass_of(*body.system, {{{tip}, Vector::Ones(1), 1e6}});
  const Modes heavy = loaded_modes(*body.system, body.mesh.X, added, 3),
              heavier = loaded_modes(*body.system, body.mesh.X, 4 * added, 3);
  EXPECT_LT((heavy.frequencies - 2 * heavier.frequencies).norm(), 1e-5 * heavy.frequencies.norm());
}

TEST(ModalBasis, HasTheSameBitsForEveryNumberOfThreadsAndOnEveryRun) {
  const MovingBody body = make_body(held_bar({12, 4, 4}));
  std::vector<Basis> found;
  for (int count : {1, 2, 5, 1}) {
    const Threads threads(count);
    const UsingThreads use(threads);
    found.push_back(modal_basis(*body.system, body.mesh.X, {.modes = 4, .size = 9, .carried = carried_by_the_end(body, 1)}));
  }
  for (const Basis& basis : found) {
    EXPECT_TRUE(basis.U == found.front().U);
    EXPECT_TRUE(basis.frequencies == found.front().frequencies);
  }
}

TEST(ModalBasis, SaysWhatCannotBeAskedFor) {
  const MovingBody body = make_body(held_bar({2, 1, 1}));
  auto id = [&](const ModalBasisRequest& request) { return fault_of([&] { modal_basis(*body.system, body.mesh.X, request); }).id; };
  const Index unknowns = body.system->coordinates().size();
  EXPECT_EQ(id({.modes = 3, .size = 10}), "reduction.basis");
  EXPECT_EQ(id({.modes = 3, .size = 0}), "reduction.basis");
  EXPECT_EQ(id({.modes = unknowns + 1, .size = 5}), "reduction.basis");
  EXPECT_EQ(id({.modes = 3, .size = 5, .carried = {{{0}, Vector::Ones(1), -1}}}), "reduction.basis");
  EXPECT_EQ(id({.modes = 3, .size = 5, .carried = {{{99}, Vector::Ones(1), 1}}}), "reduction.basis");
  EXPECT_EQ(id({.modes = 3, .size = 5, .carried = {{{1}, Vector::Zero(1), 1}}}), "reduction.basis");
  EXPECT_EQ(id({.modes = 3, .size = 5, .carried = {{{1, 2}, Vector::Ones(1), 1}}}), "reduction.basis");
  const MovingBody free = make_body(free_bar_at_rest());
  EXPECT_EQ(fault_of([&] { linear_modes_basis(*free.system, free.mesh.X, {.modes = free.system->coordinates().size()}); }).id,
            "reduction.basis");
}

}  // namespace
}  // namespace lilyan::test
