// What a run writes besides its ledger, and how often.
#pragma once

#include <lilyan/core/vector.hpp>
#include <lilyan/run/frame_format.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lilyan {

struct Probe {
  std::string name;
  Index vertex = 0;  // of the system
};

struct OutputPlan {
  std::int64_t ledger_every = 1;        // steps between rows of ledger, probes and reactions
  std::int64_t checkpoint_every = 100;  // steps
  std::optional<double> interval;       // [s] between frames; none: every step
  bool frames = false;                  // write .vtu files
  std::vector<FrameFormat> formats;     // what the frames are converted to when the run ends; needs `frames`
  std::vector<Probe> probes;
};

}  // namespace lilyan
