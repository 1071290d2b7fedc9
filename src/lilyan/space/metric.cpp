#include <lilyan/space/metric.hpp>

namespace lilyan {

LumpedMetric::LumpedMetric(Vector mass, const Coordinates& coordinates) : mass_(std::move(mass)), free_(coordinates.free()) {
  coordinates.restrict(mass_, diagonal_);
}

void LumpedMetric::solve(const Vector& p, Vector& v) const {
  for (Index component : free_) v[component] = p[component] / mass_[component];
}

}  // namespace lilyan
