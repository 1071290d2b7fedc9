// Rigid displacements that follow a script in time.
#pragma once

#include <lilyan/core/vector.hpp>

#include <vector>

namespace lilyan {

// A rigid displacement that grows linearly in time from t0 to t1 and then stays.
struct Ramp {
  Vec3 translation = Vec3::Zero();  // [m] at t1
  Vec3 axis = Vec3::UnitZ();        // unit vector
  double radians = 0;               // about axis through center, at t1
  Vec3 center = Vec3::Zero();
  double t0 = 0, t1 = 0;  // [s]; t1 = t0 is a jump right after t0
};

using Motion = std::vector<Ramp>;  // displacements of the ramps add up; empty: held still

bool operator==(const Ramp& a, const Ramp& b);

// How far the point that starts at x0 has been moved at time t [m], and how fast it is just before t [m/s].
Vec3 displacement(const Motion& motion, const Vec3& x0, double t);
Vec3 displacement_rate(const Motion& motion, const Vec3& x0, double t);

}  // namespace lilyan
