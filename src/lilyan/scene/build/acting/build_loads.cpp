#include <lilyan/scene/build/acting/acting.hpp>

#include <lilyan/mesh/faces.hpp>
#include <lilyan/scene/schema/validate.hpp>
#include <lilyan/scene/schema/values.hpp>

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <numbers>

namespace lilyan {
namespace {

TimeProfile build_profile(const Json& load) {
  TimeProfile profile;
  profile.from = load.at("from").get<double>();
  if (const auto to = load.find("to"); to != load.end()) profile.to = to->get<double>();
  const auto entry = load.find("profile");
  if (entry == load.end()) return profile;
  const std::string type = entry->at("type").get<std::string>();
  if (type == "ramp") profile.shape = ProfileRamp{};
  if (type == "pulse") profile.shape = ProfilePulse{};
  if (type == "sine")
    profile.shape = ProfileSine{entry->at("frequency").get<double>(), entry->at("phase").get<double>() * std::numbers::pi / 180};
  if (type == "table")
    profile.shape = ProfileTable{entry->at("times").get<std::vector<double>>(), entry->at("values").get<std::vector<double>>()};
  return profile;
}

std::vector<Load::Push> share_equally(const std::vector<Index>& vertices, const Vec3& total) {
  std::vector<Load::Push> pushes;
  for (Index i : vertices) pushes.push_back({i, total / static_cast<double>(vertices.size())});
  return pushes;
}

std::vector<Load::Push> accelerate(const std::vector<Index>& vertices, const Vector& mass, const Vec3& acceleration) {
  std::vector<Load::Push> pushes;
  for (Index i : vertices) pushes.push_back({i, mass[i] * acceleration});
  return pushes;
}

// Every whole face's force to its vertices; empty where no face is whole.
std::vector<Load::Push> draw_on_surface(const std::vector<Index>& vertices, const BuiltBody& body, const Vec3& traction) {
  std::vector<bool> selected(static_cast<std::size_t>(body.named_mesh().vertices()), false);
  for (Index i : vertices) selected[static_cast<std::size_t>(i)] = true;
  const BodyMesh& mesh = body.named_mesh();
  Faces faces = outer_faces(mesh.cells, body.is_slice() ? FlatBody::slice : FlatBody::sheet);
  faces.keep_whole(selected);
  const Vector area = area_of_vertices(mesh.X, faces);
  std::vector<Load::Push> pushes;
  for (Index i : vertices)
    if (area[i] > 0) pushes.push_back({i, area[i] * traction});
  return pushes;
}

const char* face_name(const BuiltBody& body) {
  if (body.is_slice()) return "edge of its rim";
  return body.named_mesh().kind() == CellKind::hex ? "surface quad" : "surface triangle";
}

std::optional<Load> build_load(const Json& load, const PlacedBody& placed, const std::string& place, BuildContext& context) {
  const BuiltBody& body = placed.body;
  const std::string type = load.at("type").get<std::string>(), select_place = join_path(place, "select");
  const Json select = load.contains("select") ? load.at("select") : Json{{"type", "all"}};
  const std::vector<Index> vertices = select_vertices(select, body.named_mesh(), body.name, select_place, context);
  if (vertices.empty()) return std::nullopt;

  if (type == "traction" && (body.mesh.kind() == CellKind::edge || body.mesh.kind() == CellKind::point)) {
    context.faults.add("scene.cells", join_path(place, "type"),
                       fmt::format("\"{}\" is of {} and has no surface", body.name, plural(body.mesh.kind())),
                       "use \"force\" or \"acceleration\"");
    return std::nullopt;
  }
  const Vec3 strength = vec3_value(load.at(type));
  std::vector<Load::Push> pushes = type == "force"      ? share_equally(vertices, strength)
                                   : type == "traction" ? draw_on_surface(vertices, body, strength)
                                                        : accelerate(vertices, body.named_mass(), strength);
  if (pushes.empty()) {
    context.faults.add("scene.selects-nothing", select_place,
                       fmt::format("selects {} vertices of \"{}\", but no {} whole", vertices.size(), body.name, face_name(body)),
                       fmt::format("a traction acts on every {} all of whose vertices are selected", face_name(body)));
    return std::nullopt;
  }
  pushes = placed.carried(pushes);
  for (const Load::Push& push : pushes) {
    if (push.force.allFinite()) continue;
    context.faults.add("scene.overflow", join_path(place, type), "a force on a vertex is not finite", "forces are in N");
    return std::nullopt;
  }
  return Load(std::move(pushes), build_profile(load));
}

}  // namespace

Named<Load> build_loads(const Json& scene, const PlacedBodies& bodies, BuildContext& context) {
  Named<Load> loads;
  const Json& entries = list_or_empty(scene, "loads");
  for (std::size_t k = 0; k < entries.size(); ++k) {
    const std::string place = join_path("loads", std::to_string(k));
    const PlacedBody* placed = find_body(bodies, text_or(entries[k], "body", ""));
    if (!placed || context.is_faulty(place)) continue;
    if (std::optional<Load> load = build_load(entries[k], *placed, place, context)) {
      loads.things.push_back(std::move(*load));
      loads.names.push_back(entry_name(entries[k], "load", k));
    }
  }
  return loads;
}

}  // namespace lilyan
