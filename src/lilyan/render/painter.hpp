// From what is seen to colours: surfaces in their light, the shadow on the ground, the background.
#pragma once

#include <lilyan/render/lighting.hpp>
#include <lilyan/render/picture.hpp>
#include <lilyan/render/stage.hpp>
#include <lilyan/render/visibility.hpp>

namespace lilyan::render {

class Painter {
 public:
  // All are kept by reference and outlive the painter; `ground` is a height on the stage.
  Painter(const Stage& stage, const Camera& camera, const PictureSettings& settings, ColorMapKind map,
          std::optional<double> ground);

  const std::vector<Vec3>& projected() const { return projected_; }
  void paint(const VisibilityBand& band, int top, int bottom, Image& image) const;  // rows [top, bottom)

 private:
  struct Paint {
    Color color = Color::Zero();  // linear light, times opacity
    float opacity = 0;
  };
  // A triangle's part of a pixel, before it is lit.
  struct Spot {
    std::size_t pixel = 0;
    float share = 0;  // of the pixel
    Color color;
    bool means = false;                   // whether the colour is that of a field
    Eigen::Vector3f point, normal, view;  // view: towards the camera
    float ink = 0;                        // of the edge lines
  };
  Spot look(std::uint32_t triangle, double pixel_x, double pixel_y) const;
  void look(int x, int y, const PixelSamples& samples, std::vector<Spot>& spots, Paint& sum) const;
  Color lit(const Spot& spot, const Light& light) const;
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

}  // namespace lilyan::render
