#include <lilyan/scene/build/reduced/domain_parts.hpp>

#include <lilyan/mesh/select.hpp>
#include <lilyan/multidomain/body/domain_body_file.hpp>
#include <lilyan/reduction/reduced_model.hpp>
#include <lilyan/scene/schema/validate.hpp>
#include <lilyan/scene/schema/values.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace lilyan {
namespace {

constexpr double kThickness = 0.001;  // that triangles are said to have, which do not move by themselves [m]

void append_triangles(const std::vector<Triangle>& triangles, Index first, std::vector<Triangle>& all) {
  for (const Triangle& t : triangles) all.push_back({t[0] + first, t[1] + first, t[2] + first});
}

// The body's mesh from what its parts show.
void show_parts(DomainParts& parts, BuiltBody& body) {
  Eigen::Index vertices = parts.cells.vertices();
  for (const PlacedPart& part : parts.placed) vertices += static_cast<Eigen::Index>(part.placements.size()) * part.mesh.vertices();
  body.mesh.X.resize(3 * vertices);
  body.mass.resize(vertices);
  Index first = parts.cells.vertices();
  if (first > 0) {
    body.mesh.X.head(3 * Eigen::Index{first}) = parts.cells.X;
    body.mass.head(first) = lumped_mass(parts.cells, parts.materials);
    body.mesh.cells.triangles = surface(parts.cells.cells);
    body.mesh.vertex_sets = sets_by_vertices(parts.cells);  // the cells are not shown
    body.mesh.vertex_numbers = parts.cells.vertex_numbers;
  }
  for (PlacedPart& part : parts.placed) {
    part.first_vertex = first;
    for (const DomainPlacement& placement : part.placements) {
      for (Index i = 0; i < part.mesh.vertices(); ++i) {
        vertex(body.mesh.X, first + i) = placement(vertex(part.mesh.X, i));
        body.mass[first + i] = placement.scale * placement.scale * placement.scale * part.mass[i];
      }
      append_triangles(part.surface, first, body.mesh.cells.triangles);
      first += part.mesh.vertices();
    }
  }
  // Those of the copies count on from the last of the mesh as it was.
  if (KeptNumbers& numbers = body.mesh.vertex_numbers; !numbers.old.empty())
    while (static_cast<Eigen::Index>(numbers.old.size()) < vertices) numbers.old.push_back(numbers.old_count++);
  body.mesh.cells.thickness.assign(body.mesh.cells.triangles.size(), kThickness);
}

bool build_placed(const Json& entry, const std::string& place, BuildContext& context, DomainParts& parts, BuiltBody& body) {
  if (entry.contains("mesh")) {
    std::optional<BodyMesh> mesh = build_mesh(entry.at("mesh"), join_path(place, "mesh"), context);
    if (!mesh) return false;
    for (const std::string& note : mesh->notes) context.notes.push_back(fmt::format("{}: {}", body.name, note));
    std::optional<BuiltMaterials> materials = build_materials(entry, *mesh, body.name, place, context);
    if (!materials) return false;
    parts.cells = std::move(*mesh);
    parts.materials = std::move(*materials);
  }
  if (entry.contains("render")) {
    context.faults.add("scene.domains", join_path(place, "render"), "a body with copies shows its own surface",
                       "remove \"render\"");
    return false;
  }
  double vertices = parts.cells.vertices(), triangles = 0;
  const Json& domains = entry.at("domains");
  for (std::size_t k = 0; k < domains.size(); ++k) {
    if (!is_copied(domains[k])) continue;
    std::optional<PlacedPart> part = build_placed_part(entry, body.name, place, k, context);
    if (!part) return false;
    vertices += static_cast<double>(part->placements.size()) * part->mesh.vertices();
    triangles += static_cast<double>(part->placements.size() * part->surface.size());
    if (!fits(vertices, triangles, join_path(place, "domains/" + std::to_string(k)), context.faults)) return false;
    parts.placed.push_back(std::move(*part));
  }
  show_parts(parts, body);
  return true;
}

}  // namespace

bool has_copies(const Json& body) {
  const Json& domains = list_or_empty(body, "domains");
  return std::any_of(domains.begin(), domains.end(), is_copied);
}

bool is_copied(const Json& domain) { return domain.contains("mesh") || domain.contains("model"); }

std::optional<std::ptrdiff_t> held_beyond_pins(const PlacedBody& placed, const std::vector<Pin>& pins,
                                               const std::vector<bool>& is_held, BuildContext& context) {
  std::vector<bool> left = is_held;
  for (const Pin& pin : pins)
    for (const Index i : pin.vertices)
      for (int axis = 0; axis < 3; ++axis) {
        if (!pin.axes[static_cast<std::size_t>(axis)]) continue;
        const auto component = static_cast<std::size_t>(3 * (i - placed.first_vertex) + axis);
        left[component] = false;
        if (is_held[component]) continue;
        context.faults.add(
            "scene.model", "pins",
            fmt::format("vertex {} of \"{}\" is pinned along {}, and its model moves it",
                        placed.body.mesh.vertex_numbers.before(i - placed.first_vertex), placed.body.name, "xyz"[axis]),
            "pin what was pinned when the model was made, or make it again with `lilyan reduce`");
        return std::nullopt;
      }
  return std::count(left.begin(), left.end(), true);
}

void note_held_beyond_pins(const PlacedBody& placed, std::ptrdiff_t components, std::vector<std::string>& notes) {
  if (components > 0)
    notes.push_back(
        fmt::format("the model of \"{}\" holds {} components of vertices that no pin of the scene holds; they stay held: make it "
                    "again with `lilyan reduce` to have them free",
                    placed.body.name, components));
}

bool build_copies(const Json& entry, const std::string& place, BuildContext& context, BuiltBody& body) {
  auto parts = std::make_shared<DomainParts>();
  if (!build_placed(entry, place, context, *parts, body)) return false;
  body.parts = std::move(parts);
  return true;
}

bool build_parts_of_model(const ModelFile& model, const Json& entry, const std::string& place, BuildContext& context,
                          BuiltBody& body) {
  const std::string path = join_path(place, "mesh/path");
  auto parts = std::make_shared<DomainParts>();
  const auto read = [&] {
    if (model.kind() == kDomainBodyKind.name)
      parts->model = domain_body_of(model);
    else
      parts->reduced = reduced_model_of(model);
    if (parts->reduced && !parts->reduced->mass.shared.empty()) model.refuse("its mass is consistent");
  };
  if (!context.attempt(path, read)) return false;
  for (const char* key : {"deform", "render"})
    if (entry.contains(key) && !entry.at(key).empty()) {
      context.faults.add("scene.model", join_path(place, key), fmt::format("a reduced model has been made with its \"{}\"", key),
                         fmt::format("remove \"{}\", or make another model from the scene that this one was made from", key));
      return false;
    }
  body.moves_by = parts->model ? MovesBy::domains : MovesBy::basis;
  body.mesh.X = parts->model ? parts->model->X : parts->reduced->X;
  body.mass = parts->model ? parts->model->mass : parts->reduced->mass.vertex;
  body.mesh.cells.triangles = parts->model ? parts->model->surface : parts->reduced->surface;
  body.mesh.vertex_sets = parts->model ? parts->model->sets : parts->reduced->sets;
  body.mesh.vertex_numbers = parts->model ? parts->model->numbers : parts->reduced->numbers;
  body.mesh.cells.thickness.assign(body.mesh.cells.triangles.size(), kThickness);
  if (body.mesh.cells.triangles.empty()) {
    context.faults.add("scene.model", path, "the model has no surface to show", "make it again");
    return false;
  }
  if (!fits(body.mesh.vertex_numbers.count_before(body.mesh.vertices()), static_cast<double>(body.mesh.cells.count()), path,
            context.faults))
    return false;
  body.parts = std::move(parts);
  return true;
}

}  // namespace lilyan
