// What steps of changing length remember of the run, in the section "adaption" of the history's Memory.
#pragma once

#include <lilyan/dynamics/history.hpp>
#include <lilyan/dynamics/system.hpp>

#include <limits>
#include <optional>

namespace lilyan {

struct AdaptionMemory {
  double energy_0 = 0;                                        // the body's at the start [J]
  double shortest = std::numeric_limits<double>::infinity();  // step so far [s]
  double longest = 0;                                         // step so far [s]
  double lambda = 0;                                          // multiplier of the last step [J]; variational adaption only
  double largest_lambda = 0;                                  // in size, so far [J]

  // Of a run under way; none where nothing is remembered.
  static std::optional<AdaptionMemory> find(const Memory& memory);
  static AdaptionMemory recall(const History& history, const System& system);
  void store(Memory& memory) const;

  void see(double dt);
  // The energy that the body should have now: its first, with what was done to it and what damping took.
  double expected_energy(const History& history) const;
  // Of a run that goes back from here.
  History turned(const History& history) const;
};

}  // namespace lilyan
