// The past that a step may look at. Writing it to disk and reading it back is an exact restart.
//
// Besides the last few frames it holds the Memory: everything that influences bits and is neither position nor
// momentum (the values of the last factored matrix, the energy scale of the stopping test, the quadrature order last
// used, accumulated work), in named sections whose owners alone know what is in them.
#pragma once

#include <lilyan/core/memory.hpp>
#include <lilyan/core/vector.hpp>

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace lilyan {

struct Frame {
  std::int64_t step = 0;  // index of the scene's step that this frame ends
  double t = 0, h = 0;    // time [s]; length of the step that led here (0 at the start)
  Vector x, p;            // positions [m], momenta [kg m/s] (0 where held), 3 a vertex
  // Velocities of held components that share mass with free ones [m/s], see velocities.hpp; empty if there are none or none moves.
  Vector held_velocity = {};
};

// What a step cost and how well it was solved.
struct StepStatistics {
  int newton_iterations = 0, factorizations = 0, backtracks = 0;
  double residual = 0;                    // energy error left by the solver, relative to the energy scale
  int short_of_tolerance = 0;             // solves that rounding stopped before they reached the tolerance
  double closure = 0;                     // largest |s - 1| of a momentum closure
  int unclosed = 0;                       // closures of momenta that were given up to keep the energy
  int fallbacks = 0;                      // stages whose equations could not be solved, made by the method they start from
  int linear_iterations = 0;              // of conjugate gradients
  void add(const StepStatistics& other);  // sums; the worst residual
};

// An accepted step: the new frame and the memory that belongs to it.
struct Step {
  Frame frame;
  Memory memory;
  StepStatistics statistics;
  Vector outside = {};  // impulse of the forces from outside that act in this step, over all components [N s]
  std::vector<std::array<Index, 2>> joined = {};  // vertices of parts that pushed at each other in it
};

class History {
 public:
  explicit History(Frame initial, Memory memory = {});

  const Frame& now() const { return frames_.front(); }
  const Frame* ago(std::size_t steps) const;  // ago(0) is now; nullptr where it reaches before the start or the ring
  const Memory& memory() const { return memory_; }
  void remember(const std::string& name, Memory::Section section) { memory_.set(name, std::move(section)); }
  void forget(const std::string& name) { memory_.forget(name); }
  void accept(Step step);

  std::string write() const;  // bytes
  static History read(
      std::span<const char> bytes);  // throws InputError (id "checkpoint.content") on bytes that `write` did not make

 private:
  History() = default;
  std::deque<Frame> frames_;  // newest first, at most kDepth
  Memory memory_;
};

}  // namespace lilyan
