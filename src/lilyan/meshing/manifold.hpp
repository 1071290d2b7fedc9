// Tets that only touch at a vertex or an edge, taken apart.
//
// Where a gap or a wall is about as thin as a tet, a mesher may leave tets that share a vertex or an edge but no way through faces
// between them: a hinge without stiffness. Such a vertex is doubled, one for each side. Where the sides are still joined elsewhere
// (a tunnel closed at one point), the smallest tet on the boundary there is dropped.
#pragma once

#include <lilyan/mesh/tet_mesh.hpp>

namespace lilyan {

struct ManifoldRepair {
  Index doubled_vertices = 0;
  Index dropped_tets = 0;
};

// Afterwards every boundary edge has two triangles, and those at a vertex form one fan. Vertices without tets go, the others keep
// their order. Sets and materials must be empty.
ManifoldRepair make_manifold(TetMesh& mesh);

// Parts share no vertex with each other.
struct MeshParts {
  std::vector<std::size_t> of_tet;
  std::vector<double> volumes;  // [m^3]
};
MeshParts parts_of(const TetMesh& mesh);
void keep_parts(TetMesh& mesh, const MeshParts& parts, const std::vector<char>& kept);  // drops those whose flag is 0

// Drops the parts whose volume is below `least` [m^3]; all but the largest may go. Returns how many.
Index drop_small_parts(TetMesh& mesh, double least);

}  // namespace lilyan
