#include <lilyan/scene/build/bodies/body.hpp>

#include <lilyan/mesh/select.hpp>
#include <lilyan/mesh_files/plain_lists.hpp>
#include <lilyan/scene/schema/validate.hpp>
#include <lilyan/scene/schema/values.hpp>

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace lilyan {
namespace {

// Numbers that no mesh reaches become -1, which `select` refuses.
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
  if (type == "tube") {
    SelectTube tube{{}, select.at("radius").get<double>()};
    for (const Json& point : select.at("points")) tube.points.push_back(vec3_value(point));
    return tube;
  }
  if (type == "vertices" || type == "tets" || type == "cells") {
    SelectVertices numbered;
    for (const Json& index : select.at("indices")) numbered.indices.push_back(as_index(index.get<std::int64_t>()));
    return numbered;
  }
  if (type == "file") {
    SelectVertices listed;
    const std::filesystem::path file = context.file(select.at("path"));
    const Index base = select.contains("base") ? select.at("base").get<Index>() : file.extension() == ".bou" ? 1 : 0;
    if (!context.attempt(join_path(place, "path"), [&] { listed.indices = read_index_list(file, base); })) return std::nullopt;
    context.hash(listed.indices);
    return listed;
  }
  return SelectAll{};
}

// The points that `select` holds, which `numbers` count; empty where a fault was added. `what` is what a point stands for.
std::vector<Index> select_points(const Json& select, const Vector& points, const KeptNumbers& numbers, const std::string& what,
                                 const std::string& name, const std::string& place, BuildContext& context) {
  std::optional<Selection> selection = build_selection(select, place, context);
  std::vector<Index> found;
  const auto find = [&] {
    if (auto* listed = std::get_if<SelectVertices>(&*selection)) listed->indices = numbers_now(numbers, listed->indices, what);
    found = lilyan::select(*selection, points);
  };
  if (!selection || !context.attempt(place, find)) return {};
  if (found.empty()) {
    const auto all = points.reshaped(3, points.size() / 3);
    const Vec3 lowest = all.rowwise().minCoeff(), highest = all.rowwise().maxCoeff();
    const std::string plural_of = what == "hex" ? "hexes" : what + "s";
    context.faults.add(
        "scene.selects-nothing", place, fmt::format("selects no {} of \"{}\"", what, name),
        fmt::format("at rest {} from [{:.6g}, {:.6g}, {:.6g}] to [{:.6g}, {:.6g}, {:.6g}]",
                    what == "vertex" ? std::string("it reaches") : fmt::format("the middles of its {} reach", plural_of), lowest[0],
                    lowest[1], lowest[2], highest[0], highest[1], highest[2]));
  }
  return found;
}

std::vector<Index> cells_of_set(const Json& select, const BodyMesh& mesh, const std::string& name, const std::string& place,
                                BuildContext& context) {
  const std::string set = select.at("name").get<std::string>();
  const auto found = mesh.cell_sets.find(set);
  if (found != mesh.cell_sets.end() && !found->second.empty()) {
    context.hash(found->second);
    return found->second;
  }
  std::vector<std::string> names;
  for (const auto& [known, cells] : mesh.cell_sets) names.push_back(known);
  constexpr std::size_t kShown = 20;
  const std::string nearest = nearest_name(set, names);
  std::string hint =
      names.empty()
          ? fmt::format("its mesh has no sets of {}", plural(mesh.kind()))
          : fmt::format("there are: {}{}",
                        fmt::join(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(std::min(kShown, names.size())), ", "),
                        names.size() > kShown ? ", ..." : "");
  if (!nearest.empty()) hint = fmt::format("did you mean \"{}\"?", nearest);
  if (found == mesh.cell_sets.end())
    context.faults.add("scene.unknown-name", join_path(place, "name"),
                       fmt::format("\"{}\" has no set of {} {}", name, plural(mesh.kind()), shown_value(set)), hint);
  else
    context.faults.add("scene.selects-nothing", place, fmt::format("the set {} of \"{}\" is empty", shown_value(set), name),
                       mesh.cell_numbers.old.empty() ? "" : "void regions remove cells of sets, too");
  return {};
}

}  // namespace

std::vector<Index> select_vertices(const Json& select, const BodyMesh& mesh, const std::string& name, const std::string& place,
                                   BuildContext& context) {
  if (select.at("type") != "set") return select_points(select, mesh.X, mesh.vertex_numbers, "vertex", name, place, context);
  std::vector<Index> vertices;
  const std::string set = select.at("name").get<std::string>();
  if (!context.attempt(join_path(place, "name"), [&] { vertices = vertices_of_set(mesh, set); })) return {};
  context.hash(vertices);
  if (vertices.empty())
    context.faults.add("scene.selects-nothing", place, fmt::format("the set holds no vertex of \"{}\"", name),
                       fmt::format("its vertices belong to no {}{}", singular(mesh.kind()),
                                   mesh.cell_numbers.old.empty() ? "" : " that void regions leave"));
  return vertices;
}

std::optional<Index> vertex_now(std::int64_t number, const BodyMesh& mesh, const std::string& place, BuildContext& context) {
  std::optional<Index> found;
  context.attempt(place, [&] { found = numbers_now(mesh.vertex_numbers, {as_index(number)}, "vertex").front(); });
  return found;
}

std::vector<Index> select_cells(const Json& select, const BodyMesh& mesh, const std::string& name, const std::string& place,
                                BuildContext& context) {
  if (select.at("type") == "set") return cells_of_set(select, mesh, name, place, context);
  const std::string kind = singular(mesh.kind());
  if (select.at("type") == "tets" && mesh.kind() != CellKind::tet) {
    context.faults.add("scene.cells", join_path(place, "type"), fmt::format("\"{}\" is a body of {}", name, plural(mesh.kind())),
                       "use \"cells\", which are numbered alike");
    return {};
  }
  return select_points(select, centroids(mesh.X, mesh.cells), mesh.cell_numbers, kind, name, place, context);
}

}  // namespace lilyan
