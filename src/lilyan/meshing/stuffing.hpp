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
#pragma once

#include <lilyan/mesh/tet_mesh.hpp>
#include <lilyan/meshing/lattice.hpp>

#include <functional>
#include <vector>

namespace lilyan {

inline constexpr double kSnapLong = 0.24999, kSnapShort = 0.41189;

using Field3 = std::function<double(const Vec3&)>;
// The fraction of the way from a point inside to one outside at which the field changes its sign.
using FindCut = std::function<double(const Vec3& inside, const Vec3& outside)>;

// `values` are those of the field at the points of the lattice. May be empty of tets; not always manifold (see manifold.hpp).
TetMesh stuff(const Lattice& lattice, const std::vector<double>& values, const FindCut& find_cut);

// By halving, to 2e-8 of the way.
double bisect(const Field3& field, const Vec3& inside, const Vec3& outside);

}  // namespace lilyan
