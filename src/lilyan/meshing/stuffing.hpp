// Tets by isosurface stuffing, and the lattice that they are cut from.
#pragma once

#include <lilyan/mesh/box_tree.hpp>
#include <lilyan/mesh/tet_mesh.hpp>

#include <array>
#include <functional>
#include <vector>

namespace lilyan {

// A body-centred cubic lattice and the tets between its points.
//
// Its points are the corners and the middles of cubes with edges of length a: two cubic lattices, one in the middle of the other.
// Neighbours are joined by long edges (a, within one of the two) and short ones (sqrt(3)/2 a, from one to the other); every tet
// has two long edges, opposite each other, and dihedral angles of 60 and 90 degrees.
//
// In units of a/2 a point has whole coordinates, all three even or all three odd.
class Lattice {
 public:
  using Place = std::array<int, 3>;  // in units of a/2

  // The edges that leave a point upwards, three long ones and four short ones; the others come from below.
  static constexpr std::array<Place, 7> kEdges = {
      {{2, 0, 0}, {0, 2, 0}, {0, 0, 2}, {1, 1, 1}, {1, 1, -1}, {1, -1, 1}, {1, -1, -1}}};
  static constexpr bool is_long(int edge) { return edge < 3; }

  // Covers the box with at least a cell to spare on every side, centred on it. Throws InputError where the points are too many.
  Lattice(const Box& box, double a);

  Index points() const { return points_; }
  Place place(Index point) const;
  Index point(const Place& place) const;  // -1 where it is outside
  Vec3 position(Index point) const;
  double a() const { return a_; }

  // The point at the upper end of an edge; -1 where it is outside.
  Index neighbour(Index point, int edge) const;

  // visit(tet) for every tet, its points as Tet, none of them outside.
  template <class Visit>
  void for_each_tet(const Visit& visit) const;

 private:
  double a_;
  Vec3 origin_;
  std::array<int, 3> cells_ = {};  // with the point after the last
  Index points_ = 0;
};

template <class Visit>
void Lattice::for_each_tet(const Visit& visit) const {
  // Around every long edge between two even points lie four odd ones, each joined to the next.
  for (Index p = 0; p < points_; p += 2)  // the even ones
    for (std::size_t d = 0; d < 3; ++d) {
      const Place low = place(p);
      const std::size_t u = (d + 1) % 3, v = (d + 2) % 3;
      const auto moved = [&](int along, int across_u, int across_v) {
        Place other = low;
        other[d] += along, other[u] += across_u, other[v] += across_v;
        return point(other);
      };
      const Index high = moved(2, 0, 0);
      const std::array<Index, 4> around = {moved(1, 1, 1), moved(1, -1, 1), moved(1, -1, -1), moved(1, 1, -1)};
      for (std::size_t k = 0; k < 4; ++k) {
        const Tet tet = {p, high, around[k], around[(k + 1) % 4]};
        if (tet[1] >= 0 && tet[2] >= 0 && tet[3] >= 0) visit(tet);
      }
    }
}

// Isosurface stuffing: the tets of a lattice, cut where a field changes its sign [Labelle 2007].
//
//  1. A lattice point is inside where the field is positive. Edges between inside and outside are cut where the field vanishes.
//  2. A point that has a cut nearer than a fraction of the edge (kSnapLong, kSnapShort) is moved there and lies on the surface; the
//     other cuts of its edges are forgotten. Only cuts well inside their edges are left, so that no tet gets thin.
//  3. Of every lattice tet with a point inside, the part inside is filled with one, two or three tets.
//
// The fractions are those of the source, which proves that they bound the dihedral angles for every field. The worst angles that
// the tests find among millions of tets in wild fields are 9.7 and 160 degrees. Parts of the inside that are thinner than a tet are
// lost.

inline constexpr double kSnapLong = 0.24999, kSnapShort = 0.41189;

using Field3 = std::function<double(const Vec3&)>;
// The fraction of the way from a point inside to one outside at which the field changes its sign.
using FindCut = std::function<double(const Vec3& inside, const Vec3& outside)>;

// `values` are those of the field at the points of the lattice. May be empty of tets; not always manifold (see manifold.hpp).
TetMesh stuff(const Lattice& lattice, const std::vector<double>& values, const FindCut& find_cut);

// By halving, to 2e-8 of the way.
double bisect(const Field3& field, const Vec3& inside, const Vec3& outside);

}  // namespace lilyan
