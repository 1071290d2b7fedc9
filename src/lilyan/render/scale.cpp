#include <lilyan/render/scale.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

namespace lilyan::render {

namespace {

// What is known of the fields that runs write.
struct KnownField {
  const char *name, *label, *unit;
  std::optional<double> middle;
};
const std::array<KnownField, 7> kKnown = {{{"velocity", "speed", "m/s", {}},
                                           {"J", "volume ratio J", "", 1.0},
                                           {"energy_density", "energy density", "J/m^3", {}},
                                           {"von_mises", "von Mises stress, mean over cells", "Pa", {}},
                                           {"contact_pressure", "contact pressure", "Pa", {}},
                                           {"displacement", "displacement", "m", {}},
                                           {"body", "body", "", {}}}};

const KnownField* known_field(const std::string& name) {
  const auto found = std::find_if(kKnown.begin(), kKnown.end(), [&](const KnownField& field) { return name == field.name; });
  return found == kKnown.end() ? nullptr : &*found;
}

// "velocity.x" -> 'x', "velocity" -> 0.
char component(const std::string& name) {
  const bool has = name.size() > 2 && name[name.size() - 2] == '.' && name.back() >= 'x' && name.back() <= 'z';
  return has ? name.back() : '\0';
}

// The middle of a diverging map, where the field is of that kind.
std::optional<double> middle(const std::string& name, const Range& range) {
  if (const KnownField* known = known_field(name)) return known->middle;
  if (range.low < 0 && range.high > 0) return 0.0;
  return std::nullopt;
}

double at_fraction(const std::vector<double>& sorted, double fraction) {
  const double place = fraction * static_cast<double>(sorted.size() - 1);
  const auto k = static_cast<std::size_t>(place);
  const double beyond = place - static_cast<double>(k);
  return k + 1 < sorted.size() ? sorted[k] + beyond * (sorted[k + 1] - sorted[k]) : sorted.back();
}

}  // namespace

std::vector<double> scalar_field(const Skin& skin, const std::string& name) {
  const auto vertices = static_cast<std::size_t>(skin.vertices());
  const MeshField* field = find_field(skin.fields, name);
  const char wanted = field ? '\0' : component(name);
  if (wanted) field = find_field(skin.fields, name.substr(0, name.size() - 2));
  if (!field || field->components < 1 || (wanted && field->components != 3)) return {};
  const auto n = static_cast<std::size_t>(field->components);
  if (field->values.size() != n * vertices) return {};
  if (n == 1) return field->values;
  std::vector<double> values(vertices);
  for (std::size_t i = 0; i < vertices; ++i) {
    const Eigen::Map<const Vector> here(field->values.data() + n * i, static_cast<Eigen::Index>(n));
    values[i] = wanted ? here[wanted - 'x'] : here.stableNorm();
  }
  return values;
}

std::vector<std::string> scalar_names(const Skin& skin) {
  std::vector<std::string> names;
  for (const MeshField& field : skin.fields) {
    names.push_back(field.name);
    if (field.components == 3)
      for (const char* end : {".x", ".y", ".z"}) names.push_back(field.name + end);
  }
  return names;
}

std::optional<Range> robust_range(const std::string& name, std::vector<double> values) {
  std::erase_if(values, [](double value) { return !std::isfinite(value); });
  if (values.empty()) return std::nullopt;
  std::sort(values.begin(), values.end());
  Range range = {at_fraction(values, 0.01), at_fraction(values, 0.99)};
  const Range all = {values.front(), values.back()};
  // Where nearly all values are the same, the others are what there is to see: a small patch under pressure.
  if (all.high - all.low <= (range.high - range.low) * 7 / 6 || range.low == range.high) range = all;
  if (const std::optional<double> about = middle(name, range)) {
    const double reach = std::max(std::abs(range.low - *about), std::abs(range.high - *about));
    range = {*about - reach, *about + reach};
  } else if (range.low > 0 && range.low < range.high / 3) {
    range.low = 0;
  }
  return range;
}

Range united(const Range& a, const Range& b) { return {std::min(a.low, b.low), std::max(a.high, b.high)}; }

FieldScale::FieldScale(const std::string& name, const Range& range) : range_(range) {
  // A field of one value still has a scale: a few parts in a thousand about it, far more than its rounding.
  const double least = std::max(1e-3 * std::max(std::abs(range.low), std::abs(range.high)), 1e-300);
  if (range_.high - range_.low < least) range_ = {range.low - least, range.high + least};
  if (range.low == 0 && range.high == 0) range_ = {};  // such as a pressure while nothing touches
  const std::optional<double> about = middle(name, range_);
  if (about && *about > range_.low && *about < range_.high) {
    map_ = ColorMapKind::diverging;
    middle_ = *about;
    reach_ = std::max(range_.high - middle_, middle_ - range_.low);
  }
  const char end = component(name);
  const KnownField* known = known_field(end ? name.substr(0, name.size() - 2) : name);
  label_ = end ? name : known ? known->label : name;
  unit_ = known ? known->unit : "";
}

double FieldScale::place(double value) const {
  if (map_ == ColorMapKind::diverging) return 0.5 + 0.5 * (value - middle_) / reach_;
  return (value - range_.low) / (range_.high - range_.low);
}

std::vector<double> ticks(const Range& range, int wished) {
  const double rough = (range.high - range.low) / std::max(wished, 1), power = std::pow(10, std::floor(std::log10(rough)));
  if (!(rough > 0) || !std::isfinite(power) || power == 0) return {range.low};
  const double lead = rough / power;
  const double step = power * (lead < 1.5 ? 1 : lead < 3.5 ? 2 : lead < 7.5 ? 5 : 10);
  std::vector<double> places;
  constexpr double kRounding = 1e-9;
  for (double k = std::ceil(range.low / step - kRounding); k <= range.high / step + kRounding && places.size() < 100; ++k)
    places.push_back(k == 0 ? 0.0 : k * step);  // no -0
  return places;
}

Notation notation(const std::vector<double>& ticks, const std::string& unit) {
  double largest = 0, step = 0;
  for (double tick : ticks) largest = std::max(largest, std::abs(tick));
  if (ticks.size() > 1) step = std::abs(ticks[1] - ticks[0]);
  Notation notation;
  notation.unit = unit;
  if (largest > 0) {
    int thousands = static_cast<int>(std::floor(std::log10(largest * (1 + 1e-9)) / 3));
    if (largest > 0.0999 && largest < 1) thousands = 0;  // 0.8 m/s reads better than 800 mm/s
    const std::array<const char*, 9> prefixes = {"p", "n", "\xc2\xb5", "m", "", "k", "M", "G", "T"};
    if (!unit.empty() && thousands >= -4 && thousands <= 4) {
      notation.factor = std::pow(10, -3 * thousands);
      notation.unit = prefixes[static_cast<std::size_t>(thousands + 4)] + unit;
    } else if (thousands < -1 || thousands > 1) {
      notation.exponent = true;
    }
  }
  step = (step > 0 ? step : largest) * notation.factor;
  if (step > 0) notation.decimals = std::clamp(static_cast<int>(-std::floor(std::log10(step * (1 + 1e-9)))), 0, 9);
  return notation;
}

std::string Notation::text(double value) const {
  return exponent ? fmt::format("{:.3g}", value) : fmt::format("{:.{}f}", value * factor, decimals);
}

}  // namespace lilyan::render
