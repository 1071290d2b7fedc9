// Straight ways through a body of tets or hexes: from a triangle of its surface inwards to the surface on the other side.
#pragma once

#include <lilyan/mesh/cells.hpp>

#include <vector>

namespace lilyan {

struct Column {
  Triangle near, far;                 // where it begins and ends
  Index near_cell = 0, far_cell = 0;  // the cells that these triangles belong to
  Vec3 direction = Vec3::Zero();      // inwards at its beginning, of length 1
  double area = 0, length = 0;        // of its beginning [m^2], of the way [m]
};

// One for each triangle of the surface from the middle of which a way leads to another, of at most about `most` of them, spread
// evenly over the surface. The cells must be of one body, with vertices counted from 0.
std::vector<Column> columns_through(const Vector& X, const Cells& cells, Index most);

// How far the vertices of a cell lie apart along a direction [m].
double extent_along(const Vector& X, const Cells& cells, Index cell, const Vec3& direction);

}  // namespace lilyan
