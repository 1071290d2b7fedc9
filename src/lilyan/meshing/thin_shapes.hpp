// Shapes without a third dimension: a rectangle and a sheet of triangles, a rod of edges.
//
// Vertex (i, j) of a rectangle or sheet has the index i (n + 1) + j, n being the cells along its second side. Every cell is cut in
// two along a diagonal, which alternates like the fields of a chessboard. Lengths are positive, cells at least 1.
#pragma once

#include <lilyan/mesh/body_mesh.hpp>

namespace lilyan {

// In the plane z = center z, seen counter-clockwise from +z.
BodyMesh rectangle(const std::array<double, 2>& size, const std::array<Index, 2>& cells, const Vec3& center, double thickness);

// In the plane y = center y, its second side along z, seen counter-clockwise from +y. `rows` of the mesh tells its vertices.
BodyMesh sheet(const std::array<double, 2>& size, const std::array<Index, 2>& cells, const Vec3& center, double thickness);

// A line of equal edges. `from` and `to` differ.
BodyMesh rod(const Vec3& from, const Vec3& to, Index cells, double cross_section);

}  // namespace lilyan
