// How long a run goes on, where its steps are all alike and where they are not.
#pragma once

#include <lilyan/run/scene.hpp>

#include <functional>
#include <string>

namespace lilyan {

// "300 steps of 0.01 s", "300 steps of up to 0.01 s", "steps of up to 0.01 s for 3 s"
std::string time_words(const Scene& scene);

// " of 300" where it is known how many steps there will be.
std::string of_all_steps(const SimulationSettings& settings);

// Whether the state after `step` steps is written: the initial one, and whenever a multiple of the interval was reached or
// passed since the step before. Depends on the step alone, so that a resumed run decides the same.
bool frame_is_due(const OutputPlan& output, double h, std::int64_t step);

// Calls `write` with the frames due once the simulation has come to its newest state. Where all steps are alike a frame is a state
// of the run. Where they are not, frames are at the multiples of the interval all the same: between two states they lie on the
// cubic polynomial that has the positions and velocities of both; held vertices are where their script has them.
void each_frame_due(const OutputPlan& output, const Simulation& simulation, const std::function<void(const Snapshot&)>& write);

}  // namespace lilyan
