#include <lilyan/render/legend.hpp>
#include <lilyan/render/text.hpp>

#include <algorithm>
#include <cmath>

namespace lilyan::render {

namespace {

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
