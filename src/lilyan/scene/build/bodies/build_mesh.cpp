#include <lilyan/scene/build/bodies/body.hpp>

#include <lilyan/mesh/mesh_size.hpp>
#include <lilyan/mesh/refine.hpp>
#include <lilyan/mesh/transform.hpp>
#include <lilyan/mesh_files/read.hpp>
#include <lilyan/meshing/shape_registry.hpp>
#include <lilyan/scene/schema/validate.hpp>
#include <lilyan/scene/schema/values.hpp>

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

namespace lilyan {
namespace {

std::optional<BodyMesh> build_shape(const ShapeEntry& shape, const Json& mesh, const std::string& place, BuildContext& context) {
  const Parameters parameters = parameters_of(mesh, shape.parameters);
  ShapeCount count;
  if (!context.attempt_make(place, [&] { count = shape.count(parameters); })) return std::nullopt;
  const std::string counted = join_path(place, mesh.contains("cells") ? "cells" : "size");
  if (!fits(count.vertices, count.cells, counted, context.faults)) return std::nullopt;
  return shape.make(parameters);
}

template <class Cell>
void hash_cells(const std::vector<Cell>& cells, BuildContext& context) {
  context.files.add({reinterpret_cast<const char*>(cells.data()), cells.size() * sizeof(Cell)});
}

std::optional<BodyMesh> read_file(const Json& mesh, const std::string& place, BuildContext& context) {
  BodyMesh result;
  const std::string path_place = join_path(place, "path");
  if (!context.attempt(path_place, [&] { result = read_body_mesh(context.file(mesh.at("path"))); })) return std::nullopt;
  if (!fits(result.vertices(), static_cast<double>(result.cells.count()), path_place, context.faults)) return std::nullopt;
  context.hash(result.X);
  hash_cells(result.cells.tets, context);
  hash_cells(result.cells.hexes, context);
  hash_cells(result.cells.triangles, context);
  context.hash(result.cell_material);
  for (const FileMaterial& material : result.materials) {
    context.hash(Vector(Vec3(material.density, material.youngs_modulus, material.poissons_ratio)));
    if (const auto& m = material.orthotropy) {
      for (const Vec3& three : {m->youngs_moduli, m->poissons_ratios, m->shear_moduli}) context.hash(Vector(three));
      context.hash(Vector(m->axes.reshaped()));
    }
  }
  if (const auto thickness = mesh.find("thickness"); thickness != mesh.end()) {
    if (result.kind() != CellKind::triangle) {
      context.faults.add("scene.cells", join_path(place, "thickness"),
                         fmt::format("only triangles take it, and the file is one of {}", plural(result.kind())));
      return std::nullopt;
    }
    result.cells.thickness.assign(result.cells.triangles.size(), thickness->get<double>());
  }
  return result;
}

std::optional<Transform> build_transform(const Json& mesh, const std::string& place, BuildContext& context) {
  Transform transform;
  const auto entry = mesh.find("transform");
  if (entry == mesh.end()) return transform;
  if (const auto scale = entry->find("scale"); scale != entry->end())
    transform.scale = scale->is_array() ? vec3_value(*scale) : Vec3::Constant(scale->get<double>());
  if (const auto turn = entry->find("rotate"); turn != entry->end()) {
    const std::optional<Vec3> axis = context.direction(turn->at("axis"), join_path(place, "transform/rotate/axis"));
    if (!axis) return std::nullopt;
    transform.rotate = rotation(*axis, turn->at("degrees").get<double>());
  }
  if (const auto by = entry->find("translate"); by != entry->end()) transform.translate = vec3_value(*by);
  return transform;
}

bool refine(const Json& mesh, const std::string& place, BuildContext& context, BodyMesh& body) {
  const int times = mesh.value("refine", 0);
  if (times == 0) return true;
  const std::string here = join_path(place, "refine");
  const bool is_sheet = body.rows[0] > 0;
  if (body.kind() == CellKind::edge || body.kind() == CellKind::point || is_sheet) {
    context.faults.add("scene.cells", here,
                       fmt::format("bodies of tets, hexes and triangles are refined, and this one is {}",
                                   is_sheet ? "a sheet" : "of " + plural(body.kind())),
                       "remove \"refine\" and give the shape more cells");
    return false;
  }
  for (int k = 0; k < times; ++k) {
    const double parts = body.kind() == CellKind::triangle ? 4 : 8;
    if (!fits(parts * body.vertices(), parts * static_cast<double>(body.cells.count()), here, context.faults)) return false;
    body = refined(body);
  }
  return true;
}

// The axes of the file's materials turn with the shape.
void turn_materials(const Mat3& rotate, BodyMesh& mesh) {
  for (FileMaterial& material : mesh.materials)
    if (material.orthotropy) material.orthotropy->axes *= rotate.transpose();
}

// Sizes far from 1 m can make volumes vanish or overflow.
bool has_volume(const BodyMesh& mesh, const std::string& place, FaultList& faults) {
  for (Index e = 0; e < mesh.cells.count() && mesh.kind() != CellKind::point; ++e) {
    const double V = volume(mesh.X, mesh.cells, e);
    if (V >= std::numeric_limits<double>::min() && std::isfinite(V)) continue;
    faults.add("scene.volume", place, fmt::format("{} {} has the volume {} m^3", singular(mesh.kind()), e, V),
               "sizes are in metres");
    return false;
  }
  return true;
}

}  // namespace

bool fits(double vertices, double cells, const std::string& place, FaultList& faults) {
  const std::optional<std::string> why = why_too_large(vertices, cells);
  if (why) faults.add("scene.too-large", place, *why, "use larger or fewer cells");
  return !why;
}

bool transform_positions(const Json& mesh, const std::string& place, BuildContext& context, Vector& X) {
  if (!mesh.contains("transform")) return true;
  const std::optional<Transform> transform = build_transform(mesh, place, context);
  if (transform) apply(*transform, X);
  return transform.has_value();
}

std::optional<BodyMesh> build_mesh(const Json& mesh, const std::string& place, BuildContext& context) {
  const ShapeEntry* shape = find_shape(mesh.at("type").get<std::string>());
  std::optional<BodyMesh> result = shape ? build_shape(*shape, mesh, place, context) : read_file(mesh, place, context);
  if (!result) return std::nullopt;
  if (!refine(mesh, place, context, *result)) return std::nullopt;
  if (mesh.contains("transform")) {
    const std::optional<Transform> transform = build_transform(mesh, place, context);
    if (!transform) return std::nullopt;
    apply(*transform, result->X);
    turn_materials(transform->rotate, *result);
  }
  if (!context.is_in_reach(result->X, place) || !has_volume(*result, place, context.faults)) return std::nullopt;
  const bool is_scaled = mesh.contains("transform") && mesh.at("transform").contains("scale");  // then the user knows the unit
  if (!shape && !is_scaled)
    if (std::string note = size_note(result->X, R"("transform": {"scale": 0.001} in its mesh)", "transform.scale"); !note.empty())
      result->notes.push_back(std::move(note));
  return result;
}

}  // namespace lilyan
