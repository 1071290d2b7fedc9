// One step of a simulation, in one piece or, where that fails and halving is allowed, in halves of halves.
//
//   step n+1 covers [n h, (n+1) h];  a part is [n h + k h/2^m, n h + (k+1) h/2^m],  m <= 12
//
// The last part ends at (n+1) h exactly. Where the stepper chooses how long a step is, it is that long and no part of it is tried.
// The history is advanced by the whole step or not at all.
#pragma once

#include <lilyan/core/result.hpp>
#include <lilyan/dynamics/stepper.hpp>

#include <vector>

namespace lilyan {

inline constexpr int kMostHalvings = 12;

enum class OnFailure { stop, halve };

struct Advance {
  StepStatistics statistics;      // of all attempts, failed ones included
  std::int64_t failed = 0;        // attempts
  std::vector<double> reactions;  // impulses of pins and constraints over the whole step [N s], see dynamics/books.hpp
};

struct AdvanceFailure {
  StepFailure failure;  // of the last attempt; its statistics are those of all attempts
  double t = 0, h = 0;  // where that attempt began and how long it was [s]
  std::int64_t failed = 0;
};

// `pulls` act during the whole step.
Result<Advance, AdvanceFailure> advance(const Stepper& stepper, double h, OnFailure on_failure, const std::vector<Pull>& pulls,
                                        History& history, Workspace& workspace);

}  // namespace lilyan
