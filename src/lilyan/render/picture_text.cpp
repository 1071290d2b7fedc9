#include <lilyan/render/picture_text.hpp>

#include <lilyan/render/stroke_font.hpp>

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

Ink ink_of(const Color& color) { return {{to_byte(color[0]), to_byte(color[1]), to_byte(color[2])}, 1}; }

// The bar from `top` to `bottom`, a row at a time; pointed ends narrow by two pixels a row.
void draw_bar(Image& image, const FieldScale& scale, const Beyond& beyond, double left, double width, double top, double bottom) {
  const double low = scale.place(scale.range().low), high = scale.place(scale.range().high), tip = width / 2;
  const auto row = [&](double y, double from, double to, double t) {
    fill_box(image, from, y, to, y + 1, ink_of(map_color(scale.map(), t)));
  };
  for (double y = top; y < bottom; ++y) row(y, left, left + width, high + (low - high) * (y + 0.5 - top) / (bottom - top));
  for (double k = 0; k < tip; ++k) {
    if (beyond.above) row(top - 1 - k, left + k + 0.5, left + width - k - 0.5, high);
    if (beyond.below) row(bottom + k, left + k + 0.5, left + width - k - 0.5, low);
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

double letter_height(int image_height) { return std::max(7.0, 0.0165 * image_height); }

void draw_legend(Image& image, const FieldScale& scale, const Beyond& beyond) {
  const double letter = letter_height(image.height), margin = 2.2 * letter;
  const double top = std::round(0.30 * image.height), bottom = std::round(0.72 * image.height), width = std::round(1.5 * letter);
  const std::vector<double> places = ticks(scale.range(), std::clamp(static_cast<int>((bottom - top) / (4 * letter)), 2, 6));
  const Notation written = notation(places, scale.unit());

  double widest = 0;
  for (double tick : places) widest = std::max(widest, text_width(written.text(tick), letter));
  const double left = std::round(image.width - margin - widest - letter - width);
  draw_bar(image, scale, beyond, left, width, top, bottom);

  const Ink ink;
  for (double tick : places) {
    const double y = bottom + (top - bottom) * (tick - scale.range().low) / (scale.range().high - scale.range().low);
    const double line = std::max(1.0, std::round(letter / 9));
    fill_box(image, left + width, std::round(y - line / 2), left + width + 0.45 * letter, std::round(y - line / 2) + line, ink);
    draw_text(image, left + width + letter, y + letter / 2, letter, written.text(tick), ink);
  }
  const std::string label = scale.label() + (written.unit.empty() ? "" : " [" + written.unit + "]");
  const double label_left = std::max(margin, image.width - margin - text_width(label, letter));
  draw_text(image, label_left, top - 2.2 * letter, letter, label, ink);
}

void draw_title(Image& image, const std::string& title) {
  const double letter = 1.15 * letter_height(image.height);
  draw_text(image, 2.2 * letter, 3.0 * letter, letter, title, Ink{});
}

}  // namespace lilyan::render
