#include <lilyan/space/held_components.hpp>

namespace lilyan {

HeldComponents::HeldComponents(const Space& space, const Coordinates& coordinates) {
  for (Index c = 0; c < 3 * space.whole(); ++c) held_.push_back(coordinates.is_held(c));
  for (const Space::Reduced& body : space.reduced())
    for (Index c = 0; c < 3 * body.shape->vertices(); ++c) held_.push_back(body.shape->basis().row(c).isZero(0));
}

std::vector<bool> HeldComponents::held_whole() const {
  std::vector<bool> whole;
  for (Index i = 0; 3 * static_cast<std::size_t>(i) < held_.size(); ++i) whole.push_back(is_held_whole(i));
  return whole;
}

}  // namespace lilyan
