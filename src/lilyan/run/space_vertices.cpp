#include <lilyan/run/space_vertices.hpp>

#include <lilyan/dynamics/velocities.hpp>

#include <algorithm>

namespace lilyan {

Vector SpaceVertices::positions(const Frame& state) const { return system_.space().positions(state.x); }

Vector SpaceVertices::velocities(const Frame& state) const {
  return system_.space().velocities(lilyan::velocities(system_, state));
}

Vector SpaceVertices::positions_of(std::span<const Index> vertices, const Frame& state) const {
  const Space& space = system_.space();
  const bool are_points = std::all_of(vertices.begin(), vertices.end(), [&](Index i) { return i < space.whole(); });
  const Vector all = are_points ? Vector() : space.positions(state.x);
  Vector some(3 * static_cast<Eigen::Index>(vertices.size()));
  for (std::size_t k = 0; k < vertices.size(); ++k)
    vertex(some, static_cast<Index>(k)) = vertex(are_points ? state.x : all, vertices[k]);
  return some;
}

double SpaceVertices::largest_displacement(const Frame& state, const Frame&, const Vector& x_from, double known) const {
  const Vector lifted = system_.space().is_plain() ? Vector() : positions(state);
  const Vector& x = system_.space().is_plain() ? state.x : lifted;
  for (Index i = 0; 3 * Eigen::Index{i} < x.size(); ++i) known = std::max(known, (vertex(x, i) - vertex(x_from, i)).norm());
  return known;
}

}  // namespace lilyan
