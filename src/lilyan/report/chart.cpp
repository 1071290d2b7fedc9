#include <lilyan/report/chart.hpp>
#include <lilyan/report/html.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lilyan {
namespace {

// The plot in the units of the picture; the page scales it to the width that there is.
constexpr double kWidth = 480, kHeight = 250, kLeast = 62, kRight = 10, kTop = 10, kBottom = 36;  // kLeast: of the left margin
constexpr double kPlotHeight = kHeight - kTop - kBottom;
constexpr double kLetters = 13.5;  // [units] their height on a narrow page, where they are largest
constexpr int kTicks = 6;
constexpr double kMostDecades = 1e-18;  // of a logarithmic axis that nothing else bounds: its low end relative to its high end

struct Extent {
  double t_low = 0, t_high = 0;
  ValueRange values = {0, 0};
  double least_positive = std::numeric_limits<double>::infinity();
  bool any = false;
  std::vector<double> envelope;  // over the curves, band by band
};

void see(Extent& extent, const Band& band) {
  if (!extent.any)
    extent = {band.t_low, band.t_high, {band.low, band.high}, extent.least_positive, true, std::move(extent.envelope)};
  extent.t_low = std::min({extent.t_low, band.t_low, band.t_high});
  extent.t_high = std::max({extent.t_high, band.t_low, band.t_high});
  extent.values.low = std::min(extent.values.low, band.low);
  extent.values.high = std::max(extent.values.high, band.high);
  for (const double value : {band.low, band.high})
    if (value > 0) extent.least_positive = std::min(extent.least_positive, value);
}

Extent extent_of(const std::vector<Curve>& curves) {
  Extent extent;
  for (const Curve& curve : curves)
    for (std::size_t k = 0; k < curve.bands.size(); ++k) {
      const Band& band = curve.bands[k];
      if (band.empty()) continue;
      see(extent, band);
      if (extent.envelope.size() <= k) extent.envelope.resize(k + 1);
      extent.envelope[k] = std::max({extent.envelope[k], std::abs(band.low), std::abs(band.high)});
    }
  return extent;
}

Axis logarithmic_axis(const Extent& extent, double lowest) {
  if (!(extent.values.high > 0)) return Axis::linear(extent.values, kTicks);
  const double high = extent.values.high;
  return Axis::logarithmic({std::min(std::max(extent.least_positive, lowest), high), high}, kTicks);
}

Axis value_axis(const Chart& chart, const Extent& extent) {
  if (chart.scale == ChartScale::logarithmic)
    return logarithmic_axis(extent, chart.least > 0 ? chart.least : kMostDecades * extent.values.high);
  if (chart.scale == ChartScale::linear) return Axis::linear(extent.values, kTicks, chart.least_span);
  const auto [scale, bend] = readable_scale(extent.envelope, extent.values.low < 0, chart.least);
  if (scale == AxisScale::logarithmic) return logarithmic_axis(extent, bend / 1000);
  if (scale == AxisScale::symmetric) return Axis::symmetric(extent.values, bend, kTicks);
  return Axis::linear(extent.values, kTicks, chart.least_span);
}

// Beside the unit: how the values stand on their axis, where that is not plainly in proportion.
std::string scale_words(const Axis& values) {
  switch (values.scale()) {
    case AxisScale::linear: return {};
    case AxisScale::logarithmic: return ", logarithmic";
    case AxisScale::symmetric: break;
  }
  return fmt::format(", logarithmic beyond ±{}", number_text(values.bend(), 3));
}

// How wide a label is at most, in units: superscripts are narrow, the digits of most fonts alike.
double width_of(const std::string& label) {
  double width = 0;
  for (std::size_t k = 0; k < label.size(); ++k) {
    const auto byte = static_cast<unsigned char>(label[k]);
    if ((byte & 0xc0) == 0x80) continue;  // within a character
    const bool is_superscript = label.compare(k, 2, "¹") == 0 || label.compare(k, 2, "²") == 0 || label.compare(k, 2, "³") == 0 ||
                                label.compare(k, 2, "\xe2\x81") == 0;  // ⁰ ⁴ ... ⁹ ⁻
    width += is_superscript ? 0.43 : label.compare(k, 2, "×") == 0 ? 0.84 : byte == '.' ? 0.34 : 0.66;
  }
  return width * kLetters;
}

double widest(const Axis& axis) {
  double width = 0;
  for (const Tick& tick : axis.ticks()) width = std::max(width, width_of(tick.label));
  return width;
}

// The axes, and where they stand in the picture.
struct Plot {
  Axis time, values;
  double left = kLeast;

  double width() const { return kWidth - left - kRight; }
  double x(double t) const { return left + width() * time.place(t); }
  double y(double value) const { return kTop + kPlotHeight * (1 - values.place(value)); }
};

// With as many ticks of time as there is room for.
Plot plot_of(const Chart& chart, const Extent& extent) {
  Plot plot{{}, value_axis(chart, extent)};
  plot.left = std::max(kLeast, widest(plot.values) + 8);
  for (int ticks = kTicks; ticks >= 1; --ticks) {
    plot.time = Axis::linear_exact({extent.t_low, extent.t_high}, ticks);
    const std::vector<Tick>& found = plot.time.ticks();
    if (found.size() < 2 || plot.x(found[1].value) - plot.x(found[0].value) >= widest(plot.time) + kLetters) break;
  }
  return plot;
}

// Through the extremes of every band in the order in which they occurred.
std::string path_of(const Curve& curve, const Plot& plot) {
  std::string path;
  int points = 0;  // since the pen was last put down
  const auto add = [&](double t, double value) {
    fmt::format_to(std::back_inserter(path), "{}{:.1f} {:.1f}", points++ == 0 ? "M" : "L", plot.x(t), plot.y(value));
  };
  const auto lift = [&] {
    if (points == 1) path += "h.01";  // a lone point is seen as a dot
    points = 0;
  };
  for (const Band& band : curve.bands) {
    if (band.empty()) {
      lift();
    } else if (band.low == band.high) {
      add(band.t_low, band.low);
    } else if (band.t_low <= band.t_high) {
      add(band.t_low, band.low), add(band.t_high, band.high);
    } else {
      add(band.t_high, band.high), add(band.t_low, band.low);
    }
  }
  lift();
  return path;
}

std::string axes_svg(const Plot& plot) {
  std::string svg;
  for (const Tick& tick : plot.values.ticks()) {
    const double y = plot.y(tick.value);
    svg += fmt::format("<path class=\"{}\" d=\"M{:.1f} {:.1f}h{:.1f}\"/><text class=\"ty\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>",
                       tick.value == 0 ? "zero" : "grid", plot.left, y, plot.width(), plot.left - 6, y, tick.label);
  }
  for (const Tick& tick : plot.time.ticks()) {
    const double x = plot.x(tick.value), centre = std::min(x, kWidth - width_of(tick.label) / 2);
    svg += fmt::format("<path class=\"grid\" d=\"M{:.1f} {:.1f}v{:.1f}\"/><text class=\"tx\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>",
                       x, kTop, kPlotHeight, centre, kTop + kPlotHeight + 14, tick.label);
  }
  return svg +
         fmt::format("<text class=\"tx\" x=\"{:.1f}\" y=\"{:.1f}\">time [s]</text>", plot.left + plot.width() / 2, kHeight - 5);
}

std::string numbers(const std::vector<Band>& bands, double Band::*member) {
  std::string text;
  for (const Band& band : bands) {
    if (!text.empty()) text += ',';
    if (band.empty())
      text += "null";
    else
      fmt::format_to(std::back_inserter(text), "{:.6g}", band.*member);
  }
  return "[" + text + "]";
}

// What the script reads values from: for every curve the times, unless they are those of the curve before, and the values; both
// ends of the bands where a band is more than a value.
std::string data_json(const Chart& chart, const Plot& plot) {
  std::string curves, times_before;
  for (const Curve& curve : chart.curves) {
    const bool wide = std::any_of(curve.bands.begin(), curve.bands.end(), [](const Band& b) { return b.low < b.high; });
    const std::string times = numbers(curve.bands, &Band::t_low);
    curves += fmt::format("{}{{\"v\":{}", curves.empty() ? "" : ",", numbers(curve.bands, &Band::low));
    if (times != times_before) curves += ",\"t\":" + times;
    times_before = times;
    if (wide) curves += fmt::format(",\"w\":{}", numbers(curve.bands, &Band::high));
    curves += "}";
  }
  return fmt::format("{{\"x\":[{},{}],\"t\":[{},{}],\"c\":[{}]}}", plot.left, plot.left + plot.width(), plot.time.low(),
                     plot.time.high(), curves);
}

std::string legend_html(const std::vector<Curve>& curves) {
  std::string html = "<div class=\"legend\">";
  for (const Curve& curve : curves)
    html += fmt::format("<button type=\"button\" aria-pressed=\"true\"><i class=\"c{}{}\"></i>{}<output></output></button>",
                        curve.colour % kColours, curve.dashed ? " dashed" : "", html_escaped(curve.name));
  return html + "</div>";
}

}  // namespace

std::string chart_html(const Chart& chart) {
  const Extent extent = extent_of(chart.curves);
  const std::string unit = chart.unit.empty() ? "" : " [" + html_escaped(chart.unit) + "]";
  const auto caption = [&](const std::string& scale) {
    return fmt::format("<figcaption>{}<span class=\"unit\">{}{}</span><output class=\"when\"></output></figcaption>",
                       html_escaped(chart.title), unit, scale);
  };
  const std::string note = chart.note.empty() ? "" : "<p class=\"note\">" + html_escaped(chart.note) + "</p>";
  if (!extent.any)
    return "<figure class=\"chart\">" + caption("") + "<p class=\"note\">There is no finite value to show.</p></figure>\n";

  const Plot plot = plot_of(chart, extent);
  const std::string scale = scale_words(plot.values);
  std::string svg =
      fmt::format("<svg viewBox=\"0 0 {} {}\" role=\"img\" xmlns=\"http://www.w3.org/2000/svg\"><title>{}{}{}</title>", kWidth,
                  kHeight, html_escaped(chart.title), unit, scale);
  svg += axes_svg(plot);
  for (const Curve& curve : chart.curves)
    svg += fmt::format("<path class=\"curve c{}{}\" d=\"{}\"/>", curve.colour % kColours, curve.dashed ? " dashed" : "",
                       path_of(curve, plot));
  svg += fmt::format("<path class=\"cross\" d=\"M0 {}v{}\" visibility=\"hidden\"/></svg>", kTop, kPlotHeight);
  return fmt::format("<figure class=\"chart\">{}{}{}{}<script type=\"application/json\">{}</script></figure>\n", caption(scale),
                     svg, legend_html(chart.curves), note, data_json(chart, plot));
}

}  // namespace lilyan
