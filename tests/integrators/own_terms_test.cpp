// A potential that poses its own term: one that joins vertices which no element joins, forbids chords, limits the line search and
// remembers. All methods move it.
#include <lilyan/energy/springs.hpp>

#include <gtest/gtest.h>

#include <tests/integrators/methods.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lilyan::test {
namespace {

// A barrier between vertices a and b along x: W = -k (d - range)^2 ln(d/range) for gaps d < range, and infinite where they have
// passed.
class Bumper final : public Potential {
 public:
  Bumper(Index a, Index b, double stiffness, double range) : a_(a), b_(b), stiffness_(stiffness), range_(range) {}

  double gap(const Vector& x) const { return x[3 * b_] - x[3 * a_]; }
  double range() const { return range_; }
  Index a() const { return a_; }
  Index b() const { return b_; }

  // W and its first two derivatives by the gap.
  std::array<double, 3> energy(double d) const {
    if (d <= 0) return {std::numeric_limits<double>::infinity(), 0, 0};
    if (d >= range_) return {0, 0, 0};
    const double e = d - range_, l = std::log(d / range_);
    return {-stiffness_ * e * e * l, -stiffness_ * (2 * e * l + e * e / d), -stiffness_ * (2 * l + 4 * e / d - e * e / (d * d))};
  }

  EnergyKind kind() const override { return EnergyKind::elastic; }
  std::optional<int> degree() const override { return std::nullopt; }
  double value(const Vector& x, double) const override { return energy(gap(x))[0]; }
  double add_gradient(const Vector& x, double, double w, Vector& g) const override {
    const auto [W, slope, curvature] = energy(gap(x));
    g[3 * b_] += w * slope;
    g[3 * a_] -= w * slope;
    return W;
  }
  void add_hessian(const Vector&, double, double, Definiteness, BlockMatrix&) const override {
    ADD_FAILURE() << "its vertices do not meet in the pattern of the system";
  }
  void connect(BlockPatternBuilder&) override {}
  bool has_own_mean(Evaluate) const override { return true; }
  std::unique_ptr<StepTerm> own_mean(const Chord& chord, Evaluate evaluate) const override;

 private:
  Index a_, b_;
  double stiffness_, range_;
};

// The force at the end of the step, or of an explicit one at its start.
class BumperTerm final : public StepTerm {
 public:
  BumperTerm(const Bumper& bumper, const Chord& chord, Evaluate evaluate)
      : bumper_(bumper),
        x_n_(chord.x),
        evaluate_(evaluate),
        steps_near_(chord.memory ? chord.memory->number("bumper.steps", 0) : 0) {}

  bool is_near() const { return bumper_.gap(x_n_) < 3 * bumper_.range(); }
  bool is_constant() const override { return evaluate_ == Evaluate::at_start; }

  Value add_force(const Vector& x, double w, Vector& f) const override {
    if (!is_constant()) {
      const double W = bumper_.add_gradient(x, 0, w, f);
      return {W, std::abs(W)};
    }
    Vector force = Vector::Zero(x.size());
    bumper_.add_gradient(x_n_, 0, 1, force);
    f += w * force;
    return {force.dot(x - x_n_), std::abs(force.dot(x - x_n_))};
  }

  using StepTerm::add_slope;
  void add_slope(const Vector& x, double w, Definiteness, BlockMatrix& H) const override {
    const double curvature = bumper_.energy(bumper_.gap(x))[2];
    if (is_constant() || curvature == 0) return;
    const Mat3 K = w * curvature * Vec3(1, 0, 0) * Vec3(1, 0, 0).transpose();
    H.add_to_block(bumper_.a(), bumper_.a(), K);
    H.add_to_block(bumper_.b(), bumper_.b(), K);
    H.add_to_block(std::max(bumper_.a(), bumper_.b()), std::min(bumper_.a(), bumper_.b()), -K);
  }

  void connect(BlockPatternBuilder& pattern) const override {
    if (is_near()) pattern.add({std::min(bumper_.a(), bumper_.b()), std::max(bumper_.a(), bumper_.b())}, 2);
  }

  double longest_step(const Vector& x, const Vector& dx) const override {
    const double closing = -bumper_.gap(dx);
    return closing > 0 ? std::min(1.0, 0.9 * bumper_.gap(x) / closing) : 1;
  }

  Work work(const Vector&, const Vector&, double) const override { return {}; }
  void remember(const Vector&, Memory& memory) const override { memory.set("bumper.steps", {steps_near_ + is_near()}); }

 private:
  const Bumper& bumper_;
  const Vector& x_n_;
  Evaluate evaluate_;
  double steps_near_;
};

std::unique_ptr<StepTerm> Bumper::own_mean(const Chord& chord, Evaluate evaluate) const {
  return std::make_unique<BumperTerm>(*this, chord, evaluate);
}

// Two pairs of masses on springs that run into each other; only the bumper stands between them.
struct Collision {
  MovingBody body;
  const Bumper* bumper;
};

Collision collision() {
  Collision collision;
  Vector x = Vector::Zero(12), p = Vector::Zero(12);
  for (Index i = 0; i < 4; ++i) x[3 * i] = i;
  p[0] = p[3] = 2;
  p[6] = p[9] = -2;
  std::vector<std::unique_ptr<Potential>> potentials;
  potentials.push_back(std::make_unique<Springs>(std::vector<Spring>{{0, 1, 1, 200}, {2, 3, 1, 200}}, SpringLaw::stvk));
  auto bumper = std::make_unique<Bumper>(1, 2, 5000, 0.1);
  collision.bumper = bumper.get();
  potentials.push_back(std::move(bumper));
  collision.body.system = std::make_unique<System>(Vector::Ones(4), Vec3::Zero(), Coordinates(x, {}), std::move(potentials));
  collision.body.start = {0, 0, 0, x, p};
  return collision;
}

class OwnTerms : public testing::TestWithParam<Method> {
 protected:
  Collision collision_ = collision();
  std::unique_ptr<Integrator> integrator_ = make_integrator(GetParam().name, GetParam().parameters);
  static constexpr double kStep =
      0.1;  // half of what the masses need through the gap, many times what they need through the bumper
};

TEST_P(OwnTerms, KeepApartWhatNoElementJoins) {
  const System& system = *collision_.body.system;
  ASSERT_TRUE(integrator_->objections(system).empty());
  const auto stepper = integrator_->stepper(system, {});
  History history(collision_.body.start);
  Workspace workspace;
  double steps_near = 0, closest = 1;
  bool had_another_pattern = false;
  for (int n = 1; n * kStep <= 6; ++n) {
    const auto step = stepper->attempt(history, {n, kStep * n, kStep}, workspace);
    ASSERT_TRUE(step) << "step " << n << ": " << step.failure().reason;
    const double gap = collision_.bumper->gap(step->frame.x);
    ASSERT_GT(gap, 0) << "step " << n;
    closest = std::min(closest, gap);
    history.accept(*step);
    steps_near = history.memory().number("bumper.steps", 0);
    had_another_pattern =
        had_another_pattern || history.memory().number("solver.pattern", 0) != static_cast<double>(system.pattern()->fingerprint());
    EXPECT_NEAR(history.now().p.sum(), 0, 1e-11);
  }
  EXPECT_LT(closest, 0.1);
  EXPECT_GT(steps_near, 0);
  EXPECT_TRUE(had_another_pattern);
  EXPECT_GT(history.now().p[6] + history.now().p[9], 0.1);  // they are on their way back
}

TEST_P(OwnTerms, AreRestartedExactly) {
  const System& system = *collision_.body.system;
  const auto stepper = integrator_->stepper(system, {});
  auto run = [&](bool with_new_workspaces) {
    History history(collision_.body.start);
    auto workspace = std::make_unique<Workspace>();
    for (int n = 1; n * kStep <= 3; ++n) {
      if (with_new_workspaces) {
        workspace = std::make_unique<Workspace>();
        history = History::read(history.write());
      }
      const auto step = stepper->attempt(history, {n, kStep * n, kStep}, *workspace);
      EXPECT_TRUE(step);
      if (!step) break;
      history.accept(*step);
    }
    return history;
  };
  const History once = run(false), again = run(true);
  EXPECT_EQ(once.write(), again.write());
}

INSTANTIATE_TEST_SUITE_P(Methods, OwnTerms, testing::ValuesIn(methods_of_parts()), label_of);

TEST(OwnTerms, OfAnExplicitMethodArePosedAtTheStart) {
  const Collision collision = lilyan::test::collision();
  const RunOutcome outcome = run_body(collision.body, *make_integrator("velocity_verlet"), 1e-4, 20000);
  EXPECT_EQ(outcome.failure, "");
  EXPECT_LT(outcome.drift.energy(), 0.05);
  EXPECT_GT(outcome.history.now().p[6] + outcome.history.now().p[9], 0.1);
}

}  // namespace
}  // namespace lilyan::test
