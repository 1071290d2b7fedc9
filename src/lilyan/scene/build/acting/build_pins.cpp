#include <lilyan/scene/build/acting/acting.hpp>

#include <lilyan/scene/schema/validate.hpp>
#include <lilyan/scene/schema/values.hpp>

#include <algorithm>
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

bool leaves_its_plane(const Pin& pin) {
  return pin.axes[2] && std::any_of(pin.motion.begin(), pin.motion.end(), [](const Ramp& ramp) {
           return ramp.translation[2] != 0 || (ramp.radians != 0 && (ramp.axis[0] != 0 || ramp.axis[1] != 0));
         });
}

std::optional<Pin> build_pin(const Json& entry, const PlacedBody& placed, const std::string& place, BuildContext& context) {
  const BuiltBody& body = placed.body;
  Pin pin;
  const std::vector<Index> named =
      select_vertices(entry.at("select"), body.named_mesh(), body.name, join_path(place, "select"), context);
  if (named.empty() || !build_motion(entry, place, context, pin.motion)) return std::nullopt;
  pin.vertices = placed.carriers(named);
  if (const auto axes = entry.find("axes"); axes != entry.end()) {
    pin.axes = {false, false, false};
    for (const Json& axis : *axes) pin.axes[static_cast<std::size_t>(axis.get<std::string>()[0] - 'x')] = true;
  }
  return pin;
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

Named<Pin> build_pins(const Json& scene, const PlacedBodies& bodies, BuildContext& context) {
  Named<Pin> pins;
  const Json& entries = list_or_empty(scene, "pins");
  for (std::size_t k = 0; k < entries.size(); ++k) {
    const std::string place = join_path("pins", std::to_string(k));
    const PlacedBody* placed = find_body(bodies, text_or(entries[k], "body", ""));
    if (!placed || context.is_faulty(place)) continue;
    std::optional<Pin> pin = build_pin(entries[k], *placed, place, context);
    if (!pin) continue;
    if (placed->body.is_slice() && leaves_its_plane(*pin)) {
      context.faults.add("scene.motion", join_path(place, "motion"), "moves a body in plane strain out of its plane",
                         "move it along x and y, turn it about z, or hold x and y only");
      continue;
    }
    pins.things.push_back(std::move(*pin));
    pins.names.push_back(entry_name(entries[k], "pin", k));
  }
  return pins;
}

}  // namespace lilyan
