#include <lilyan/render/stroke_font.hpp>
#include <lilyan/render/text.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lilyan::render {

namespace {

constexpr double kPen = 0.98, kBetweenLetters = 1.3;  // width of the pen, space between letters [units of the typeface]
constexpr double kRaisedSize = 0.68, kRaisedBy = 3.4;

// Code points of a UTF-8 text; a byte that belongs to none counts as one of its own.
std::vector<char32_t> code_points(const std::string& text) {
  std::vector<char32_t> points;
  for (std::size_t k = 0; k < text.size();) {
    const auto lead = static_cast<unsigned char>(text[k]);
    const std::size_t length = lead < 0x80 ? 1 : lead >> 5 == 6 ? 2 : lead >> 4 == 14 ? 3 : lead >> 3 == 30 ? 4 : 0;
    char32_t point = length == 1 ? lead : length == 0 ? 0xfffd : lead & (0xff >> (length + 1));
    bool whole = length > 0 && k + length <= text.size();
    for (std::size_t n = 1; whole && n < length; ++n) {
      const auto next = static_cast<unsigned char>(text[k + n]);
      whole = next >> 6 == 2;
      point = point << 6 | (next & 0x3f);
    }
    points.push_back(whole ? point : 0xfffd);
    k += whole ? length : 1;
  }
  return points;
}

struct PlacedGlyph {
  const Glyph* glyph;
  double x, y, scale;  // from the text's start [units of the typeface]
};

struct Layout {
  std::vector<PlacedGlyph> glyphs;
  double width = 0;
};

Layout lay_out(const std::string& text) {
  Layout layout;
  bool raised = false;
  const std::vector<char32_t> points = code_points(text);
  const auto raises = [](char32_t point) { return (point >= '0' && point <= '9') || point == '-'; };
  double x = 0;
  for (std::size_t k = 0; k < points.size(); ++k) {
    if (points[k] == '^' && k + 1 < points.size() && raises(points[k + 1])) {
      raised = true;
      continue;
    }
    raised = raised && raises(points[k]);
    const double scale = raised ? kRaisedSize : 1;
    const Glyph& shape = glyph(points[k]);
    layout.glyphs.push_back({&shape, x, raised ? kRaisedBy : 0, scale});
    layout.width = x + scale * shape.width;
    x = layout.width + scale * kBetweenLetters;
  }
  return layout;
}

double distance(const Eigen::Vector2d& p, const Eigen::Vector2d& a, const Eigen::Vector2d& b) {
  const Eigen::Vector2d along = b - a;
  const double length = along.squaredNorm();
  const double t = length > 0 ? std::clamp((p - a).dot(along) / length, 0.0, 1.0) : 0;
  return (p - a - t * along).norm();
}

// Ink where a pixel's middle is within half a pen's width of the pen's way, with an edge one pixel wide.
void draw_glyph(Image& image, const std::vector<std::vector<Eigen::Vector2d>>& strokes, double pen, const Ink& ink) {
  Eigen::Vector2d low = Eigen::Vector2d::Constant(std::numeric_limits<double>::infinity()), high = -low;
  for (const auto& stroke : strokes)
    for (const Eigen::Vector2d& point : stroke) low = low.cwiseMin(point), high = high.cwiseMax(point);
  if (!(low[0] <= high[0])) return;
  const auto first = [&](int axis) { return std::max(0, static_cast<int>(std::floor(low[axis] - pen - 1))); };
  const auto last = [&](int axis, int size) { return std::min(size - 1, static_cast<int>(std::ceil(high[axis] + pen + 1))); };
  for (int y = first(1); y <= last(1, image.height); ++y)
    for (int x = first(0); x <= last(0, image.width); ++x) {
      double nearest = std::numeric_limits<double>::infinity();
      for (const auto& stroke : strokes)
        for (std::size_t k = 0; k + 1 < stroke.size(); ++k)
          nearest = std::min(nearest, distance({x + 0.5, y + 0.5}, stroke[k], stroke[k + 1]));
      blend(image, x, y, ink, std::clamp(pen / 2 - nearest + 0.5, 0.0, 1.0));
    }
}

}  // namespace

void blend(Image& image, int x, int y, const Ink& ink, double coverage) {
  if (x < 0 || y < 0 || x >= image.width || y >= image.height) return;
  const double over = coverage * ink.opacity;
  if (!(over > 0)) return;
  Pixel& pixel = image.at(x, y);
  const double under = (1 - over) * pixel[3] / 255.0, opacity = over + under;
  for (std::size_t c = 0; c < 3; ++c)
    pixel[c] = static_cast<std::uint8_t>(std::lround((over * ink.rgb[c] + under * pixel[c]) / opacity));
  pixel[3] = static_cast<std::uint8_t>(std::lround(255 * opacity));
}

void fill_box(Image& image, double left, double top, double right, double bottom, const Ink& ink) {
  const auto overlap = [](double low, double high, int pixel) {
    return std::clamp(std::min(high, pixel + 1.0) - std::max(low, static_cast<double>(pixel)), 0.0, 1.0);
  };
  const int last_row = std::min(image.height, static_cast<int>(std::ceil(bottom)));
  const int last_column = std::min(image.width, static_cast<int>(std::ceil(right)));
  for (int y = std::max(0, static_cast<int>(std::floor(top))); y < last_row; ++y)
    for (int x = std::max(0, static_cast<int>(std::floor(left))); x < last_column; ++x)
      blend(image, x, y, ink, overlap(left, right, x) * overlap(top, bottom, y));
}

double text_width(const std::string& text, double height) { return lay_out(text).width * height / kCapitalHeight; }

void draw_text(Image& image, double x, double y, double height, const std::string& text, const Ink& ink) {
  const double unit = height / kCapitalHeight;
  for (const PlacedGlyph& placed : lay_out(text).glyphs) {
    std::vector<std::vector<Eigen::Vector2d>> strokes = placed.glyph->strokes;
    for (auto& stroke : strokes)
      for (Eigen::Vector2d& point : stroke)
        point = {x + unit * (placed.x + placed.scale * point[0]), y - unit * (placed.y + placed.scale * point[1])};
    draw_glyph(image, strokes, std::max(kPen * unit * std::sqrt(placed.scale), 1.0), ink);
  }
}

}  // namespace lilyan::render
