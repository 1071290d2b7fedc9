// Which components of the vertex positions are unknown, and where the held ones are at time t.
//
//   x = lift(z, t):  the free components of x are z, in order; the held ones follow their script.
//
// A held component is where its pin's motion has moved its initial position. Components add up over
// pins: a vertex may slide in a plane (one axis held), along a line (two) or be held whole.
#pragma once

#include <lilyan/core/vector.hpp>
#include <lilyan/space/motion.hpp>

#include <array>
#include <optional>
#include <vector>

namespace lilyan {

struct Pin {
  std::vector<Index> vertices;
  std::array<bool, 3> axes = {true, true, true};  // the components held
  Motion motion;
};

class Coordinates {
 public:
  // Pins hold the vertices at x0, moved by their motion. Throws InputError (place "pins/<k>") where two pins move the same
  // component differently.
  Coordinates(Vector x0, std::vector<Pin> pins);

  Index size() const { return static_cast<Index>(free_.size()); }  // unknowns
  Index components() const { return static_cast<Index>(held_.size()); }
  bool is_held(Index component) const { return held_[component]; }
  const std::vector<Index>& free() const { return free_; }  // component of each unknown
  const std::vector<Pin>& pins() const { return pins_; }
  const Vector& start() const { return x0_; }  // the positions that the pins were given at

  void lift(const Vector& z, double t, Vector& x) const;
  void restrict(const Vector& x, Vector& z) const;  // z = the free components of x; also the adjoint of lift's linear part

 private:
  Vector x0_;
  std::vector<Pin> pins_;
  std::vector<Index> free_;
  std::vector<bool> held_;
  std::vector<std::pair<Index, Index>> script_;  // held component, the pin that moves it
};

}  // namespace lilyan
