#include "solid.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

namespace bodies {

using lilyan::Box;

Solid rod(const Vec3& a, double radius_a, const Vec3& b, double radius_b) {
  Box box = Box{a, a}.inflated(radius_a);
  box.add(Box{b, b}.inflated(radius_b));
  const Vec3 along = b - a;
  return {[=](const Vec3& x) {
            const double t = std::clamp((x - a).dot(along) / along.squaredNorm(), 0.0, 1.0);
            return radius_a + t * (radius_b - radius_a) - (x - a - t * along).norm();
          },
          box};
}

Solid ellipsoid(const Vec3& centre, const Vec3& half_axes) {
  return {[=](const Vec3& x) {
            const Vec3 scaled = (x - centre).cwiseQuotient(half_axes);
            const double k = scaled.norm();
            // To first order in the distance: (1 - k) k / |grad k^2 / 2|.
            return k < 1e-3 ? half_axes.minCoeff() : (1 - k) * k / scaled.cwiseQuotient(half_axes).norm();
          },
          {centre - half_axes, centre + half_axes}};
}

double within_both(double one, double other, double rounding) {
  const double a = rounding - one, b = rounding - other;
  return rounding - std::hypot(std::max(a, 0.0), std::max(b, 0.0)) - std::min(std::max(a, b), 0.0);
}

Solid blade(const Blade& blade) {
  Box box = Box::nothing();
  constexpr int kSteps = 16;
  for (int i = 0; i <= kSteps; ++i)
    for (int j = -kSteps; j <= kSteps; ++j) {
      const double u = blade.length * i / kSteps, v = blade.widest * j / kSteps;
      box.add(blade.foot + u * blade.along + v * blade.across + blade.sheet(u, v) * blade.along.cross(blade.across));
    }
  const Vec3 normal = blade.along.cross(blade.across);
  return {[blade, normal](const Vec3& x) {
            const double u = (x - blade.foot).dot(blade.along), v = (x - blade.foot).dot(blade.across);
            const double near = std::clamp(u, 0.0, blade.length), w = (x - blade.foot).dot(normal) - blade.sheet(near, v);
            const double rim = std::min({blade.half_width(near) - std::abs(v), u, blade.length - u});
            return within_both(rim, blade.thickness / 2 - std::abs(w), blade.thickness / 2);
          },
          box.inflated(blade.thickness)};
}

Solid united(std::vector<Solid> solids) {
  Box box = Box::nothing();
  for (const Solid& solid : solids) box.add(solid.box);
  return {[solids = std::move(solids)](const Vec3& x) {
            double most = -std::numeric_limits<double>::infinity();
            for (const Solid& solid : solids) most = std::max(most, solid.field(x));
            return most;
          },
          box};
}

}  // namespace bodies
