// Where surfaces go through each other or touch: what no contact may start from.
//
// Edges that go through triangles are found by the signs of volumes; pieces whose gap is not above 0, by their distance. Pairs that
// contact leaves out do not count.
#pragma once

#include <lilyan/energy/contact/pair_contact.hpp>

#include <vector>

namespace lilyan {

struct SurfaceCrossings {
  Index count = 0;   // pairs of pieces
  double depth = 0;  // [m], how far an edge sticks through a triangle, or how much of a thickness is missing; at most
};

// One for each meeting.
std::vector<SurfaceCrossings> find_crossings(const PairContact& contact, const Vector& x, double t);

}  // namespace lilyan
