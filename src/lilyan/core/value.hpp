// A number with the size of the terms it was summed from.
#pragma once

namespace lilyan {

// Differences of `value` below epsilon times `magnitude` are rounding.
struct Value {
  double value = 0;  // +infinity where the function is not defined
  double magnitude = 0;
};

}  // namespace lilyan
