#include <lilyan/scene/build/build_pins.hpp>

#include <lilyan/scene/build/build_select.hpp>
#include <lilyan/scene/schema/validate.hpp>
#include <lilyan/scene/schema/values.hpp>

#include <nlohmann/json.hpp>
#include <numbers>

namespace lilyan {
namespace {

std::optional<Ramp> build_ramp(const Json& entry, const std::string& place, BuildContext& context) {
  Ramp ramp;
  if (const auto by = entry.find("translate"); by != entry.end()) ramp.translation = vec3_value(*by);
  if (const auto turn = entry.find("rotate"); turn != entry.end()) {
    const std::optional<Vec3> axis = context.direction(turn->at("axis"), join_path(place, "rotate/axis"));
    if (!axis) return std::nullopt;
    ramp.axis = *axis;
    ramp.radians = turn->at("degrees").get<double>() * std::numbers::pi / 180;
    ramp.center = vec3_value(turn->at("center"));
  }
  ramp.t0 = entry.at("from").get<double>();
  ramp.t1 = entry.at("to").get<double>();
  return ramp;
}

}  // namespace

bool build_motion(const Json& entry, const std::string& place, BuildContext& context, Motion& built) {
  const auto motion = entry.find("motion");
  if (motion == entry.end()) return true;
  const Json ramps = motion->is_array() ? *motion : Json::array({*motion});
  for (std::size_t k = 0; k < ramps.size(); ++k) {
    const std::string here = join_path(place, motion->is_array() ? "motion/" + std::to_string(k) : "motion");
    const std::optional<Ramp> ramp = build_ramp(ramps[k], here, context);
    if (!ramp) return false;
    built.push_back(*ramp);
  }
  return true;
}

std::optional<Pin> build_pin(const Json& entry, const BuiltBody& body, Index first_vertex, const std::string& place,
                             BuildContext& context) {
  Pin pin;
  pin.vertices = select_vertices(entry.at("select"), body.mesh, body.name, join_path(place, "select"), context);
  if (pin.vertices.empty() || !build_motion(entry, place, context, pin.motion)) return std::nullopt;
  for (Index& vertex : pin.vertices) vertex += first_vertex;
  if (const auto axes = entry.find("axes"); axes != entry.end()) {
    pin.axes = {false, false, false};
    for (const Json& axis : *axes) pin.axes[static_cast<std::size_t>(axis.get<std::string>()[0] - 'x')] = true;
  }
  return pin;
}

}  // namespace lilyan
