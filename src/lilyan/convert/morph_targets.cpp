#include <lilyan/convert/morph_targets.hpp>
#include <lilyan/convert/skin_series.hpp>

#include <utility>

namespace lilyan {

namespace {

constexpr double kCreaseDegrees = 40;

}  // namespace

MorphTargets::MorphTargets(Positions x, const std::vector<Triangle>& triangles, std::size_t frames, bool moves)
    : positions_(std::move(x)),
      first_(positions_(0)),
      surface_(first_, triangles, kCreaseDegrees),
      shapes_(moves ? frames : 1),
      x0_(surface_.positions(first_)),
      n0_(surface_.normals(first_)) {}

MorphTargets::Shape MorphTargets::at(std::size_t shape) const {
  if (shape == 0) return {in_single_precision(x0_), in_single_precision(n0_)};
  const Vector x = positions_(shape);
  return {in_single_precision(surface_.positions(x) - x0_), in_single_precision(surface_.normals(x) - n0_)};
}

}  // namespace lilyan
