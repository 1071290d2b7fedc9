// A closed surface -> tets, by the native mesher: a lattice, cut where the surface's winding number passes 1/2.
//
// The surface may have small holes, repeated or inverted triangles, edges with more than two, and parts that intersect: the inside
// is where it goes round more than half a time. What comes out is valid, manifold, without a dihedral angle below 8 degrees, and
// its boundary vertices lie on the surface; what is thinner than a tet, sharp edges included, is rounded off or lost.
#pragma once

#include <lilyan/mesh/tet_mesh.hpp>
#include <lilyan/mesh/triangle_mesh.hpp>

#include <optional>
#include <string>

namespace lilyan {

// One of the two, or neither: then about kFewestTets, and more where the volume would be off by more than kVolumeError.
struct SurfaceMeshSettings {
  std::optional<double> size;  // length of the longer edges of the lattice [m]
  std::optional<double> tets;  // how many to aim at
};
inline constexpr double kFewestTets = 5000, kVolumeError = 0.02;

struct SurfaceMesh {
  TetMesh mesh;               // its notes say what was mended, lost or odd
  double size = 0;            // of the lattice that was taken [m]
  double surface_volume = 0;  // of what the surface has inside [m^3]
};

// Throws InputError (with `place`, the name of the surface) where the surface has no inside to speak of.
SurfaceMesh mesh_surface(const TriangleMesh& surface, const SurfaceMeshSettings& settings, const std::string& place);

}  // namespace lilyan
