// Counts edges that go through triangles, by exact arithmetic: what contact must never let happen. It shares no code with contact.
#pragma once

#include <lilyan/mesh/triangle_mesh.hpp>

#include <array>
#include <vector>

namespace lilyan::test {

// The sign of the volume of the tet (a, b, c, d), without rounding: 1, 0 or -1.
int exact_side(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

// Whether the edge from p to q meets the triangle, the rims of both included.
bool goes_through(const Vec3& p, const Vec3& q, const std::array<Vec3, 3>& triangle);

// How many edges meet triangles with which they have no vertex in common.
int count_crossings(const Vector& x, const std::vector<std::array<Index, 2>>& edges, const std::vector<Triangle>& triangles);

}  // namespace lilyan::test
