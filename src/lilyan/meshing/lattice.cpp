#include <lilyan/core/error.hpp>
#include <lilyan/meshing/lattice.hpp>

#include <fmt/format.h>

#include <cmath>

namespace lilyan {

Lattice::Lattice(const Box& box, double a) : a_(a) {
  constexpr double kMostPoints = 6e7;  // a few GB with all that is kept for a point
  const Vec3 extent = box.high - box.low;
  const Vec3 cells = (extent / a).array().ceil() + 2;
  const double points = 2 * (cells[0] + 1) * (cells[1] + 1) * (cells[2] + 1);
  if (!(points < kMostPoints))
    throw InputError(Fault{"mesh.too-fine", "",
                           fmt::format("tets of {:.3g} m in a box of {:.3g} x {:.3g} x {:.3g} m need a lattice of {:.2g} points", a,
                                       extent[0], extent[1], extent[2], points),
                           "use larger or fewer tets"});
  for (std::size_t c = 0; c < 3; ++c) cells_[c] = static_cast<int>(cells[static_cast<Eigen::Index>(c)]) + 1;
  origin_ = box.centre() - 0.5 * a * cells;
  points_ = 2 * cells_[0] * cells_[1] * cells_[2];
}

Lattice::Place Lattice::place(Index point) const {
  const int parity = point % 2, k = point / 2 % cells_[2], j = point / 2 / cells_[2] % cells_[1],
            i = point / 2 / cells_[2] / cells_[1];
  return {2 * i + parity, 2 * j + parity, 2 * k + parity};
}

Index Lattice::point(const Place& place) const {
  const std::array<int, 3> cell = {place[0] >> 1, place[1] >> 1, place[2] >> 1};
  for (std::size_t c = 0; c < 3; ++c)
    if (cell[c] < 0 || cell[c] >= cells_[c]) return -1;
  return 2 * ((cell[0] * cells_[1] + cell[1]) * cells_[2] + cell[2]) + (place[0] & 1);
}

Vec3 Lattice::position(Index point) const {
  const Place at = place(point);
  return origin_ + 0.5 * a_ * Vec3(at[0], at[1], at[2]);
}

Index Lattice::neighbour(Index p, int edge) const {
  Place at = place(p);
  for (std::size_t c = 0; c < 3; ++c) at[c] += kEdges[static_cast<std::size_t>(edge)][c];
  return point(at);
}

}  // namespace lilyan
