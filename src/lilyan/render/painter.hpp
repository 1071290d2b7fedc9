// From what is seen to colours: surfaces in their light, the shadow on the ground, the background.
#pragma once

#include <lilyan/render/ground_shadow.hpp>
#include <lilyan/render/lighting.hpp>
#include <lilyan/render/picture.hpp>
#include <lilyan/render/stage.hpp>
#include <lilyan/render/visibility.hpp>

namespace lilyan {

class Painter {
 public:
  // All are kept by reference and outlive the painter; `ground` is a height on the stage.
  Painter(const Stage& stage, const Camera& camera, const PictureSettings& settings, ColorMapKind map,
          std::optional<double> ground);

  const std::vector<Vec3>& projected() const { return projected_; }
  Pixel paint(int x, int y, const PixelSamples& samples) const;

 private:
  struct Paint {
    Color color = Color::Zero();  // linear light, times opacity
    float opacity = 0;
  };
  Color surface(std::uint32_t triangle, double pixel_x, double pixel_y) const;
  Paint behind(double pixel_x, double pixel_y) const;
  Color shadow(double pixel_x, double pixel_y) const;

  const Stage& stage_;
  const PictureSettings& settings_;
  Projection projection_;
  std::vector<Vec3> projected_;
  Lighting lighting_;
  ColorMap map_;
  std::optional<double> ground_;
  std::optional<GroundShadow> shadow_;  // where there is ground
};

}  // namespace lilyan
