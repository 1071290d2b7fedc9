#include <lilyan/energy/time_profile.hpp>

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

}  // namespace

double TimeProfile::at(double t) const {
  if (is_before(t, from)) return 0;
  if (!std::holds_alternative<ProfileRamp>(shape) && to < t && is_before(to, t)) return 0;
  return std::visit(Factor{*this, t}, shape);
}

}  // namespace lilyan
