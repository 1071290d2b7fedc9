// Springs of sheets and rods, their rest lengths those of the rest shape.
#pragma once

#include <lilyan/energy/springs.hpp>
#include <lilyan/mesh/cells.hpp>

namespace lilyan {

// One for every edge of the triangles, of stiffness k.
std::vector<Spring> stretching_springs(const Vector& X, const std::vector<Triangle>& triangles, double k);

// Against bending: one between the two vertices that lie opposite an edge of two triangles.
std::vector<Spring> bending_springs(const Vector& X, const std::vector<Triangle>& triangles, double k);

// Against bending of a sheet of rows: one between vertices two cells apart along rows and columns; vertex (i, j) has the index
// i rows[1] + j.
std::vector<Spring> bending_springs(const Vector& X, const std::array<Index, 2>& rows, double k);

// One for every edge, so stiff that the rod stretches alike however fine it is divided: k = c/r (hookean) or c/(4 r^3) (stvk),
// which agree at small strain. c [N] is the force that would stretch the rod to twice its length, if it stayed as at small strain.
std::vector<Spring> rod_springs(const Vector& X, const std::vector<VertexPair>& edges, double c, SpringLaw law);

}  // namespace lilyan
