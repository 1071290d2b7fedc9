// Bodies of simple shapes: round ones of tets, and thin ones of triangles or edges.
#pragma once

#include <lilyan/mesh/body_mesh.hpp>
#include <lilyan/mesh/tet_mesh.hpp>

namespace lilyan {

// Round shapes of tets: ball, cylinder, torus. Boundary vertices lie exactly on the surface, so that the missing volume falls with
// the square of the tets' size. No tet has a dihedral angle below 20 degrees, unless a cylinder is shorter than `size` or the hole
// of a torus is narrower than its tube (radius < 2 tube_radius).
//
// `size` [m] is the edge length aimed at; a shape that is smaller still gets a few tets. All lengths are positive, `axis` is a unit
// vector, and the shape's count() fits an Index, which the caller checks.
struct ShapeCount {
  double vertices = 0, cells = 0;  // in double, where no product overflows
};

// An icosahedron of 20 tets around its middle, each cut into n^3 smaller ones, with n near radius/size. Every shell of vertices is
// moved out to its sphere.
struct Ball {
  double radius = 1, size = 0.25;
  Vec3 center = Vec3::Zero();

  ShapeCount count() const;
  TetMesh mesh() const;
};

// A disc of rings of 6, 12, 18, ... vertices, swept along the axis in layers of prisms, each cut into three tets.
struct Cylinder {
  double radius = 0.5, length = 1, size = 0.25;
  Vec3 center = Vec3::Zero();
  Vec3 axis = Vec3::UnitY();

  ShapeCount count() const;
  TetMesh mesh() const;
};

// The same disc swept around a circle; radius > tube_radius, which the caller checks.
struct Torus {
  double radius = 1, tube_radius = 0.25;  // of the circle, and of the tube around it
  double size = 0.125;
  Vec3 center = Vec3::Zero();
  Vec3 axis = Vec3::UnitY();  // through the hole

  ShapeCount count() const;
  TetMesh mesh() const;
};

// Shapes without a third dimension: a rectangle and a sheet of triangles, a rod of edges.
//
// Vertex (i, j) of a rectangle or sheet has the index i (n + 1) + j, n being the cells along its second side. Every cell is cut in
// two along a diagonal, which alternates like the fields of a chessboard. Lengths are positive, cells at least 1.

// In the plane z = center z, seen counter-clockwise from +z.
BodyMesh rectangle(const std::array<double, 2>& size, const std::array<Index, 2>& cells, const Vec3& center, double thickness);

// In the plane y = center y, its second side along z, seen counter-clockwise from +y. `rows` of the mesh tells its vertices.
BodyMesh sheet(const std::array<double, 2>& size, const std::array<Index, 2>& cells, const Vec3& center, double thickness);

// A line of equal edges. `from` and `to` differ.
BodyMesh rod(const Vec3& from, const Vec3& to, Index cells, double cross_section);

}  // namespace lilyan
