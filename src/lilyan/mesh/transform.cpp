#include <lilyan/core/error.hpp>
#include <lilyan/mesh/transform.hpp>

#include <fmt/format.h>

#include <cmath>
#include <numbers>

namespace lilyan {

namespace {

struct CosSin {
  double cos, sin;
};

CosSin cos_sin(double degrees) {
  // fmod is exact; the quarter turns are taken out so that they cost no rounding.
  const double turn = std::fmod(degrees, 360.0);
  const double quarters = std::nearbyint(turn / 90);
  const double rest = (turn - 90 * quarters) * (std::numbers::pi / 180);
  const double c = std::cos(rest), s = std::sin(rest);
  switch ((static_cast<int>(quarters) + 8) % 4) {
    case 0: return {c, s};
    case 1: return {-s, c};
    case 2: return {-c, -s};
    default: return {s, -c};
  }
}

}  // namespace

Mat3 rotation(const Vec3& axis, double degrees) {
  const double length = axis.stableNorm();
  if (!(length > 0) || !std::isfinite(length) || !std::isfinite(degrees))
    throw InputError(Fault{"mesh.rotation", "",
                           fmt::format("no rotation by {} degrees about the axis [{}, {}, {}]", degrees, axis[0], axis[1], axis[2]),
                           "the axis must not be zero"});
  const Vec3 a = axis / length;
  const auto [c, s] = cos_sin(degrees);
  Mat3 cross;
  cross << 0, -a[2], a[1],  //
      a[2], 0, -a[0],       //
      -a[1], a[0], 0;
  return c * Mat3::Identity() + (1 - c) * a * a.transpose() + s * cross;
}

void apply(const Transform& transform, Vector& x) {
  for (Index i = 0; i < x.size() / 3; ++i) {
    const Vec3 scaled = transform.scale.cwiseProduct(vertex(x, i));
    vertex(x, i) = transform.rotate * scaled + transform.translate;
  }
}

}  // namespace lilyan
