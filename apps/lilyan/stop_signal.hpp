// SIGINT, SIGTERM and SIGHUP, unless that is ignored as nohup does: the program's end before a run has begun, and a wish that the
// run grants afterwards.
#pragma once

#include <atomic>

namespace lilyan::app {

// From now on these signals end the program at once with status kStopped: nothing has been written yet but what is in parts,
// which are removed, and programs that it started are ended.
void stop_at_once_on_signals();

// From now on they set the flag that is returned, which the run looks at after every step.
const std::atomic<bool>& stop_after_step_on_signals();

// Whether signals only set the flag: a run has begun.
bool is_run_under_way();

// The flag, without a change of what signals do.
const std::atomic<bool>& stop_wanted();

}  // namespace lilyan::app
