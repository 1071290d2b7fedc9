// Solids as fields: f(x) [m] is positive inside and near the surface about the distance to it.
#pragma once

#include <lilyan/mesh/box_tree.hpp>
#include <lilyan/meshing/stuffing.hpp>

#include <vector>

namespace bodies {

using lilyan::Vec3;

struct Solid {
  lilyan::Field3 field;
  lilyan::Box box;  // holds all of the inside
};

// A rod from a to b whose radius changes evenly, with round ends.
Solid rod(const Vec3& a, double radius_a, const Vec3& b, double radius_b);

// Half axes along x, y and z.
Solid ellipsoid(const Vec3& centre, const Vec3& half_axes);

// What lies within both of two distances from surfaces that meet at an edge [m], the edge rounded.
double within_both(double one, double other, double rounding);

// A plate on a curved sheet: at (u, v) its middle has the height sheet(u, v) above the plane through `foot` that is spanned by the
// unit vectors `along` and `across`, at right angles. It reaches from u = 0 to `length`, for |v| < half_width(u), and has a round
// rim.
struct Blade {
  Vec3 foot, along, across;
  double length = 1, thickness = 0.1;  // [m]
  double widest = 0.5;                 // the largest half width [m]
  std::function<double(double u)> half_width;
  std::function<double(double u, double v)> sheet;
};
Solid blade(const Blade& blade);

Solid united(std::vector<Solid> solids);

}  // namespace bodies
