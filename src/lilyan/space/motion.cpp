#include <lilyan/space/motion.hpp>

#include <Eigen/Geometry>

namespace lilyan {

namespace {

// Share of the ramp done at time t.
double progress(const Ramp& ramp, double t) {
  if (t <= ramp.t0) return 0;
  return t >= ramp.t1 ? 1 : (t - ramp.t0) / (ramp.t1 - ramp.t0);
}

}  // namespace

bool operator==(const Ramp& a, const Ramp& b) {
  return a.translation == b.translation && a.axis == b.axis && a.radians == b.radians && a.center == b.center && a.t0 == b.t0 &&
         a.t1 == b.t1;
}

Vec3 displacement(const Motion& motion, const Vec3& x0, double t) {
  Vec3 sum = Vec3::Zero();
  for (const Ramp& ramp : motion) {
    const double share = progress(ramp, t);
    const Vec3 arm = x0 - ramp.center;
    sum += share * ramp.translation;
    if (ramp.radians != 0) sum += Eigen::AngleAxisd(share * ramp.radians, ramp.axis) * arm - arm;
  }
  return sum;
}

Vec3 displacement_rate(const Motion& motion, const Vec3& x0, double t) {
  Vec3 sum = Vec3::Zero();
  for (const Ramp& ramp : motion) {
    if (t <= ramp.t0 || t > ramp.t1) continue;
    const double rate = 1 / (ramp.t1 - ramp.t0);
    const Vec3 arm = x0 - ramp.center;
    sum += rate * ramp.translation;
    if (ramp.radians != 0)
      sum += rate * ramp.radians * ramp.axis.cross(Eigen::AngleAxisd(progress(ramp, t) * ramp.radians, ramp.axis) * arm);
  }
  return sum;
}

}  // namespace lilyan
