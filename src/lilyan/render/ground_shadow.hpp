// The shadow that bodies throw on level ground, worked out once on a grid and looked up per pixel.
//
// A grid is enough since the light is soft, and smoothing it hides that the light comes from a limited number of directions.
#pragma once

#include <lilyan/render/lighting.hpp>

#include <vector>

namespace lilyan::render {

class GroundShadow {
 public:
  // y is up, and `height` the ground's; both live with the unit ball of the lighting.
  GroundShadow(const Lighting& lighting, double height);

  // What is left of the light, by colour: 1 where nothing hides it.
  Color at(double x, double z) const;

 private:
  std::size_t cell(Index column, Index row) const;

  Index size_;  // cells on a side
  double middle_x_, middle_z_, reach_;
  std::vector<Color> left_;
};

}  // namespace lilyan::render
