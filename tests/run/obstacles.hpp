// Obstacles for tests of what is written and drawn of them.
#pragma once

#include <lilyan/mesh/box.hpp>
#include <lilyan/run/inventory.hpp>

namespace lilyan::test {

inline Obstacle box_obstacle(std::string name, const Vec3& center, double size, Motion motion = {}) {
  const TetMesh mesh = box(Vec3::Constant(size), {1, 1, 1}, center, Split::five);
  Obstacle obstacle;
  obstacle.name = std::move(name);
  obstacle.surface = {mesh.X, surface(mesh.tets), {}};
  obstacle.motion = std::move(motion);
  return obstacle;
}

inline Obstacle plane_obstacle(std::string name, const Vec3& point, const Vec3& normal, Motion motion = {}) {
  Obstacle obstacle;
  obstacle.name = std::move(name);
  obstacle.plane = {point, normal};
  obstacle.motion = std::move(motion);
  return obstacle;
}

// By `far` [m] from t = 0 to 1 s.
inline Motion moving_by(const Vec3& far) {
  Ramp ramp;
  ramp.translation = far;
  ramp.t1 = 1;
  return {ramp};
}

}  // namespace lilyan::test
