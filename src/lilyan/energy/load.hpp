// A dead load: forces on vertices that keep their direction however the body moves.
//
//   W(x, t) = -c(t) sum_i f_i.x_i [J],   grad_i W = -c(t) f_i
//
// f_i [N] is the force on vertex i, c the profile of time. W is a device of the minimiser and no energy of the body: it is in no
// column of the ledger, which counts what the load does to the body as work instead.
#pragma once

#include <lilyan/energy/potential.hpp>

#include <limits>
#include <variant>
#include <vector>

namespace lilyan {

// How strong a load is in the course of time: a factor without unit.
//
//   constant   1
//   ramp       (t - from)/(to - from), then 1 for good
//   sine       sin(2 pi frequency (t - from) + phase)
//   pulse      sin(pi (t - from)/(to - from)): a push that swells and fades
//   table      linear between given points; before the first and after the last their values hold
//
// Before `from` and after `to` (of a ramp: before `from`) the factor is 0; both ends belong to the interval.
struct ProfileConstant {};
struct ProfileRamp {};
struct ProfileSine {
  double frequency;  // [Hz]
  double phase = 0;  // [rad]
};
struct ProfilePulse {};
struct ProfileTable {
  std::vector<double> times;  // [s], ascending, at least one
  std::vector<double> values;
};

struct TimeProfile {
  std::variant<ProfileConstant, ProfileRamp, ProfileSine, ProfilePulse, ProfileTable> shape;
  double from = 0, to = std::numeric_limits<double>::infinity();  // [s]; finite for a ramp and a pulse

  double at(double t) const;
};

class Load final : public Potential {
 public:
  struct Push {
    Index vertex;
    Vec3 force;  // [N] where the profile is 1
  };

  Load(std::vector<Push> pushes, TimeProfile profile) : pushes_(std::move(pushes)), profile_(std::move(profile)) {}

  const std::vector<Push>& pushes() const { return pushes_; }
  const TimeProfile& profile() const { return profile_; }
  void add_force(double t, double w, Vector& f) const;  // f += w c(t) f_i

  EnergyKind kind() const override { return EnergyKind::load; }
  std::optional<int> degree() const override { return 1; }
  double value(const Vector& x, double t) const override;
  double add_gradient(const Vector& x, double t, double w, Vector& g) const override;
  double magnitude(const Vector& x, double t, double W) const override;
  void add_hessian(const Vector&, double, double, Definiteness, BlockMatrix&) const override {}
  void connect(BlockPatternBuilder&) override {}
  std::unique_ptr<StepTerm> discrete_gradient(const Chord& chord, DiscreteForm form) const override;  // of both ends' strength

 private:
  std::vector<Push> pushes_;
  TimeProfile profile_;
};

}  // namespace lilyan
