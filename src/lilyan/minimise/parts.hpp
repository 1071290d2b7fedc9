// Parts of a minimisation that do not influence each other: each is solved by its own scale.
#pragma once

#include <lilyan/minimise/newton.hpp>

#include <vector>

namespace lilyan {

// -g.d of each part.
std::vector<double> part_decrements(const Objective& objective, const Vector& g, const Vector& d);

// The largest error of a part that the decrements -g.d leave.
double worst_error(Objective& objective, const Vector& g, const Vector& d);

// Goes on where the minimisation of the whole has ended: what is left to a small part may be rounding to the whole. Parts that have
// not met the tolerance are moved on alone, and judged by the slope along their own directions. z is improved in place.
void finish_parts(Objective& objective, const NewtonSettings& settings, NewtonDirection& direction, Vector& z, Vector& g,
                  NewtonResult& result);

}  // namespace lilyan
