// The vertices of all bodies as the space of a system says.
#pragma once

#include <lilyan/dynamics/state_vertices.hpp>
#include <lilyan/dynamics/system.hpp>

namespace lilyan {

class SpaceVertices final : public StateVertices {
 public:
  // Keeps a reference: the system must outlive it.
  explicit SpaceVertices(const System& system) : system_(system) {}

  Vector positions(const Frame& state) const override;
  Vector velocities(const Frame& state) const override;  // 0 where held
  Vector positions_of(std::span<const Index> vertices, const Frame& state) const override;
  double largest_displacement(const Frame& state, const Frame& from, const Vector& x_from, double known) const override;

 private:
  const System& system_;
};

}  // namespace lilyan
