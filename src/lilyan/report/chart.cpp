#include <lilyan/report/chart.hpp>
#include <lilyan/report/html.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lilyan {
namespace {

// The plot in the units of the picture; the page scales it to the width that there is.
constexpr double kWidth = 480, kHeight = 250, kLeft = 62, kRight = 10, kTop = 10, kBottom = 36;
constexpr double kPlotWidth = kWidth - kLeft - kRight, kPlotHeight = kHeight - kTop - kBottom;
constexpr int kTicks = 6;
constexpr double kFewestDecades = 1e-18;  // of a logarithmic axis: its low end relative to its high end

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
  return Axis::logarithmic({std::clamp(std::max(extent.least_positive, lowest), high * kFewestDecades, high), high}, kTicks);
}

Axis value_axis(const Chart& chart, const Extent& extent) {
  if (chart.scale == ChartScale::logarithmic) return logarithmic_axis(extent, 0);
  if (chart.scale == ChartScale::linear) return Axis::linear(extent.values, kTicks, chart.least_span);
  const auto [scale, bend] = readable_scale(extent.envelope, extent.values.low < 0);
  if (scale == AxisScale::logarithmic) return logarithmic_axis(extent, bend / 1000);
  if (scale == AxisScale::symmetric) return Axis::symmetric(extent.values, bend, kTicks);
  return Axis::linear(extent.values, kTicks, chart.least_span);
}

double x_of(const Axis& time, double t) { return kLeft + kPlotWidth * time.place(t); }
double y_of(const Axis& values, double value) { return kTop + kPlotHeight * (1 - values.place(value)); }

// Through the extremes of every band in the order in which they occurred.
std::string path_of(const Curve& curve, const Axis& time, const Axis& values) {
  std::string path;
  int points = 0;  // since the pen was last put down
  const auto add = [&](double t, double value) {
    fmt::format_to(std::back_inserter(path), "{}{:.1f} {:.1f}", points++ == 0 ? "M" : "L", x_of(time, t), y_of(values, value));
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

std::string axes_svg(const Axis& time, const Axis& values) {
  std::string svg;
  for (const Tick& tick : values.ticks()) {
    const double y = y_of(values, tick.value);
    svg += fmt::format("<path class=\"{}\" d=\"M{:.1f} {:.1f}h{:.1f}\"/><text class=\"ty\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>",
                       tick.value == 0 ? "zero" : "grid", kLeft, y, kPlotWidth, kLeft - 6, y, tick.label);
  }
  for (const Tick& tick : time.ticks()) {
    const double x = x_of(time, tick.value);
    svg += fmt::format("<path class=\"grid\" d=\"M{:.1f} {:.1f}v{:.1f}\"/><text class=\"tx\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>",
                       x, kTop, kPlotHeight, x, kTop + kPlotHeight + 14, tick.label);
  }
  return svg + fmt::format("<text class=\"tx\" x=\"{:.1f}\" y=\"{:.1f}\">time [s]</text>", kLeft + kPlotWidth / 2, kHeight - 5);
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
std::string data_json(const Chart& chart, const Axis& time) {
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
  return fmt::format("{{\"x\":[{},{}],\"t\":[{},{}],\"c\":[{}]}}", kLeft, kLeft + kPlotWidth, time.low(), time.high(), curves);
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
  const std::string caption = fmt::format(
      "<figcaption>{}<span class=\"unit\">{}</span><output class=\"when\"></output></figcaption>", html_escaped(chart.title), unit);
  const std::string note = chart.note.empty() ? "" : "<p class=\"note\">" + html_escaped(chart.note) + "</p>";
  if (!extent.any)
    return "<figure class=\"chart\">" + caption + "<p class=\"note\">There is no finite value to show.</p></figure>\n";

  const Axis time = Axis::linear_exact({extent.t_low, extent.t_high}, kTicks), values = value_axis(chart, extent);
  std::string svg = fmt::format("<svg viewBox=\"0 0 {} {}\" role=\"img\" xmlns=\"http://www.w3.org/2000/svg\"><title>{}{}</title>",
                                kWidth, kHeight, html_escaped(chart.title), unit);
  svg += axes_svg(time, values);
  for (const Curve& curve : chart.curves)
    svg += fmt::format("<path class=\"curve c{}{}\" d=\"{}\"/>", curve.colour % kColours, curve.dashed ? " dashed" : "",
                       path_of(curve, time, values));
  svg += fmt::format("<path class=\"cross\" d=\"M0 {}v{}\" visibility=\"hidden\"/></svg>", kTop, kPlotHeight);
  return fmt::format("<figure class=\"chart\">{}{}{}{}<script type=\"application/json\">{}</script></figure>\n", caption, svg,
                     legend_html(chart.curves), note, data_json(chart, time));
}

}  // namespace lilyan
