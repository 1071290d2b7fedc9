// A picture of bodies, drawn by the processor alone.
//
//   Image image = render_picture({skin}, {.field = "von_mises"});
//   write_png("bar.png", image);
//
// Obstacles are drawn in a colour of their own, whatever field colours the bodies.
//
// The camera is fitted to the bodies unless it is given; the same skins and settings give the same bytes for any number of threads.
#pragma once

#include <lilyan/mesh/skin.hpp>
#include <lilyan/render/camera.hpp>
#include <lilyan/render/image.hpp>
#include <lilyan/render/lighting.hpp>
#include <lilyan/render/scale.hpp>
#include <lilyan/render/scenery.hpp>

#include <optional>
#include <string>
#include <vector>

namespace lilyan::render {

enum class Background { studio, white, transparent };

// Every member has a default, so that a program may name the ones it sets: {.width = 800, .edges = true}.
struct PictureSettings {
  int width = 1280, height = 720;  // [pixels] each from 16 to 16384
  std::optional<Camera> camera{};  // none: fitted to the skins
  ViewDirection direction{};       // of a fitted camera
  std::string field{};             // colours and legend by this field; "": a calm colour for each body
  std::optional<Range> range{};    // of the field; none: from its values, see robust_range
  std::optional<double> ground{};  // [m] its height; a shadow falls on it. None: no ground
  bool edges = false;              // thin lines along the triangles' edges
  std::string title{};             // upper left; ""
  Background background = Background::studio;
  Shadows shadows = Shadows::fine;
};

// Throws InputError where a setting is out of range, or where no skin has the field. A camera that is not given is fitted to the
// bodies and to what counts of the obstacles (scenery.hpp).
Image render_picture(const std::vector<Skin>& bodies, const PictureSettings& settings, const std::vector<Skin>& obstacles = {});
Image render_picture(const Skin& skin, const PictureSettings& settings);

// Throws InputError where a setting is out of range, as render_picture does.
void check_picture(const PictureSettings& settings);

// A ground a little below all that `framing` has seen, so that a body that touches nothing does not look as if it stood there.
double ground_below(const Framing& framing);

// The edges that a picture with these settings leaves free for its title and legend.
Margins picture_margins(const PictureSettings& settings);

}  // namespace lilyan::render
