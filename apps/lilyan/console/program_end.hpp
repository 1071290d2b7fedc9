// How the program ends: with a status that scripts rely on, also where a signal or an exception that nothing catches ends it.
#pragma once

#include <atomic>

namespace lilyan::app {

enum ExitStatus : int {
  kDone = 0,
  kBadInput = 2,    // bad input or usage
  kCannotGoOn = 3,  // the simulation could not go on; output up to the last good step is valid
  kStopped = 4,     // by a signal; output up to the last step is valid
};

// The signals are SIGINT, SIGTERM and SIGHUP, unless that is ignored as nohup does: the program's end before a run has begun, and a
// wish that the run grants afterwards.

// From now on they end the program at once with status kStopped: nothing has been written yet but what is in parts, which are
// removed, and programs that it started are ended.
void stop_at_once_on_signals();

// From now on they set the flag that is returned, which the run looks at after every step.
const std::atomic<bool>& stop_after_step_on_signals();

// The flag, without a change of what signals do.
const std::atomic<bool>& stop_wanted();

}  // namespace lilyan::app
