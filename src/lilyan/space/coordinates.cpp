#include <lilyan/space/coordinates.hpp>

#include <lilyan/core/error.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace lilyan {

Coordinates::Coordinates(Vector x0, std::vector<Pin> pins) : x0_(std::move(x0)), pins_(std::move(pins)), held_(x0_.size(), false) {
  std::vector<Index> holder(x0_.size(), -1);
  for (Index k = 0; k < static_cast<Index>(pins_.size()); ++k)
    for (Index v : pins_[k].vertices)
      for (Index axis = 0; axis < 3; ++axis) {
        if (!pins_[k].axes[axis]) continue;
        const Index component = 3 * v + axis;
        Index& first = holder[component];
        if (first >= 0 && pins_[first].motion != pins_[k].motion)
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

void Coordinates::lift(const Vector& z, double t, Vector& x) const {
  x.resize(x0_.size());
  for (Index i = 0; i < size(); ++i) x[free_[i]] = z[i];
  for (const auto& [component, pin] : script_) {
    x[component] = x0_[component];
    if (pins_[pin].motion.empty()) continue;
    x[component] += displacement(pins_[pin].motion, vertex(x0_, component / 3), t)[component % 3];
  }
}

void Coordinates::restrict(const Vector& x, Vector& z) const {
  z.resize(size());
  for (Index i = 0; i < size(); ++i) z[i] = x[free_[i]];
}

}  // namespace lilyan
