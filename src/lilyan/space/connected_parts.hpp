// The parts of a system that hang together, and how forces from outside move each of them as a whole.
//
//   a = sum_i f_i / sum_i m_i        over the vertices of a part, per axis; 0 along an axis in which the part is held
//
// A step that starts from this motion leaves no net force on a part, which an inexact solve could turn into momentum.
#pragma once

#include <lilyan/algebra/block_matrix.hpp>
#include <lilyan/space/coordinates.hpp>

#include <vector>

namespace lilyan {

class ConnectedParts {
 public:
  // Vertices that share a block of the pattern hang together, and so do those of each list in `joined`.
  ConnectedParts(const BlockPattern& pattern, const std::vector<std::vector<Index>>& joined, const Vector& vertex_mass,
                 const Coordinates& coordinates);

  Index size() const { return static_cast<Index>(mass_.size()); }
  const std::vector<std::vector<Index>>& vertices() const { return vertices_; }  // of each part, ascending
  Index of_vertex(Index i) const { return part_of_vertex_[static_cast<std::size_t>(i)]; }
  Vector acceleration(const Vector& force) const;  // [m/s^2], 3 a vertex, the same for all vertices of a part

 private:
  std::vector<Index> part_of_vertex_;
  std::vector<std::vector<Index>> vertices_;
  std::vector<double> mass_;  // [kg]
  std::vector<bool> held_;    // 3 a part
};

}  // namespace lilyan
