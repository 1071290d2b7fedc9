// What there is to know about a mesh before it is simulated.
//
// The quality of a tet is its volume over that of a regular tet with the same root-mean-square edge length l_rms:
//   q = 6 sqrt(2) V / l_rms^3,    0 < q <= 1, and 1 only for the regular tet.
// Slivers, needles and caps all go to 0; below about 0.05 a tet slows the solver and limits explicit time steps.
#pragma once

#include <lilyan/mesh/tet_mesh.hpp>

#include <map>
#include <string>
#include <vector>

namespace lilyan {

double quality(const Vector& x, const Tet& tet);

// The smallest and the largest of a tet's six angles between faces, inside it [degrees]; 70.5 for the regular tet.
struct DihedralAngles {
  double smallest, largest;
};
DihedralAngles dihedral_angles(const Vector& x, const Tet& tet);

// How the triangles of a surface meet at its edges.
struct SurfaceFigures {
  Index triangles = 0;
  Index open_edges = 0;         // with one triangle
  Index crowded_edges = 0;      // with more than two
  Index turned_edges = 0;       // with two that run the same way: one of them is inside out
  bool watertight = false;      // around every edge, as many triangles run one way as the other
  bool manifold = false;        // every edge has two triangles, and those at a vertex form one fan
  double area = 0, volume = 0;  // [m^2]; [m^3], negative where the surface is inside out, of no meaning where it is open
};
SurfaceFigures surface_figures(const Vector& x, const std::vector<Triangle>& triangles);

// Parts that share no vertex; vertices that belong to nothing do not count.
Index count_components(Index vertices, const std::vector<Tet>& tets, const std::vector<Triangle>& triangles);

struct MeshFigures {
  struct Material {
    FileMaterial material;
    Index tets = 0;
  };

  Index vertices = 0, tets = 0;
  Vec3 lowest = Vec3::Zero(), highest = Vec3::Zero();  // corners of the bounding box [m]
  double volume = 0;                                   // [m^3]
  double worst_quality = 0;
  Index worst_tet = 0;                 // the lowest index on a tie
  DihedralAngles dihedral = {180, 0};  // over all tets [degrees]
  Index components = 0;                // parts that share no vertex
  Index surface_triangles = 0;
  bool watertight = false;                // around every surface edge, as many triangles run one way as the other
  bool manifold = false;                  // every surface edge has two triangles, and those at a vertex form one fan
  std::map<std::string, Index> tet_sets;  // tets in each
  std::vector<Material> materials;
};

// Of a valid mesh.
MeshFigures figures(const TetMesh& mesh);

}  // namespace lilyan
