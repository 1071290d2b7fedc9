// The vertices of all bodies in a state: where they are and how fast they move.
//
// A state of few coordinates may have very many vertices, and finding them all may take longer than a step. So observers ask for no
// more than they show.
#pragma once

#include <lilyan/dynamics/history.hpp>

#include <span>

namespace lilyan {

class StateVertices {
 public:
  virtual ~StateVertices() = default;

  // Of all vertices, 3 numbers each. Positions [m] depend on the x of a frame alone; velocities in [m/s].
  virtual Vector positions(const Frame& state) const = 0;
  virtual Vector velocities(const Frame& state) const = 0;

  // Of some vertices, in their order: what `positions` has of them, up to rounding.
  virtual Vector positions_of(std::span<const Index> vertices, const Frame& state) const = 0;

  // The largest distance [m] of a vertex from where it is in the state `from`, whose positions are x_from; `known` if no vertex is
  // farther away than that.
  virtual double largest_displacement(const Frame& state, const Frame& from, const Vector& x_from, double known) const = 0;
};

}  // namespace lilyan
