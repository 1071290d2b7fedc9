#include <lilyan/dynamics/coordinates.hpp>

#include <lilyan/core/error.hpp>

#include <fmt/format.h>
#include <Eigen/Geometry>

#include <algorithm>

namespace lilyan {

namespace {

bool same_motion(const std::vector<Ramp>& a, const std::vector<Ramp>& b) {
  auto equal = [](const Ramp& p, const Ramp& q) {
    return p.translation == q.translation && p.axis == q.axis && p.radians == q.radians && p.center == q.center && p.t0 == q.t0 &&
           p.t1 == q.t1;
  };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), equal);
}

// Share of the ramp done at time t.
double progress(const Ramp& ramp, double t) {
  if (t <= ramp.t0) return 0;
  return t >= ramp.t1 ? 1 : (t - ramp.t0) / (ramp.t1 - ramp.t0);
}

}  // namespace

Coordinates::Coordinates(Vector x0, std::vector<Pin> pins) : x0_(std::move(x0)), pins_(std::move(pins)), held_(x0_.size(), false) {
  std::vector<Index> holder(x0_.size(), -1);
  for (Index k = 0; k < static_cast<Index>(pins_.size()); ++k)
    for (Index v : pins_[k].vertices)
      for (Index axis = 0; axis < 3; ++axis) {
        if (!pins_[k].axes[axis]) continue;
        const Index component = 3 * v + axis;
        Index& first = holder[component];
        if (first >= 0 && !same_motion(pins_[first].motion, pins_[k].motion))
          throw InputError({"pins.conflict", fmt::format("pins/{}", k),
                            fmt::format("moves the {} of vertex {} differently from pins/{}", "xyz"[axis], v, first),
                            "give both the same motion, or hold other axes or vertices"});
        if (first < 0) first = k;
      }
  for (Index component = 0; component < static_cast<Index>(holder.size()); ++component) {
    if (holder[component] < 0) {
      free_.push_back(component);
    } else {
      held_[component] = true;
      script_.emplace_back(component, holder[component]);
    }
  }
}

Vec3 Coordinates::displacement(const Pin& pin, const Vec3& x0, double t) const {
  Vec3 sum = Vec3::Zero();
  for (const Ramp& ramp : pin.motion) {
    const double share = progress(ramp, t);
    const Vec3 arm = x0 - ramp.center;
    sum += share * ramp.translation;
    if (ramp.radians != 0) sum += Eigen::AngleAxisd(share * ramp.radians, ramp.axis) * arm - arm;
  }
  return sum;
}

void Coordinates::lift(const Vector& z, double t, Vector& x) const {
  x.resize(x0_.size());
  for (Index i = 0; i < size(); ++i) x[free_[i]] = z[i];
  for (const auto& [component, pin] : script_) {
    x[component] = x0_[component];
    if (pins_[pin].motion.empty()) continue;
    x[component] += displacement(pins_[pin], vertex(x0_, component / 3), t)[component % 3];
  }
}

void Coordinates::restrict(const Vector& x, Vector& z) const {
  z.resize(size());
  for (Index i = 0; i < size(); ++i) z[i] = x[free_[i]];
}

}  // namespace lilyan
