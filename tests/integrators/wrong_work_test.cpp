// A contact whose term tells of work that cannot have been done: the step is refused, and says why.
#include <lilyan/energy/springs.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tests/integrators/methods.hpp>

namespace lilyan::test {
namespace {

// It does nothing, and says that it has done work.
class Boast final : public Potential {
 public:
  explicit Boast(double work) : work_(work) {}

  EnergyKind kind() const override { return EnergyKind::contact; }
  std::optional<int> degree() const override { return std::nullopt; }
  double value(const Vector&, double) const override { return 0; }
  double add_gradient(const Vector&, double, double, Vector&) const override { return 0; }
  void add_hessian(const Vector&, double, double, Definiteness, BlockMatrix&) const override {}
  void connect(BlockPatternBuilder&) override {}
  Index contacts_end() const override { return 1; }
  bool has_own_mean(Evaluate) const override { return true; }
  std::unique_ptr<StepTerm> own_mean(const Chord&, Evaluate) const override { return std::make_unique<Term>(work_); }

 private:
  class Term final : public StepTerm {
   public:
    explicit Term(double work) : work_(work) {}
    Value add_force(const Vector&, double, Vector&) const override { return {0, 0}; }
    using StepTerm::add_slope;
    void add_slope(const Vector&, double, Definiteness, BlockMatrix&) const override {}
    Work work(const Vector&, const Vector&, double) const override { return {0, work_}; }

   private:
    double work_;
  };

  double work_;
};

// Two masses on a spring, with 4 J.
MovingBody pair_with(double work) {
  MovingBody body;
  Vector x = Vector::Zero(6), p = Vector::Zero(6);
  x[3] = 1;
  p[0] = 2;
  p[3] = -2;
  std::vector<std::unique_ptr<Potential>> potentials;
  potentials.push_back(std::make_unique<Springs>(std::vector<Spring>{{0, 1, 1, 200}}, SpringLaw::stvk));
  potentials.push_back(std::make_unique<Boast>(work));
  body.system = std::make_unique<System>(Vector::Ones(2), Vec3::Zero(), Coordinates(x, {}), std::move(potentials));
  body.start = {0, 0, 0, x, p};
  return body;
}

class WrongWork : public testing::TestWithParam<Method> {};

TEST_P(WrongWork, IsRefusedWhereItIsFarBeyondTheEnergyInPlay) {
  const auto integrator = make_integrator(GetParam().name, GetParam().parameters);
  for (const double sign : {1.0, -1.0}) {
    const MovingBody body = pair_with(sign * 1e9);
    Workspace workspace;
    const auto step = integrator->stepper(*body.system, {})->attempt(History(body.start), {1, 0.01, 0.01}, workspace);
    ASSERT_FALSE(step);
    EXPECT_NE(step.failure().reason.find("obstacles, pins and loads did"), std::string::npos) << step.failure().reason;
    EXPECT_NE(step.failure().reason.find("J are in play"), std::string::npos) << step.failure().reason;
  }
}

TEST_P(WrongWork, IsTakenWhereItMayBeTrue) {
  const auto integrator = make_integrator(GetParam().name, GetParam().parameters);
  const MovingBody body = pair_with(1e5);
  Workspace workspace;
  EXPECT_TRUE(integrator->stepper(*body.system, {})->attempt(History(body.start), {1, 0.01, 0.01}, workspace));
}

INSTANTIATE_TEST_SUITE_P(Methods, WrongWork, testing::ValuesIn(methods_of_parts()), label_of);

// A particle in free flight, so that no rounding decides: its momentum is a number, and the energy of its motion is none.
TEST(StepOfNoNumber, IsRefusedInWords) {
  const Vector x = Vector::Zero(3), p = Vec3(1e200, 0, 0);
  const System system(Vector::Constant(1, 2.0), Vec3::Zero(), Coordinates(x, {}), {}, {}, {}, ConstraintSet{});
  for (const char* name : {"backward_euler", "bdf2", "newmark", "implicit_midpoint", "avf", "bathe"}) {
    const auto integrator = make_integrator(name);
    Workspace workspace;
    const auto step = integrator->stepper(system, {})->attempt(History({0, 0, 0, x, p}), {1, 0.01, 0.01}, workspace);
    ASSERT_FALSE(step) << name;
    EXPECT_THAT(step.failure().reason, testing::HasSubstr("no longer finite numbers")) << name;
  }
}

}  // namespace
}  // namespace lilyan::test
