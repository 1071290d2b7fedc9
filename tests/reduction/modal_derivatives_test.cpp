#include <lilyan/reduction/modal_basis.hpp>

#include <lilyan/algebra/direct_solver.hpp>
#include <lilyan/core/error.hpp>
#include <lilyan/reduction/vibration.hpp>

#include <gtest/gtest.h>

#include <tests/reduction/held_bar.hpp>

namespace lilyan::test {
namespace {

// The positions at which the elastic forces are `force` where free, by Newton's method from rest.
Vector static_response(const MovingBody& body, const Vector& force) {
  const Coordinates& coordinates = body.system->coordinates();
  Vector x = body.mesh.X;
  for (int iteration = 0; iteration < 12; ++iteration) {
    Vector g = -force, residual, step;
    body.system->add_gradient(x, 0, 1, g);
    coordinates.restrict(g, residual);
    const SymmetricMatrix K = elastic_hessian(*body.system, x);
    const auto solver = make_direct_solver(K.pattern());
    EXPECT_TRUE(solver->factorise(K));
    solver->solve(residual, step);
    for (Index i = 0; i < coordinates.size(); ++i) x[coordinates.free()[static_cast<std::size_t>(i)]] -= step[i];
  }
  return x - body.mesh.X;
}

// K phi over all components.
Vector modal_force(const MovingBody& body, const Modes& modes, Index mode) {
  const double omega = 2 * std::numbers::pi * modes.frequencies[mode];
  return omega * omega * body.system->metric().times(modes.shapes.col(mode));
}

void expect_second_derivatives_of_the_static_response(const BodySpec& spec, double tolerance) {
  const MovingBody body = make_body(spec);
  const Modes modes = natural_modes(*body.system, body.mesh.X, 4);
  const Eigen::MatrixXd derivatives = modal_derivatives(*body.system, body.mesh.X, modes);
  ASSERT_EQ(derivatives.cols(), 10);
  Eigen::Index at = 0;
  for (Index j = 0; j < 4; ++j)
    for (Index i = 0; i <= j; ++i, ++at) {
      const Vector F_i = modal_force(body, modes, i), F_j = modal_force(body, modes, j);
      auto second_difference = [&](double p) -> Vector {
        return (static_response(body, p * (F_i + F_j)) - static_response(body, p * (F_i - F_j)) -
                static_response(body, p * (F_j - F_i)) + static_response(body, -p * (F_i + F_j))) /
               (4 * p * p);
      };
      const double p = 0.001 / modes.shapes.cwiseAbs().maxCoeff();
      const Vector wanted = (4 * second_difference(p) - second_difference(2 * p)) / 3;
      EXPECT_LT((derivatives.col(at) - wanted).norm(), tolerance * wanted.norm()) << i << ", " << j;
    }
}

TEST(ModalDerivatives, AreSecondDerivativesOfTheStaticResponse) {
  expect_second_derivatives_of_the_static_response(held_bar(), 3e-6);
  expect_second_derivatives_of_the_static_response(with_consistent_mass(held_bar()), 3e-6);
}

TEST(ModalDerivatives, AreKnownForLawsThatAreNoPolynomials) {
  BodySpec spec = held_bar();
  spec.law = NeoHookean{50, 200};
  expect_second_derivatives_of_the_static_response(spec, 1e-4);
}

TEST(ModalDerivatives, OfALinearBodyAreZero) {
  BodySpec spec = held_bar();
  spec.law = Linear{1000, 500};
  const MovingBody body = make_body(spec);
  const Modes modes = natural_modes(*body.system, body.mesh.X, 3);
  const Eigen::MatrixXd derivatives = modal_derivatives(*body.system, body.mesh.X, modes);
  BodySpec curved = held_bar();
  const MovingBody other = make_body(curved);
  const Eigen::MatrixXd large = modal_derivatives(*other.system, other.mesh.X, natural_modes(*other.system, other.mesh.X, 3));
  EXPECT_LT(derivatives.norm(), 1e-9 * large.norm());
}

TEST(ModalDerivatives, OfAFreeBodySolveTheirEquationUpToInertiaAndHoldNoRigidMotion) {
  BodySpec spec = held_bar({40, 2, 2});  // slender, so that rounding makes rigid motions that have to be taken out
  spec.size = Vec3(40, 1, 0.8);
  spec.pins = [](const Vector&) { return std::vector<Pin>{}; };
  const MovingBody body = make_body(spec);
  const Modes modes = natural_modes(*body.system, body.mesh.X, 9);
  ASSERT_EQ(modes.rigid, 6);
  const Eigen::MatrixXd derivatives = modal_derivatives(*body.system, body.mesh.X, modes);
  ASSERT_EQ(derivatives.cols(), 6);
  const Eigen::MatrixXd rigid = modes.shapes.leftCols(6);
  EXPECT_LT((rigid.transpose() * body.system->mass().asDiagonal() * derivatives).norm(), 1e-13 * derivatives.norm() * rigid.norm());

  // (H:a) b by differences of the stiffness, another way than the code's.
  const SymmetricMatrix K = elastic_hessian(*body.system, body.mesh.X);
  Eigen::Index at = 0;
  for (Index j = 6; j < 9; ++j)
    for (Index i = 6; i <= j; ++i, ++at) {
      const double step = 0.1;
      Vector plus, minus, left;
      elastic_hessian(*body.system, body.mesh.X + step * modes.shapes.col(i)).multiply(modes.shapes.col(j), plus);
      elastic_hessian(*body.system, body.mesh.X - step * modes.shapes.col(i)).multiply(modes.shapes.col(j), minus);
      const Vector force = (minus - plus) / (2 * step);
      K.multiply(derivatives.col(at), left);
      const Vector balanced = force - body.system->mass().asDiagonal() * (rigid * (rigid.transpose() * force));
      EXPECT_LT((left - balanced).norm(), 1e-9 * balanced.norm()) << i << ", " << j;
    }
}

}  // namespace
}  // namespace lilyan::test
