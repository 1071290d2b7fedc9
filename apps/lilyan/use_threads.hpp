// --threads N for all that a command computes: simulations take the process's default when they are made.
#pragma once

#include <lilyan/algebra/threads.hpp>

#include <algorithm>
#include <thread>

namespace lilyan::app {

// 0: as many as the machine has.
inline void use_threads(int asked) {
  set_threads(asked > 0 ? asked : std::max(1, static_cast<int>(std::thread::hardware_concurrency())));
}

}  // namespace lilyan::app
