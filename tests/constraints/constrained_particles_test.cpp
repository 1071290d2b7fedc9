// What motions of particles under constraints keep.
#include <lilyan/dynamics/integrator.hpp>

#include <gtest/gtest.h>

#include <tests/constraints/constrained.hpp>

#include <cmath>
#include <numbers>

namespace lilyan::test {
namespace {

MovingBody pendulum(ConstraintVelocities velocities = ConstraintVelocities::free) {
  return particles(Vec3(1, 0, 0), Vec3(0, 1, 0), Vector::Ones(1), list_of(OnSphere("rod", 0, Vec3::Zero(), 1)), velocities);
}

// What is watched over a run, absolute.
struct Watched {
  RunOutcome outcome;
  double energy_error = 0, L_z_error = 0;
  double first_tenth = 0, last_tenth = 0;  // means of the energy
};

Watched watch(const MovingBody& body, const std::string& method, double h, std::int64_t steps, const Parameters& parameters = {}) {
  double energy = 0, L_z = 0, first = 0, last = 0, E_0 = 0, L_0 = 0;
  RunOutcome outcome = run_body(body, *make_integrator(method, parameters), h, steps, {}, 1, [&](const LedgerRow& row) {
    if (row.step == 0) E_0 = row.total, L_0 = row.angular.z();
    energy = std::max(energy, std::abs(row.total - E_0));
    L_z = std::max(L_z, std::abs(row.angular.z() - L_0));
    if (10 * row.step <= steps) first += row.total;
    if (10 * row.step > 9 * steps) last += row.total;
  });
  const double tenth = static_cast<double>(steps) / 10;
  return {std::move(outcome), energy, L_z, first / (tenth + 1), last / tenth};
}

TEST(SphericalPendulum, OfTheVariationalMethodKeepsItsMomentumAndItsMeanEnergy) {
  const MovingBody body = pendulum();
  for (const char* method : {"variational", "symplectic_euler"}) {
    const Watched seen = watch(body, method, 0.01, 20000);
    EXPECT_EQ(seen.outcome.failure, "") << method;
    EXPECT_LT(missed(body, seen.outcome.history), 1e-12) << method;
    EXPECT_LT(seen.L_z_error, 1e-10) << method;
    EXPECT_LT(seen.energy_error, 0.01 * 9.81) << method;
    EXPECT_LT(std::abs(seen.last_tenth - seen.first_tenth), 1e-5) << method;
  }
}

TEST(SphericalPendulum, OfTheSymmetricMethodsKeepsItsEnergyAndMomentum) {
  const MovingBody body = pendulum();
  for (const char* method : {"avf", "implicit_midpoint", "newmark"}) {
    const Watched seen = watch(body, method, 0.01, 20000);
    EXPECT_EQ(seen.outcome.failure, "") << method;
    EXPECT_LT(missed(body, seen.outcome.history), 1e-12) << method;
    EXPECT_LT(seen.energy_error, 1e-10) << method;
    EXPECT_LT(seen.L_z_error, 1e-10) << method;
  }
}

TEST(SphericalPendulum, OfDiscreteGradientsKeepsItsEnergy) {
  const MovingBody body = pendulum();
  Parameters joint;
  joint.set("form", std::string("joint"));
  for (const auto& [method, parameters] :
       {std::pair<const char*, Parameters>{"discrete_gradient", {}}, {"discrete_gradient", joint}, {"energy_momentum", {}}}) {
    const Watched seen = watch(body, method, 0.01, 2000, parameters);
    EXPECT_EQ(seen.outcome.failure, "") << method;
    EXPECT_LT(missed(body, seen.outcome.history), 1e-12) << method;
    EXPECT_LT(seen.energy_error, 1e-10) << method;
  }
}

TEST(SphericalPendulum, OfVelocityVerletHasTangentVelocitiesAndABoundedEnergy) {
  const MovingBody body = pendulum();
  const Watched seen = watch(body, "velocity_verlet", 0.01, 20000);
  EXPECT_EQ(seen.outcome.failure, "");
  EXPECT_LT(missed(body, seen.outcome.history), 1e-12);
  EXPECT_LT(seen.energy_error, 0.01 * 9.81);
  EXPECT_LT(std::abs(seen.last_tenth - seen.first_tenth), 1e-5);
  EXPECT_LT(std::abs(seen.outcome.history.now().p.dot(seen.outcome.history.now().x)), 1e-12);
}

// A thousand kilometres from the origin a position is rounded to 1e-10 m: the energy is kept as far as that lets it be, and no step
// is taken for one that cannot be solved.
TEST(SphericalPendulum, SwingsFarFromTheOriginToo) {
  for (const double away : {1e4, 3e5, 1e6}) {
    const Vec3 centre(away, away, 0);
    const MovingBody body =
        particles(centre + Vec3(1, 0, 0), Vec3(0, 1, 0), Vector::Ones(1), list_of(OnSphere("rod", 0, centre, 1)));
    for (const char* method : {"avf", "discrete_gradient", "implicit_midpoint"}) {
      const Watched seen = watch(body, method, 0.01, 1500);
      EXPECT_EQ(seen.outcome.failure, "") << method << " " << away;
      EXPECT_LT(seen.energy_error, 1e-6 * away + 1e-3) << method << " " << away;
    }
  }
}

TEST(SphericalPendulum, LosesEnergyOnlyByMethodsThatDamp) {
  const MovingBody body = pendulum();
  for (const char* method : {"backward_euler", "bdf2", "bathe"}) {
    const Watched seen = watch(body, method, 0.01, 2000);
    EXPECT_EQ(seen.outcome.failure, "") << method;
    EXPECT_LT(missed(body, seen.outcome.history), 1e-12) << method;
    EXPECT_LT(seen.outcome.drift.final_energy(), std::string(method) == "bathe" ? 1e-3 : 0) << method;
  }
}

TEST(SphericalPendulum, WithConsistentVelocitiesKeepsEnergyMomentumAndConstraint) {
  const MovingBody body = pendulum(ConstraintVelocities::consistent);
  const Watched seen = watch(body, "avf", 0.01, 4000);
  EXPECT_EQ(seen.outcome.failure, "");
  EXPECT_LT(seen.energy_error, 1e-11);
  EXPECT_LT(seen.L_z_error, 1e-10);
  EXPECT_LT(std::abs(seen.outcome.history.now().p.dot(seen.outcome.history.now().x)), 1e-12);
}

TEST(SphericalPendulum, FallsToTheBottomInEquilibrium) {
  const MovingBody body =
      particles(Vec3(0.6, 0, -0.8), Vec3::Zero(), Vector::Ones(1), list_of(OnSphere("rod", 0, Vec3::Zero(), 1)));
  const RunOutcome outcome = run_body(body, *make_integrator("static"), 1, 1);
  EXPECT_EQ(outcome.failure, "");
  EXPECT_LT((outcome.history.now().x - Vec3(0, 0, -1)).norm(), 1e-8);
}

// The order at which the pendulum's place after a second converges.
double measured_order(const std::string& method, int order, double h) {
  Parameters parameters;
  if (order > 2) parameters.set("order", static_cast<double>(order));
  const MovingBody body = pendulum();
  auto place = [&](double step) {
    return Vector(run_body(body, *make_integrator(method, parameters), step, std::lround(1 / step)).history.now().x);
  };
  const Vector coarse = place(h), fine = place(h / 2), finest = place(h / 4);
  return std::log2((coarse - fine).norm() / (fine - finest).norm());
}

TEST(SphericalPendulum, ConvergesWithTheOrderOfTheMethod) {
  for (const char* method : {"avf", "implicit_midpoint", "newmark", "velocity_verlet", "variational", "bathe"})
    EXPECT_NEAR(measured_order(method, 2, 0.02), 2, 0.3) << method;
  for (const char* method : {"forward_euler", "backward_euler"}) EXPECT_NEAR(measured_order(method, 1, 0.005), 1, 0.3) << method;
  for (const char* method : {"avf", "implicit_midpoint", "velocity_verlet"})
    EXPECT_NEAR(measured_order(method, 4, 0.05), 4, 0.3) << method;
}

// A constraint of one's own: a bead in a bowl, z = (x^2 + y^2)/2.
class InABowl final : public Constraint {
 public:
  std::string name() const override { return "bowl"; }
  Index rows() const override { return 1; }
  int degree() const override { return 2; }
  void value(const Vector& x, double, Index first, Vector& g) const override {
    g[first] = x[2] - 0.5 * (x[0] * x[0] + x[1] * x[1]);
  }
  void add_gradient(const Vector& x, double, double w, Index first, Entries& G) const override {
    for (const Entry& entry : {Entry{first, 0, -w * x[0]}, Entry{first, 1, -w * x[1]}, Entry{first, 2, w}}) G.push_back(entry);
  }
  void add_hessian(const Vector&, double, double w, Index first, const Vector& lambda, Entries& H) const override {
    for (const Index c : {0, 1}) H.push_back({c, c, -w * lambda[first]});
  }
};

TEST(BeadInABowl, KeepsToAConstraintOfOnesOwn) {
  const MovingBody body = particles(Vec3(1, 0, 0.5), Vec3(0, 1, 0), Vector::Ones(1), list_of(InABowl{}));
  for (const char* method : {"avf", "variational", "velocity_verlet"}) {
    const Watched seen = watch(body, method, 0.01, 2000);
    EXPECT_EQ(seen.outcome.failure, "") << method;
    EXPECT_LT(missed(body, seen.outcome.history), 1e-12) << method;
    EXPECT_LT(seen.L_z_error, 1e-10) << method;
    EXPECT_LT(seen.energy_error, std::string(method) == "avf" ? 1e-10 : 0.01) << method;
  }
}

// A chain of n links from a fixed point, at an angle from hanging straight down.
MovingBody chain(Index n, double angle, ConstraintVelocities velocities) {
  Vector x(3 * n);
  Constraints links;
  const double l = 1.0 / n;
  for (Index i = 0; i < n; ++i) {
    vertex(x, i) = (i + 1) * l * Vec3(std::sin(angle), 0, -std::cos(angle));
    if (i == 0)
      links.push_back(std::make_unique<OnSphere>("link 0", 0, Vec3::Zero(), l));
    else
      links.push_back(std::make_unique<FixedDistance>("link " + std::to_string(i), i - 1, i, l));
  }
  return particles(x, Vector::Zero(3 * n), Vector::Constant(n, l), std::move(links), velocities);
}

TEST(Chain, FromAGentleStartKeepsItsEnergyAndItsLinks) {
  for (const double h : {0.01, 0.033})
    for (const ConstraintVelocities velocities : {ConstraintVelocities::free, ConstraintVelocities::consistent}) {
      const MovingBody body = chain(20, 0.5, velocities);
      const Watched seen = watch(body, "avf", h, 600);
      EXPECT_EQ(seen.outcome.failure, "") << h;
      EXPECT_LT(missed(body, seen.outcome.history), 1e-10) << h;
      EXPECT_LT(seen.energy_error, 1e-9) << h;
    }
}

// Makes a step, in halves where it fails; false where even small parts of it fail.
bool make_step(const Stepper& stepper, History& history, Workspace& workspace, double h, int halvings) {
  Result<Step, StepFailure> step = stepper.attempt(history, {0, history.now().t + h, h}, workspace);
  if (step) {
    history.accept(std::move(*step));
    return true;
  }
  return halvings > 0 && make_step(stepper, history, workspace, h / 2, halvings - 1) &&
         make_step(stepper, history, workspace, h / 2, halvings - 1);
}

TEST(Chain, MovesTheSameBitsWithANewWorkspaceAndAHistoryReadBackInEveryStep) {
  for (const char* method : {"avf", "variational", "velocity_verlet"}) {
    const MovingBody body = chain(20, 1.2, ConstraintVelocities::consistent);
    const std::unique_ptr<Integrator> integrator = make_integrator(method);
    const auto made_stepper = make_stepper(*body.system, *integrator, {});
    const Stepper& stepper = *made_stepper;
    History kept(body.start), forgetful(body.start);
    Workspace workspace;
    for (int n = 0; n < 100; ++n) {
      ASSERT_TRUE(make_step(stepper, kept, workspace, 0.01, 0)) << method;
      Workspace fresh;
      ASSERT_TRUE(make_step(stepper, forgetful, fresh, 0.01, 0)) << method;
      forgetful = History::read(forgetful.write());
    }
    EXPECT_EQ(kept.write(), forgetful.write()) << method;
  }
}

// The largest and the last energy error of a chain released horizontally, relative to its weight times its length.
std::pair<double, double> whip(ConstraintVelocities velocities, int halvings) {
  const MovingBody body = chain(20, std::numbers::pi / 2, velocities);
  const std::unique_ptr<Integrator> avf = make_integrator("avf");
  const auto made_stepper = make_stepper(*body.system, *avf, {});
  const Stepper& stepper = *made_stepper;
  History history(body.start);
  Workspace workspace;
  Drift drift;
  drift.see(stepper.ledger(history));
  double worst = 0;
  for (int n = 0; n < 1000; ++n) {
    if (!make_step(stepper, history, workspace, 0.01, halvings)) {
      ADD_FAILURE() << "step " << n << " failed";
      break;
    }
    drift.see(stepper.ledger(history));
    worst = std::max(worst, std::abs(stepper.ledger(history).total) / 9.81);
    EXPECT_LT(missed(body, history), 1e-10);
  }
  return {worst, std::abs(stepper.ledger(history).total) / 9.81};
}

TEST(Whip, SurvivesByHalvingStepsAndKeepsItsEnergy) { EXPECT_LT(whip(ConstraintVelocities::free, 8).first, 1e-8); }

TEST(Whip, SurvivesWithConsistentVelocitiesWhichOweSomeEnergyForAWhile) {
  EXPECT_LT(whip(ConstraintVelocities::consistent, 0).first, 0.2);
}

}  // namespace
}  // namespace lilyan::test
