#include <lilyan/scene/build_pins.hpp>

#include <lilyan/mesh/index_list.hpp>
#include <lilyan/mesh/select.hpp>
#include <lilyan/scene/validate.hpp>
#include <lilyan/scene/values.hpp>

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <numbers>

namespace lilyan {
namespace {

// Numbers that no body's vertices reach become -1, which `select` refuses.
Index as_index(std::int64_t number) { return number > std::numeric_limits<Index>::max() ? -1 : static_cast<Index>(number); }

std::optional<Selection> build_selection(const Json& select, const std::string& place, BuildContext& context) {
  const std::string type = select.at("type").get<std::string>();
  if (type == "box") return SelectBox{vec3_value(select.at("min")), vec3_value(select.at("max"))};
  if (type == "sphere") return SelectSphere{vec3_value(select.at("center")), select.at("radius").get<double>()};
  if (type == "plane") {
    const std::optional<Vec3> normal = context.direction(select.at("normal"), join_path(place, "normal"));
    if (!normal) return std::nullopt;
    return SelectPlane{vec3_value(select.at("point")), *normal};
  }
  if (type == "vertices") {
    SelectVertices vertices;
    for (const Json& index : select.at("indices")) vertices.indices.push_back(as_index(index.get<std::int64_t>()));
    return vertices;
  }
  if (type == "file") {
    SelectVertices vertices;
    const std::filesystem::path file = context.file(select.at("path"));
    const Index base = select.contains("base") ? select.at("base").get<Index>() : file.extension() == ".bou" ? 1 : 0;
    if (!context.attempt(join_path(place, "path"), [&] { vertices.indices = read_index_list(file, base); })) return std::nullopt;
    context.hash(vertices.indices);
    return vertices;
  }
  return SelectAll{};
}

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

bool build_motion(const Json& entry, const std::string& place, BuildContext& context, Pin& pin) {
  const auto motion = entry.find("motion");
  if (motion == entry.end()) return true;
  const Json ramps = motion->is_array() ? *motion : Json::array({*motion});
  for (std::size_t k = 0; k < ramps.size(); ++k) {
    const std::string here = join_path(place, motion->is_array() ? "motion/" + std::to_string(k) : "motion");
    const std::optional<Ramp> ramp = build_ramp(ramps[k], here, context);
    if (!ramp) return false;
    pin.motion.push_back(*ramp);
  }
  return true;
}

}  // namespace

std::vector<Index> select_vertices(const Json& select, const BuiltBody& body, const std::string& place, BuildContext& context) {
  std::vector<Index> vertices;
  if (select.at("type") == "set") {
    const std::string name = select.at("name").get<std::string>();
    if (!context.attempt(join_path(place, "name"), [&] { vertices = vertices_of_set(body.mesh, name); })) return {};
    context.hash(vertices);
    if (vertices.empty())
      context.faults.add("scene.selects-nothing", place, fmt::format("the set holds no vertex of \"{}\"", body.name),
                         "its vertices belong to no tet");
    return vertices;
  }
  const std::optional<Selection> selection = build_selection(select, place, context);
  if (!selection || !context.attempt(place, [&] { vertices = lilyan::select(*selection, body.mesh.X); })) return {};
  if (vertices.empty()) {
    const auto X = body.mesh.X.reshaped(3, body.mesh.vertices());
    const Vec3 lowest = X.rowwise().minCoeff(), highest = X.rowwise().maxCoeff();
    context.faults.add("scene.selects-nothing", place, fmt::format("selects no vertex of \"{}\"", body.name),
                       fmt::format("at rest it reaches from [{:.6g}, {:.6g}, {:.6g}] to [{:.6g}, {:.6g}, {:.6g}]", lowest[0],
                                   lowest[1], lowest[2], highest[0], highest[1], highest[2]));
  }
  return vertices;
}

std::optional<Pin> build_pin(const Json& entry, const BuiltBody& body, Index first_vertex, const std::string& place,
                             BuildContext& context) {
  Pin pin;
  pin.vertices = select_vertices(entry.at("select"), body, join_path(place, "select"), context);
  if (pin.vertices.empty() || !build_motion(entry, place, context, pin)) return std::nullopt;
  for (Index& vertex : pin.vertices) vertex += first_vertex;
  if (const auto axes = entry.find("axes"); axes != entry.end()) {
    pin.axes = {false, false, false};
    for (const Json& axis : *axes) pin.axes[static_cast<std::size_t>(axis.get<std::string>()[0] - 'x')] = true;
  }
  return pin;
}

}  // namespace lilyan
