#include <lilyan/scene/build/deform.hpp>

#include <lilyan/mesh/transform.hpp>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace lilyan::deform {
namespace {

template <class Map>
void map_offsets(Vector& x, const Vec3& c, const Map& map) {
  for (Index i = 0; i < x.size() / 3; ++i) vertex(x, i) = c + map(Vec3(vertex(x, i) - c));
}

double extent(const Vector& x, const Vec3& direction) {
  double lowest = std::numeric_limits<double>::infinity(), highest = -lowest;
  for (Index i = 0; i < x.size() / 3; ++i) {
    const double s = direction.dot(vertex(x, i));
    lowest = std::min(lowest, s), highest = std::max(highest, s);
  }
  return highest - lowest;
}

}  // namespace

void stretch(Vector& x, const Vec3& c, const Vec3& factors) {
  map_offsets(x, c, [&](const Vec3& r) { return Vec3(factors.cwiseProduct(r)); });
}

void twist(Vector& x, const Vec3& c, const Vec3& axis, double degrees) {
  const double length = extent(x, axis);
  map_offsets(x, c, [&](const Vec3& r) { return Vec3(rotation(axis, degrees * axis.dot(r) / length) * r); });
}

void rotate(Vector& x, const Vec3& c, const Vec3& axis, double degrees) { affine(x, c, rotation(axis, degrees)); }

void affine(Vector& x, const Vec3& c, const Mat3& A) {
  map_offsets(x, c, [&](const Vec3& r) { return Vec3(A * r); });
}

void bend(Vector& x, const Vec3& c, const Vec3& along, const Vec3& axis, double degrees) {
  const double curvature = degrees * std::numbers::pi / 180 / extent(x, along);  // 1/rho
  const Vec3 normal = axis.cross(along);
  map_offsets(x, c, [&](const Vec3& offset) {
    const double s = along.dot(offset), r = normal.dot(offset), q = axis.dot(offset);
    const double phi = curvature * s, half = std::sin(phi / 2);
    // rho sin(phi) and rho (1 - cos(phi)), written so that they tend to s and 0 as the bend vanishes
    const double rho_sin = phi == 0 ? s : s * std::sin(phi) / phi;
    const double rho_versine = phi == 0 ? 0 : s * 2 * half * half / phi;
    return Vec3((rho_sin - r * std::sin(phi)) * along + (rho_versine + r * std::cos(phi)) * normal + q * axis);
  });
}

void translate(Vector& x, const Vec3& by) {
  for (Index i = 0; i < x.size() / 3; ++i) vertex(x, i) += by;
}

}  // namespace lilyan::deform
