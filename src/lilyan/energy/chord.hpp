// Where a step comes from: the only thing that a term may know of the past when it is posed.
//
// A step goes from x at time.begin in a straight line, its chord, to the unknown positions at time.end.
#pragma once

#include <lilyan/algebra/block_matrix.hpp>
#include <lilyan/core/memory.hpp>
#include <lilyan/core/time_span.hpp>
#include <lilyan/core/vector.hpp>

#include <memory>

namespace lilyan {

// Which forces a method asks for: their mean over the step, as a function of its end, whose work is what the kinetic energy gains,
// since the velocity over the step is the mean of those at its ends; those at points of its own, one of them after the start; those
// at its start, as an explicit method does; those at its end alone, as an equilibrium does.
enum class Evaluate { over_step, at_points, at_start, at_end };

struct Chord {
  double h;                          // length of the step [s]
  const Vector& x;                   // positions at its start [m]
  const Vector& v;                   // velocities there [m/s]; held components 0
  const Vector* x_before = nullptr;  // positions before the last step; nullptr at the start of a run
  double h_before = 0;               // length of the last step [s]
  std::shared_ptr<const BlockPattern> pattern = nullptr;
  TimeSpan time = {0, 0};
  const Memory* memory = nullptr;  // what earlier steps remembered; nullptr if nothing is known
  double energy = 0;               // what the smallest part's errors of energy are measured by [J]; 0: not known
  // The method's own velocity over the step is (x_end - reference)/h_reference; without a reference (x_end - x)/h.
  const Vector* reference = nullptr;
  double h_reference = 0;

  const Vector& from() const { return reference ? *reference : x; }
  double over() const { return reference ? h_reference : h; }  // [s]

  double middle() const { return time.at(0.5); }  // [s]
};

// x_n + s (x - x_n); x itself, bit for bit, if s = 1.
inline void point_on_chord(const Vector& x_n, const Vector& x, double s, Vector& point) {
  if (s == 1)
    point = x;
  else
    point = x_n + s * (x - x_n);
}

}  // namespace lilyan
