// avf with "momentum": "conserved" where something acts from outside: momenta change by its impulse, and by nothing else.
#include <lilyan/energy/damping/drag.hpp>

#include <gtest/gtest.h>

#include <tests/integrators/methods.hpp>

#include <Eigen/Geometry>

namespace lilyan::test::honest_closure {
namespace {

constexpr double kH = 0.02, kSlow = 2, kArea = 0.01;

struct Momenta {
  Vec3 linear = Vec3::Zero(), angular = Vec3::Zero();
};

Momenta momenta(const Vector& x, const Vector& p) {
  Momenta sum;
  for (Index i = 0; 3 * i < x.size(); ++i) {
    sum.linear += vertex(p, i);
    sum.angular += Vec3(vertex(x, i)).cross(Vec3(vertex(p, i)));
  }
  return sum;
}

std::unique_ptr<Integrator> integrator_of(const Method& method) { return make_integrator(method.name, method.parameters); }

TEST(HonestClosure, UnderDragMomentaChangeByItsImpulse) {
  BodySpec spec;
  const Vec3 wind(1, -2, 0.5);
  spec.dissipations = [wind](const BodySpec::MakeElasticity&, const Vector& mass) {
    BodySpec::Dissipations all;
    all.push_back(std::make_unique<Drag>(Vector::Constant(mass.size() / 3, kArea), kSlow, 0, wind));
    return all;
  };
  const MovingBody body = make_body(spec);
  for (const bool is_closed : {true, false}) {
    const auto integrator = integrator_of(is_closed ? closed_avf() : method("avf"));
    const auto stepper = make_stepper(*body.system, *integrator, {.tolerance = 1e-14});
    History history(body.start);
    Workspace workspace;
    double worst = 0;
    for (int k = 0; k < 50; ++k) {
      const Frame before = history.now();
      auto step = stepper->attempt(history, {k + 1, (k + 1) * kH, kH}, workspace);
      ASSERT_TRUE(step);
      history.accept(std::move(*step));
      const Frame& after = history.now();
      Vector impulse = -kSlow * kArea * (after.x - before.x);
      for (Index i = 0; 3 * i < impulse.size(); ++i) vertex(impulse, i) += kSlow * kArea * kH * wind;
      const Momenta was = momenta(before.x, before.p), is = momenta(after.x, after.p),
                    given = momenta(0.5 * (before.x + after.x), impulse);
      EXPECT_LT((is.linear - was.linear - given.linear).norm(), 1e-11);
      worst = std::max(worst, (is.angular - was.angular - given.angular).norm());
    }
    if (is_closed)
      EXPECT_LT(worst, 1e-11);
    else
      EXPECT_GT(worst, 1e-7) << "there was something to close";
  }
}

// A pin that moves gives momentum that only its force knows: a part that it holds is left as the method made it.
TEST(HonestClosure, WhereAPinMovesTheStepIsThatOfPlainAvf) {
  for (const bool moves : {true, false}) {
    BodySpec spec;
    spec.pins = [moves](const Vector& X) {
      Pin pin;  // one vertex: three rotations are left where it stays
      pin.vertices = {end_of(X, -1).front()};
      if (moves) pin.motion = {Ramp{.translation = Vec3(0.3, 0.1, -0.2), .t0 = 0, .t1 = 1}};
      return std::vector<Pin>{pin};
    };
    const MovingBody body = make_body(spec);
    const RunOutcome plain = run_body(body, *integrator_of(method("avf")), kH, 20),
                     closed = run_body(body, *integrator_of(closed_avf()), kH, 20);
    if (moves) {
      EXPECT_EQ(closed.history.now().p, plain.history.now().p);
      EXPECT_EQ(closed.statistics.closure, 0);
    } else {
      EXPECT_GT((closed.history.now().p - plain.history.now().p).norm(), 1e-9)
          << "there is something to close about a pin that stays";
    }
    EXPECT_LT(closed.drift.energy(), 1e-9);
  }
}

}  // namespace
}  // namespace lilyan::test::honest_closure
