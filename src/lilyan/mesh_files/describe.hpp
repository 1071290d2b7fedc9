// A mesh file in figures, also one that could not be simulated: `lilyan info` describes rather than refuses.
#pragma once

#include <lilyan/mesh/quality.hpp>
#include <lilyan/mesh_files/content.hpp>

namespace lilyan {

struct MeshDescription {
  Index vertices = 0, tets = 0, hexes = 0, triangles = 0;
  Vec3 lowest = Vec3::Zero(), highest = Vec3::Zero();  // corners of the bounding box [m]
  Index components = 0;                                // parts that share no vertex
  Index unused_vertices = 0;                           // that belong to no element

  // Of the tets, inverted ones counted as if they were flipped; the volume of the hexes where there are none.
  double volume = 0;  // [m^3]
  double worst_quality = 0;
  std::int64_t worst_tet = 0;          // what the file calls it
  DihedralAngles dihedral = {180, 0};  // of those with volume [degrees]
  Index inverted = 0, degenerate = 0, duplicate = 0;

  // Of the triangles, or of the boundary of the tets or hexes where there are some.
  SurfaceFigures surface;
  Index degenerate_triangles = 0, duplicate_triangles = 0;

  std::vector<Index> tets_of_material;  // by the index of the file's materials
};

MeshDescription describe(const MeshContent& content);

}  // namespace lilyan
