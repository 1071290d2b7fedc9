// How strong a load is in the course of time: a factor without unit.
//
//   constant   1
//   ramp       (t - from)/(to - from), then 1 for good
//   sine       sin(2 pi frequency (t - from) + phase)
//   pulse      sin(pi (t - from)/(to - from)): a push that swells and fades
//   table      linear between given points; before the first and after the last their values hold
//
// Before `from` and after `to` (of a ramp: before `from`) the factor is 0; both ends belong to the interval.
#pragma once

#include <limits>
#include <variant>
#include <vector>

namespace lilyan {

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

}  // namespace lilyan
