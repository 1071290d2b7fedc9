// The balance of energy and work to rounding, where potentials, loads and constraints change in time.
#include <lilyan/constraints/constraint_kinds.hpp>
#include <lilyan/energy/expression_potential.hpp>

#include <gtest/gtest.h>

#include <tests/integrators/methods.hpp>

namespace lilyan::test::honest_balance {
namespace {

// Three particles in a field whose strength changes in time.
MovingBody in_a_field(const std::string& formula) {
  MovingBody body;
  Vector x(9), v(9), mass = Vec3(1, 2, 3);
  x << 1, 0.2, 0, -0.5, 0.8, 0.3, 0.1, -0.9, 0.4;
  v << 0, 1, 0.5, 0.3, 0, -0.4, 1, 0.2, 0;
  std::vector<std::unique_ptr<Potential>> potentials;
  potentials.push_back(std::make_unique<ExpressionPotential>(parse_expression(formula, potential_names({""}, {})),
                                                             std::vector<Index>{0, 1, 2}, 1, mass));
  body.system = std::make_unique<System>(mass, Vec3::Zero(), Coordinates(x, {}), std::move(potentials));
  body.start = {0, 0, 0, x, body.system->mass().cwiseProduct(v)};
  return body;
}

TEST(HonestBalance, ClosesForDiscreteGradientsOfPotentialsThatChangeInTime) {
  for (const char* formula :
       {"(2 + sin(5*t))*(x^2 + 3*y^2 + z^2)", "(3 + 2*t)*(x^4 + y^2 + z^4)", "exp(-t)*(x^2 + y^2 + z^2)^2 + t*x"})
    for (const Method& m : {method("energy_momentum"), method("discrete_gradient"), joint_gradient(), method("avf")}) {
      const MovingBody body = in_a_field(formula);
      const auto integrator = make_integrator(m.name, m.parameters);
      if (!integrator->objections(*body.system).empty()) continue;
      const RunOutcome outcome = run_body(body, *integrator, 0.02, 100, {.tolerance = 1e-14});
      EXPECT_EQ(outcome.failure, "") << m.label << " " << formula;
      EXPECT_GT(std::abs(outcome.drift.last().work), 1e-2 * outcome.drift.energy_scale()) << m.label << " " << formula;
      EXPECT_LT(outcome.drift.energy(), 1e-11) << m.label << " " << formula;
    }
}

// For laws of small strain the method is implicit midpoint, which keeps a quadratic energy: nothing may be missing from the work.
BodySpec linear_bar() {
  BodySpec spec = resting_bar();
  spec.law = Linear{300, 200};
  spec.gravity = Vec3(0, -1, 0);
  return spec;
}

void expect_closed(const MovingBody& body) {
  const RunOutcome outcome = run_body(body, *make_integrator("corotational_reversible"), 0.01, 100);
  EXPECT_EQ(outcome.failure, "");
  EXPECT_GT(std::abs(outcome.drift.last().work), 1e-2 * outcome.drift.energy_scale());
  EXPECT_LT(outcome.drift.energy(), 1e-11);
}

TEST(HonestBalance, ClosesForCorotationalReversibleUnderLoadsThatChange) {
  BodySpec spec = linear_bar();
  spec.loads = [](const Vector& X) { return std::vector<Load>{pull(end_of(X, 1), Vec3(1, 2, 3), {ProfileSine{2, 0}, 0})}; };
  expect_closed(make_body(spec));
}

TEST(HonestBalance, ClosesForCorotationalReversibleWithPinsThatMove) {
  BodySpec spec = linear_bar();
  spec.pins = [](const Vector& X) {
    Pin pin;
    pin.vertices = end_of(X, -1);
    pin.motion = {Ramp{.translation = Vec3(0.2, 0.1, 0), .axis = Vec3::UnitX(), .radians = 0.5, .t0 = 0, .t1 = 0.5}};
    return std::vector<Pin>{pin};
  };
  expect_closed(make_body(spec));
}

TEST(HonestBalance, ClosesForCorotationalReversibleWithConstraintsThatMove) {
  const BodySpec spec = linear_bar();
  MovingBody body = make_body(spec);
  std::vector<std::unique_ptr<Constraint>> constraints;
  const Motion up = {Ramp{.translation = Vec3(0.1, 0.4, 0), .t0 = 0, .t1 = 0.6}};
  for (Index i : end_of(body.mesh.X, -1))
    constraints.push_back(std::make_unique<LinearConstraint>("lift", std::vector<LinearConstraint::Share>{{i, 1}},
                                                             Vec3(vertex(body.start.x, i)),
                                                             std::vector<Vec3>{Vec3::UnitX(), Vec3::UnitY()}, up));
  std::vector<std::unique_ptr<Potential>> potentials;
  for (auto& part : make_elasticity(body.mesh.X, body.mesh.tets, {spec.law}, std::vector<Index>(body.mesh.tets.size(), 0)))
    potentials.push_back(std::move(part));
  body.system = std::make_unique<System>(Vector(body.system->vertex_mass()), spec.gravity, Coordinates(body.start.x, {}),
                                         std::move(potentials), std::vector<Load>{}, std::vector<std::unique_ptr<Dissipation>>{},
                                         ConstraintSet(std::move(constraints), ConstraintVelocities::free));
  expect_closed(body);
}

// A load that grows evenly gives the impulse of its mean: that of both ends of every step.
TEST(HonestBalance, OfMomentumClosesUnderALoadThatGrows) {
  BodySpec spec = resting_bar();
  const Vec3 force(1, -2, 0.5);
  spec.loads = [force](const Vector& X) { return std::vector<Load>{pull(end_of(X, 1), force, {ProfileRamp{}, 0, 1})}; };
  for (const Method& m : {method("energy_momentum"), method("discrete_gradient"), method("avf")}) {
    const RunOutcome outcome = run_body(make_body(spec), *make_integrator(m.name, m.parameters), 0.005, 40, {.tolerance = 1e-14});
    EXPECT_EQ(outcome.failure, "") << m.label;
    EXPECT_LT((outcome.drift.last().linear - 0.5 * 0.2 * 0.2 * force).norm(), 1e-9) << m.label;
  }
}

// avf reads its momentum off the chord, v = 2 (x - x_n)/h - v_n, however roughly the step was solved.
TEST(HonestBalance, OfARoughlySolvedStepOfAvfIsThatOfItsChord) {
  const MovingBody body = make_body({});
  const auto integrator = make_integrator("avf");
  const auto stepper = make_stepper(*body.system, *integrator, {.tolerance = 1e-3});
  Workspace workspace;
  const auto step = stepper->attempt(History(body.start), {1, 0.033, 0.033}, workspace);
  ASSERT_TRUE(step);
  const Vector p = body.system->mass().cwiseProduct(2 / 0.033 * (step->frame.x - body.start.x)) - body.start.p;
  EXPECT_LT((step->frame.p - p).norm(), 1e-12 * p.norm());
}

// The residual that is told is that of the step, not of the rough one that it started from.
TEST(HonestBalance, OfAPolishedStepIsToldByItsOwnResidual) {
  const RunOutcome outcome = run_body(make_body({}), *make_integrator("energy_momentum"), 0.033, 20);
  EXPECT_EQ(outcome.failure, "");
  EXPECT_LT(outcome.statistics.residual, 1e-10);
}

// Of stvk the force along a chord is a cubic: two points of Gauss and Simpson's rule are exact, one point is not.
TEST(HonestBalance, ClosesForAvfWithARuleThatIsJustExact) {
  for (const char* rule : {"gauss2", "simpson"}) {
    Parameters parameters;
    parameters.set("quadrature", std::string(rule));
    const RunOutcome outcome = run_body(make_body({}), *make_integrator("avf", parameters), 0.033, 30, {.tolerance = 1e-13});
    EXPECT_EQ(outcome.failure, "") << rule;
    EXPECT_LT(outcome.drift.energy(), 1e-10) << rule;
  }
}

// A cubic energy: the mean force along a step needs two points, one is exact for parabolas only.
class Cubic final : public Potential {
 public:
  EnergyKind kind() const override { return EnergyKind::elastic; }
  bool keeps_momenta() const override { return false; }
  std::optional<int> degree() const override { return 3; }
  double value(const Vector& x, double) const override { return 5 * x.squaredNorm() + x.array().cube().sum(); }
  double add_gradient(const Vector& x, double t, double w, Vector& g) const override {
    g += w * (10 * x + 3 * x.cwiseAbs2());
    return value(x, t);
  }
  void add_hessian(const Vector& x, double, double w, Definiteness, BlockMatrix& H) const override {
    H.add_to_diagonal(w, Vector(Vector::Constant(x.size(), 10) + 6 * x));
  }
  void connect(BlockPatternBuilder&) override {}
};

TEST(HonestBalance, ClosesForAvfOnEnergiesOfOddDegree) {
  Vector x(3), v(3);
  x << 0.5, -0.4, 0.3;
  v << 0.2, 0.5, -0.6;
  std::vector<std::unique_ptr<Potential>> potentials;
  potentials.push_back(std::make_unique<Cubic>());
  MovingBody body;
  body.system = std::make_unique<System>(Vector(Vector::Ones(1)), Vec3::Zero(), Coordinates(x, {}), std::move(potentials));
  body.start = {0, 0, 0, x, v};
  const RunOutcome outcome = run_body(body, *make_integrator("avf"), 0.05, 200, {.tolerance = 1e-14});
  EXPECT_EQ(outcome.failure, "");
  EXPECT_LT(outcome.drift.energy(), 1e-12);
}

}  // namespace
}  // namespace lilyan::test::honest_balance
