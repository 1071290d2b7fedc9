// Runs forward, turns all momenta round and runs back: a time-reversible method returns to where it began.
#pragma once

#include <lilyan/dynamics/stepper.hpp>
#include <lilyan/dynamics/system.hpp>

#include <functional>

namespace lilyan {

struct Reversal {
  std::int64_t steps = 0;   // each way
  double moved = 0;         // largest distance of a vertex from its start on the way [m]
  double missed = 0;        // largest distance of a vertex from its start at the end [m]
  double speed = 0;         // largest speed on the way [m/s]
  double speed_missed = 0;  // largest difference from the turned velocity at the start [m/s]
};

// `steps` of length h (at most h where the stepper chooses) there and as many back, from `start`. Fails as the first step that
// cannot be made does. `progress` is told the steps done, of 2 `steps` in all; where it returns false the way ends there.
Result<Reversal, StepFailure> run_there_and_back(const System& system, const Stepper& stepper, const Frame& start, double h,
                                                 std::int64_t steps, const std::function<bool(std::int64_t)>& progress = {});

}  // namespace lilyan
