// Steps of a simulation that must all succeed.
#pragma once

#include <lilyan/run/simulation.hpp>

#include <gtest/gtest.h>

namespace lilyan {

inline void step_to_end(Simulation& simulation) {
  while (!simulation.is_finished()) {
    const auto made = simulation.step();
    ASSERT_TRUE(made) << made.failure().failure.reason;
  }
}

}  // namespace lilyan
