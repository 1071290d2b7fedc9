#include <lilyan/energy/contact/contact_surface.hpp>

namespace lilyan {

Index ObstaclePoints::add(const Vector& X, Motion motion) {
  const Index first = size();
  moves_ = moves_ || !motion.empty();
  groups_.push_back({first, static_cast<Index>(X.size() / 3), std::move(motion)});
  X_.conservativeResize(X_.size() + X.size());
  X_.tail(X.size()) = X;
  return first;
}

Vector ObstaclePoints::at(double t) const {
  Vector x = X_;
  for (const Group& group : groups_)
    if (!group.motion.empty())
      for (Index i = group.first; i < group.first + group.count; ++i) vertex(x, i) += displacement(group.motion, vertex(X_, i), t);
  return x;
}

Vector ObstaclePoints::velocities_at(double t) const {
  Vector v = Vector::Zero(X_.size());
  for (const Group& group : groups_)
    if (!group.motion.empty())
      for (Index i = group.first; i < group.first + group.count; ++i)
        vertex(v, i) = displacement_rate(group.motion, vertex(X_, i), t);
  return v;
}

}  // namespace lilyan
