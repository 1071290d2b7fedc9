// Where surfaces go through each other or touch: what no contact may start from.
//
// Edges that go through triangles are found by the signs of volumes. Pieces touch if their gap is not above 1e-6 of the distance at
// which contact begins. Pairs that contact leaves out do not count.
#pragma once

#include <lilyan/energy/contact/pair_contact.hpp>

#include <map>

namespace lilyan {

struct SurfaceCrossings {
  Index count = 0;   // pairs of pieces
  double depth = 0;  // [m], how far an edge sticks through a triangle, or how much of a thickness is missing; at most
};

// By the numbers of the meetings; of those without any there is none.
std::map<std::int64_t, SurfaceCrossings> find_crossings(const PairContact& contact, const Vector& x, double t);

}  // namespace lilyan
