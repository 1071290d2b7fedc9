#include <lilyan/dynamics/velocities.hpp>

namespace lilyan {

Vector velocities(const System& system, const Frame& frame) { return velocities(system, frame.p, frame.held_velocity); }

Vector velocities(const System& system, const Vector& p, const Vector& held_velocity) {
  Vector v = held_velocity.size() > 0 ? held_velocity : Vector::Zero(p.size());
  system.metric().solve(p, v);
  return v;
}

Vector held_part(const System& system, const Vector& v) {
  Vector held = v;
  for (Index component : system.coordinates().free()) held[component] = 0;
  return held;
}

Frame frame_with_velocities(const System& system, Vector x, const Vector& v) {
  Frame frame{0, 0, 0, std::move(x), system.momentum(v)};
  if (!system.metric().joins_held()) return frame;
  if (Vector held = held_part(system, v); !held.isZero(0)) frame.held_velocity = std::move(held);
  return frame;
}

}  // namespace lilyan
