// Which components of the vertex positions are unknown, and where the held ones are at time t.
//
//   x = lift(z, t):  the free components of x are z, in order; the held ones follow their script.
//
// A held component is where its pin's motion has moved its initial position. Components add up over
// pins: a vertex may slide in a plane (one axis held), along a line (two) or be held whole.
#pragma once

#include <lilyan/core/vector.hpp>

#include <array>
#include <optional>
#include <vector>

namespace lilyan {

// A rigid displacement that grows linearly in time from t0 to t1 and then stays.
struct Ramp {
  Vec3 translation = Vec3::Zero();  // [m] at t1
  Vec3 axis = Vec3::UnitZ();        // unit vector
  double radians = 0;               // about axis through center, at t1
  Vec3 center = Vec3::Zero();
  double t0 = 0, t1 = 0;  // [s]; t1 = t0 is a jump right after t0
};

struct Pin {
  std::vector<Index> vertices;
  std::array<bool, 3> axes = {true, true, true};  // the components held
  std::vector<Ramp> motion;                       // displacements of the ramps add up; empty: held still
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

  void lift(const Vector& z, double t, Vector& x) const;
  void restrict(const Vector& x, Vector& z) const;  // z = the free components of x; also the adjoint of lift's linear part

 private:
  Vec3 displacement(const Pin& pin, const Vec3& x0, double t) const;

  Vector x0_;
  std::vector<Pin> pins_;
  std::vector<Index> free_;
  std::vector<bool> held_;
  std::vector<std::pair<Index, Index>> script_;  // held component, the pin that moves it
};

}  // namespace lilyan
