// Round shapes of tets: ball, cylinder, torus. Boundary vertices lie exactly on the surface, so that the missing volume falls with
// the square of the tets' size. No tet has a dihedral angle below 20 degrees, unless a cylinder is shorter than `size` or the hole
// of a torus is narrower than its tube (radius < 2 tube_radius).
//
// `size` [m] is the edge length aimed at; a shape that is smaller still gets a few tets. All lengths are positive, `axis` is a unit
// vector, and the shape's count() fits an Index, which the caller checks.
#pragma once

#include <lilyan/mesh/tet_mesh.hpp>

namespace lilyan {

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

}  // namespace lilyan
