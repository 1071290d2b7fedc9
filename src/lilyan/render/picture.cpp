#include <lilyan/render/picture.hpp>

#include <lilyan/algebra/threads.hpp>
#include <lilyan/core/error.hpp>
#include <lilyan/render/painter.hpp>
#include <lilyan/render/picture_text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lilyan::render {

namespace {

constexpr int kLeastSize = 16, kMostSize = 16384;
constexpr double kNear = 1e-4;  // of the radius of what is shown

// The values of the field on all skins, or an error that says what there is.
std::vector<double> values_of(const std::vector<Skin>& skins, const std::string& field) {
  std::vector<double> values;
  std::vector<std::string> names;
  for (const Skin& skin : skins) {
    const std::vector<double> here = scalar_field(skin, field);
    values.insert(values.end(), here.begin(), here.end());
    for (const std::string& name : scalar_names(skin))
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  if (!values.empty()) return values;
  const std::string nearest = nearest_name(field, names);
  std::string known;
  for (const std::string& name : names) known += (known.empty() ? "" : ", ") + name;
  throw InputError({"render.field", "field", "there is no field \"" + field + "\"",
                    names.empty()     ? "this body has no fields"
                    : nearest.empty() ? "there are: " + known
                                      : "did you mean \"" + nearest + "\"? There are: " + known});
}

Beyond beyond_scale(const std::vector<double>& values, const Range& range) {
  const double rounding = 1e-6 * (range.high - range.low);
  Beyond beyond;
  for (double value : values) {
    beyond.below |= value < range.low - rounding;
    beyond.above |= value > range.high + rounding;
  }
  return beyond;
}

Image paint(const Painter& painter, const std::vector<Facet>& facets, int width, int height) {
  Image image{width, height, std::vector<Pixel>(static_cast<std::size_t>(width) * static_cast<std::size_t>(height))};
  const auto bands = sort_into_bands(facets, height);
  parallel_for(static_cast<Index>(bands.size()), [&](Index b) {
    const int top = b * kBandRows, bottom = std::min(top + kBandRows, height);
    VisibilityBand band(width, top, bottom);
    for (std::uint32_t f : bands[static_cast<std::size_t>(b)]) band.draw(facets[f]);
    painter.paint(band, top, bottom, image);
  });
  return image;
}

Camera fitted_camera(const std::vector<Skin>& bodies, const std::vector<Skin>& obstacles, const PictureSettings& settings) {
  Framing framing(settings.width, settings.height, settings.direction, Camera{}.fov, picture_margins(settings));
  add_to(framing, bodies, {obstacles, {}});
  return framing.camera();
}

}  // namespace

void check_picture(const PictureSettings& settings) {
  for (const int size : {settings.width, settings.height})
    if (size < kLeastSize || size > kMostSize)
      throw InputError({"render.size", "size", fmt::format("{} x {} pixels", settings.width, settings.height),
                        fmt::format("each side must be from {} to {} pixels", kLeastSize, kMostSize)});
  if (settings.range &&
      !(std::isfinite(settings.range->low) && std::isfinite(settings.range->high) && settings.range->low < settings.range->high))
    throw InputError({"render.range", "range", fmt::format("{} to {} is no range", settings.range->low, settings.range->high),
                      "give two finite numbers, the lower one first"});
  if (settings.ground && !std::isfinite(*settings.ground))
    throw InputError({"render.ground", "ground", "the height of the ground is not finite", "give a height in metres"});
  if (settings.camera) check_camera(*settings.camera);
}

Image render_picture(const std::vector<Skin>& bodies, const PictureSettings& settings, const std::vector<Skin>& obstacles) {
  check_picture(settings);
  std::optional<FieldScale> scale;
  Beyond beyond;
  if (!settings.field.empty()) {
    const std::vector<double> values = values_of(bodies, settings.field);
    scale.emplace(settings.field, settings.range ? *settings.range : robust_range(settings.field, values).value_or(Range{}));
    beyond = beyond_scale(values, scale->range());
  }
  const Camera camera = settings.camera ? *settings.camera : fitted_camera(bodies, obstacles, settings);
  const Stage stage = make_stage(bodies, obstacles, settings.field, scale);
  std::optional<double> ground;
  if (settings.ground) ground = (*settings.ground - stage.center[1]) / stage.radius;
  const Painter painter(stage, stage.scaled(camera), settings, scale ? scale->map() : ColorMapKind::sequential, ground);
  const std::vector<Facet> facets = make_facets(painter.projected(), stage.triangles, settings.width, settings.height, kNear);
  Image image = paint(painter, facets, settings.width, settings.height);
  if (scale) draw_legend(image, *scale, beyond);
  if (!settings.title.empty()) draw_title(image, settings.title);
  return image;
}

Image render_picture(const Skin& skin, const PictureSettings& settings) {
  return render_picture(std::vector<Skin>{skin}, settings);
}

double ground_below(const Framing& framing) {
  if (framing.empty()) return 0;
  return framing.lowest()[1] - 0.08 * (framing.highest() - framing.lowest()).norm();
}

Margins picture_margins(const PictureSettings& settings) {
  Margins margins;
  const double letter = letter_height(settings.height);
  if (!settings.field.empty()) margins.right = std::min(0.3, margins.right + 10 * letter / settings.width);
  if (settings.ground) margins.bottom = 0.11;  // room for the shadow
  if (!settings.title.empty()) margins.top = std::max(margins.top, std::min(0.2, 5 * letter / settings.height));
  return margins;
}

}  // namespace lilyan::render
