// What the program's exit status means; scripts rely on it.
#pragma once

namespace lilyan::app {

enum ExitStatus : int {
  kDone = 0,
  kBadInput = 2,    // bad input or usage
  kCannotGoOn = 3,  // the simulation could not go on; output up to the last good step is valid
  kStopped = 4,     // by a signal; output up to the last step is valid
};

}  // namespace lilyan::app
