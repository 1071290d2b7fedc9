#include <lilyan/core/groups.hpp>
#include <lilyan/space/connected_parts.hpp>

namespace lilyan {

ConnectedParts::ConnectedParts(const BlockPattern& pattern, const std::vector<std::vector<Index>>& joined,
                               const Vector& vertex_mass, const Coordinates& coordinates) {
  const Index vertices = pattern.vertices();
  Groups groups(static_cast<std::size_t>(vertices));
  for (Index column = 0; column < vertices; ++column)
    for (Index row : pattern.rows(column)) groups.join(row, column);
  for (const std::vector<Index>& together : joined)
    for (Index i : together) groups.join(together.front(), i);
  for (Index i = 0; i < vertices; ++i) {
    const Index first = static_cast<Index>(groups.of(i));  // of the part, which names it
    if (first == i) {
      mass_.push_back(0);
      vertices_.emplace_back();
    }
    part_of_vertex_.push_back(first == i ? size() - 1 : part_of_vertex_[first]);
    mass_[part_of_vertex_[i]] += vertex_mass[i];
    vertices_[part_of_vertex_[i]].push_back(i);
  }
  held_.assign(3 * mass_.size(), false);
  for (Index c = 0; c < coordinates.components(); ++c)
    if (coordinates.is_held(c)) held_[3 * part_of_vertex_[c / 3] + c % 3] = true;
}

Vector ConnectedParts::acceleration(const Vector& force) const {
  std::vector<double> sum(held_.size(), 0);
  for (Index c = 0; c < force.size(); ++c) sum[3 * part_of_vertex_[c / 3] + c % 3] += force[c];
  Vector a(force.size());
  for (Index c = 0; c < force.size(); ++c) {
    const Index part = part_of_vertex_[c / 3], axis = c % 3;
    a[c] = held_[3 * part + axis] ? 0 : sum[3 * part + axis] / mass_[part];
  }
  return a;
}

}  // namespace lilyan
