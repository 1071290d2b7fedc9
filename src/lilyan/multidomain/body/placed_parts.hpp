// Parts that are placed beside other domains instead of being cut from the same mesh: where they touch, and what they hang on.
#pragma once

#include <lilyan/multidomain/body/domain_plan.hpp>

namespace lilyan {

// The domain of the plan that has a vertex nearest to one of the points, and how near it is [m]. Domains from `end` on are not
// looked at.
struct NearestDomain {
  Index domain = -1;
  double distance = 0;
};
NearestDomain nearest_domain(const DomainPlan& plan, const std::vector<Vec3>& points, Index end);

// Vertices of a domain of the plan, in the numbers of its part, that lie within `reach` [m] of one of the points.
std::vector<Index> vertices_within(const DomainPlan& plan, Index domain, const std::vector<Vec3>& points, double reach);

// The placement that takes the points `from` to the points `to`, as many and in the same order, with the least sum of squares, and
// what is left of it. A mirrored copy does not fit.
struct FittedPlacement {
  DomainPlacement placement;
  double largest_distance = 0;  // of a point from where it should be [m]
};
FittedPlacement fit_placement(const Vector& from, const Vector& to);

// The connected pieces of a surface, in the order of their first vertices; the vertices of each ascending.
std::vector<std::vector<Index>> connected_pieces(Index vertices, const std::vector<Triangle>& triangles);

}  // namespace lilyan
