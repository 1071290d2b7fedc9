// Numbers from a seed, the same on every machine.
#pragma once

#include <cstdint>
#include <random>

namespace bodies {

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  // Between `low` and `high`, evenly spread. The distributions of the standard library differ from one to the next.
  double between(double low, double high) { return low + (high - low) * static_cast<double>(engine_() >> 11) * 0x1p-53; }
  double about(double middle, double by) { return between(middle - by, middle + by); }

 private:
  std::mt19937_64 engine_;
};

}  // namespace bodies
