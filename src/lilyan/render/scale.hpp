// How a field becomes colours: its range, its map, its name and unit.
#pragma once

#include <lilyan/mesh/skin.hpp>
#include <lilyan/render/color.hpp>

#include <optional>
#include <string>
#include <vector>

namespace lilyan::render {

struct Range {
  double low = 0, high = 1;
};

// A field as one number a vertex: a vector becomes its length; "velocity.x" (.y, .z) is one component. Empty where there is none
// of that name.
std::vector<double> scalar_field(const Skin& skin, const std::string& name);
std::vector<std::string> scalar_names(const Skin& skin);  // what scalar_field knows

// From the first to the 99th hundredth of the values, so that one sharp corner does not take all colours for itself; all of
// them where that widens the range by less than a sixth, or where the rest has one value. Starts at 0 where all values are positive
// and reach far down. Fields with a value of their own in the middle (J = 1, or 0 between positive and negative values) get a range
// symmetric about it. None: no finite value.
std::optional<Range> robust_range(const std::string& name, std::vector<double> values);

// The smallest range around both, for films.
Range united(const Range& a, const Range& b);

class FieldScale {
 public:
  FieldScale(const std::string& name, const Range& range);

  double place(double value) const;  // along the colour map, in [0, 1] for values of the range
  ColorMapKind map() const { return map_; }
  const Range& range() const { return range_; }
  const std::string& label() const { return label_; }
  const std::string& unit() const { return unit_; }  // [SI]

 private:
  Range range_;
  ColorMapKind map_ = ColorMapKind::sequential;
  double middle_ = 0, reach_ = 1;  // diverging: the middle's value, and how far from it the ends of the map lie
  std::string label_, unit_;
};

// Round numbers in a range, about `wished` of them.
std::vector<double> ticks(const Range& range, int wished);

// How the numbers of a legend are written: 12000 Pa as 12 with the unit kPa.
struct Notation {
  double factor = 1;  // a number is written as number * factor
  std::string unit;   // "kPa"
  int decimals = 0;
  bool exponent = false;

  std::string text(double value) const;
};
Notation notation(const std::vector<double>& ticks, const std::string& unit);

}  // namespace lilyan::render
