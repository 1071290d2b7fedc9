// A plot over time as HTML: an SVG that is complete without any script, a legend, and the numbers for reading values off it.
#pragma once

#include <lilyan/report/axis.hpp>
#include <lilyan/report/ledger_trace.hpp>

#include <string>
#include <vector>

namespace lilyan {

struct Curve {
  std::string name;
  std::vector<Band> bands;  // in the order of time; an empty band interrupts the line
  int colour = 0;           // of the page's palette
  bool dashed = false;
};

enum class ChartScale { readable, linear, logarithmic };  // readable: linear where one can read it, else as logarithmic as it takes

struct Chart {
  std::string title;
  std::string unit;  // of the values; may be empty
  std::vector<Curve> curves;
  ChartScale scale = ChartScale::readable;
  double least_span = 0;  // a linear axis is at least so long
  double least = 0;       // magnitudes up to it are as good as zero: no axis goes down to them
  std::string note = {};  // a line below the plot; may be empty
};

inline constexpr int kColours = 8;

// Values that are not above zero stand at the low end of a logarithmic axis, those that are not finite are left out.
std::string chart_html(const Chart& chart);

}  // namespace lilyan
