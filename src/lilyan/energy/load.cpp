#include <lilyan/energy/load.hpp>

#include <lilyan/energy/step_term.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lilyan {

namespace {

// The time of step k is k h, which rounding may put beside an end that was meant to be met.
constexpr double kSameTime = 1e-12;

bool is_before(double t, double end) { return end - t > kSameTime * std::abs(end); }

struct Factor {
  const TimeProfile& profile;
  double t;  // in the interval, but for a ramp

  double share() const { return (t - profile.from) / (profile.to - profile.from); }

  double operator()(const ProfileConstant&) const { return 1; }
  double operator()(const ProfileRamp&) const { return is_before(t, profile.to) ? share() : 1; }
  double operator()(const ProfileSine& sine) const {
    return std::sin(2 * std::numbers::pi * sine.frequency * (t - profile.from) + sine.phase);
  }
  double operator()(const ProfilePulse&) const { return std::sin(std::numbers::pi * std::clamp(share(), 0.0, 1.0)); }
  double operator()(const ProfileTable& table) const {
    const auto after = std::upper_bound(table.times.begin(), table.times.end(), t) - table.times.begin();
    if (after == 0) return table.values.front();
    if (after == std::ssize(table.times)) return table.values.back();
    const auto k = static_cast<std::size_t>(after);
    const double along = (t - table.times[k - 1]) / (table.times[k] - table.times[k - 1]);
    return table.values[k - 1] + along * (table.values[k] - table.values[k - 1]);
  }
};

// Of both ends of the step.
class MeanLoad final : public StepTerm {
 public:
  MeanLoad(const Load& load, const Chord& chord) : load_(load), x_n_(chord.x), time_(chord.time) {}

  bool is_constant() const override { return true; }
  Value add_force(const Vector& x, double w, Vector& f) const override {
    Vector mean = Vector::Zero(x.size());
    load_.add_force(time_.begin, -0.5, mean);
    load_.add_force(time_.end, -0.5, mean);
    f += w * mean;
    const double R = mean.dot(x - x_n_);
    return {R, std::abs(R)};
  }
  void add_slope(const Vector&, double, Definiteness, BlockMatrix&) const override {}
  using StepTerm::add_slope;
  Work work(const Vector& x, const Vector& moved, double) const override {
    Vector f = Vector::Zero(x.size());
    add_force(x, 1, f);
    return {0, -f.dot(moved)};
  }

 private:
  const Load& load_;
  const Vector& x_n_;
  TimeSpan time_;
};

}  // namespace

double TimeProfile::at(double t) const {
  if (is_before(t, from)) return 0;
  if (!std::holds_alternative<ProfileRamp>(shape) && to < t && is_before(to, t)) return 0;
  return std::visit(Factor{*this, t}, shape);
}

void Load::add_force(double t, double w, Vector& f) const {
  const double factor = w * profile_.at(t);
  if (factor == 0) return;
  for (const Push& push : pushes_) vertex(f, push.vertex) += factor * push.force;
}

double Load::value(const Vector& x, double t) const {
  const double factor = profile_.at(t);
  if (factor == 0) return 0;
  double sum = 0;
  for (const Push& push : pushes_) sum += push.force.dot(vertex(x, push.vertex));
  return -factor * sum;
}

double Load::add_gradient(const Vector& x, double t, double w, Vector& g) const {
  add_force(t, -w, g);
  return value(x, t);
}

double Load::magnitude(const Vector& x, double t, double) const {
  double sum = 0;
  for (const Push& push : pushes_) sum += push.force.cwiseAbs().dot(vertex(x, push.vertex).cwiseAbs());
  return std::abs(profile_.at(t)) * sum;
}

std::unique_ptr<StepTerm> Load::discrete_gradient(const Chord& chord, DiscreteForm) const {
  return std::make_unique<MeanLoad>(*this, chord);
}

}  // namespace lilyan
