// What a run writes besides its ledger, and how often.
#pragma once

#include <lilyan/mesh/weighted_vertex.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lilyan {

// The formats of other programs that the frames of a run are converted to (convert/convert.hpp says what each holds).
enum class FrameFormat { obj, pc2, glb, npy };

// A point of a body: a vertex of the system, or one that several of them carry.
struct Probe {
  Probe(std::string called, Index vertex) : name(std::move(called)), shares{{vertex, 1}} {}
  Probe(std::string called, std::vector<WeightedVertex> at) : name(std::move(called)), shares(std::move(at)) {}

  std::string name;
  std::vector<WeightedVertex> shares;
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
