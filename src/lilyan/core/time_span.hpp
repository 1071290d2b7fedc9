// The time that a step or a part of it covers.
#pragma once

namespace lilyan {

// The end is given, not summed, so that it is the scene's step times h to the last bit.
struct TimeSpan {
  double begin, end;  // [s]
  double at(double s) const { return s == 1 ? end : begin + s * (end - begin); }
};

}  // namespace lilyan
