#include <lilyan/scene/build/bodies/body.hpp>

#include <lilyan/coarsening/model/coarse_model_file.hpp>
#include <lilyan/mesh/quality.hpp>
#include <lilyan/mesh/shape_functions.hpp>
#include <lilyan/multidomain/body/domain_body_file.hpp>
#include <lilyan/scene/build/coarse/coarse_scene_body.hpp>
#include <lilyan/scene/build/reduced/domain_parts.hpp>
#include <lilyan/scene/schema/validate.hpp>
#include <lilyan/scene/schema/values.hpp>
#include <lilyan/space/mass.hpp>

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <cmath>
#include <nlohmann/json.hpp>

namespace lilyan {
namespace {

bool build_mass(const std::string& place, BuildContext& context, BuiltBody& body) {
  const BodyMesh& mesh = body.mesh;
  if (body.mass.size() == 0) body.mass = mesh.kind() == CellKind::point ? mesh.masses : lumped_mass(mesh, body.materials);
  const double lightest = body.mass.minCoeff(), total = body.mass.sum();
  if (lightest > 0 && std::isfinite(1 / lightest) && std::isfinite(total)) return true;
  context.faults.add("scene.mass", place, fmt::format("the lightest vertex weighs {} kg, the body {} kg", lightest, total),
                     "masses are in kg and densities in kg/m^3");
  return false;
}

// The default: each vertex has its own mass and nothing in common with others.
bool build_shared_mass(const Json& entry, const std::string& place, BuildContext& context, BuiltBody& body) {
  if (entry.at("mass_matrix") != "consistent") return true;
  const CellKind kind = body.mesh.kind();
  if (has_consistent_mass(kind) && !body.springs) {
    body.shared_mass = shared_masses(body.mesh.X, body.mesh.cells, body.materials.density_of_cell);
    return true;
  }
  context.faults.add("scene.cells", join_path(place, "mass_matrix"),
                     kind == CellKind::point ? "points have masses of their own and nothing in common"
                                             : "springs carry their mass at their ends; a consistent mass is for elastic laws",
                     "use \"lumped\", or a body of tets, hexes or flat triangles");
  return false;
}

Vec3 centre_of_mass(const Vector& x, const Vector& mass) {
  Vec3 moment = Vec3::Zero();
  for (Index i = 0; i < mass.size(); ++i) moment += mass[i] * vertex(x, i);
  return moment / mass.sum();
}

bool build_velocity(const Json& entry, const std::string& place, BuildContext& context, BuiltBody& body) {
  body.v = Vector::Zero(body.x.size());
  const auto velocity = entry.find("velocity");
  if (velocity == entry.end()) return true;
  if (const auto path = velocity->find("path"); path != velocity->end()) {
    const auto read = [&] { body.v = read_vertices(context.file(*path), body.mesh.vertex_numbers, body.mesh.vertices()); };
    if (!context.attempt(join_path(place, "velocity/path"), read)) return false;
    context.hash(body.v);
  }
  const Vec3 linear = vec3_value(velocity->at("linear")), angular = vec3_value(velocity->at("angular"));
  const Vec3 c = centre_of_mass(body.x, body.mass);
  for (Index i = 0; i < body.mesh.vertices(); ++i) vertex(body.v, i) += linear + angular.cross(Vec3(vertex(body.x, i) - c));
  return true;
}

// A slice in plane strain lies in a plane of one z; what rounding took out of it is brought back.
bool flatten(const std::string& place, BuildContext& context, Vector& x) {
  constexpr double kRounding = 1e-9;  // of the body's size
  auto points = x.reshaped(3, x.size() / 3);
  const Vec3 lowest = points.rowwise().minCoeff(), highest = points.rowwise().maxCoeff(), extent = highest - lowest;
  if (extent[2] > kRounding * extent.maxCoeff()) {
    context.faults.add("scene.cells", place,
                       fmt::format("triangles of an elastic law are in plane strain, where all z are equal; these reach from z = "
                                   "{:.6g} to {:.6g} m",
                                   lowest[2], highest[2]),
                       "a surface becomes tets by: lilyan mesh SURFACE -o BODY.msh; a sheet takes the material \"springs\"");
    return false;
  }
  points.row(2).setConstant(lowest[2]);
  return true;
}

// The rotations that depend on all vertices of a cell are those of tets.
bool is_for_its_cells(const BuiltBody& body, const std::string& place, BuildContext& context) {
  if (body.mesh.kind() == CellKind::tet) return true;
  for (const Law& law : body.materials.laws) {
    const auto* corotated = std::get_if<Corotated>(&law);
    if (!corotated) continue;
    const bool by_displacement = corotated->rotation == RotationRule::displacement;
    if (!by_displacement && corotated->pinned == PinnedTets::free) continue;
    const std::string key = by_displacement ? "rotation" : "pinned";
    context.faults.add("scene.cells", join_path(place, key),
                       fmt::format("\"{}\" is for tets, and this body is of {}", by_displacement ? "displacement" : "held",
                                   plural(body.mesh.kind())),
                       fmt::format("remove \"{}\"", key));
    return false;
  }
  return true;
}

constexpr double kSheetThickness = 0.001, kSliceThickness = 1;  // [m]

// Springs or elastic laws, with the densities; particles have neither.
bool build_stuff(const Json& entry, const std::string& place, BuildContext& context, BuiltBody& body) {
  if (body.mesh.kind() == CellKind::point) return true;
  const Json& material = entry.at("material");
  const std::string here = join_path(place, "material");
  std::vector<double>& thickness = body.mesh.cells.thickness;
  if (thickness.empty())  // of a file that says nothing
    thickness.assign(body.mesh.cells.triangles.size(), makes_springs(material) ? kSheetThickness : kSliceThickness);
  if (makes_springs(material)) {
    body.springs = build_springs(material, body.mesh, here, context);
    if (!body.springs) return false;
    if (!list_or_empty(entry, "regions").empty()) {
      context.faults.add("scene.cells", join_path(place, "regions"),
                         fmt::format("a body of \"{}\" has no regions, void or other", material.at("type").get<std::string>()),
                         "remove \"regions\"");
      return false;
    }
    body.materials = even_density(entry, body.mesh);
    return true;
  }
  if (body.mesh.kind() == CellKind::edge) {
    context.faults.add("scene.cells", join_path(here, "type"),
                       fmt::format("\"{}\" is no law of edges", material.at("type").get<std::string>()),
                       "give the body the material \"rod\"");
    return false;
  }
  if (body.is_slice() && !flatten(join_path(place, "mesh"), context, body.mesh.X)) return false;
  std::optional<BuiltMaterials> materials = build_materials(entry, body.mesh, body.name, place, context);
  if (!materials) return false;
  body.materials = std::move(*materials);
  return is_for_its_cells(body, here, context);
}

// Whether `mesh` is a model that was made before: reduced, of domains, or coarse.
bool comes_from_model(const Json& body) {
  const auto mesh = body.find("mesh");
  return mesh != body.end() && mesh->at("type") == "model";
}

// Sets what the body is made of, by the kind of the model. False where a fault was added.
bool build_model_body(const Json& entry, const std::string& place, BuildContext& context, BuiltBody& body) {
  const std::filesystem::path file = context.file(entry.at("mesh").at("path"));
  std::optional<ModelFile> model;
  const auto read = [&] {
    std::string bytes = read_model_bytes(file);
    context.files.add(bytes);
    model = ModelFile::from_bytes(std::move(bytes), file.string(), {kReducedModelKind, kDomainBodyKind, kCoarseModelKind});
  };
  if (!context.attempt(join_path(place, "mesh/path"), read)) return false;
  if (model->kind() == kCoarseModelKind.name) return build_coarse_body(*model, entry, place, context, body);
  if (const std::string source = text_or(entry.at("mesh"), "source", ""); !source.empty()) {
    context.faults.add("scene.model", join_path(place, "mesh/source"),
                       fmt::format("{} is no model of a coarse body, and this scene belongs to that of {}", file.string(), source),
                       "make model and scene together, with `lilyan coarsen`");
    return false;
  }
  return build_parts_of_model(*model, entry, place, context, body);
}

// Tets so flat that little of what happens in them can be trusted; see mesh/quality.hpp.
void note_slivers(const std::string& name, const BodyMesh& mesh, std::vector<std::string>& notes) {
  constexpr double kSliver = 0.05;
  Index slivers = 0, worst_tet = 0;
  double worst = 1;
  for (Index e = 0; e < static_cast<Index>(mesh.cells.tets.size()); ++e) {
    const double q = quality(mesh.X, mesh.cells.tets[static_cast<std::size_t>(e)]);
    slivers += q < kSliver;
    if (q < worst) worst = q, worst_tet = e;
  }
  if (slivers > 0)
    notes.push_back(fmt::format(
        "{}: {} of {} tets are slivers, the worst tet {} with a quality of {:.2g} (1 is a regular tet, below {} a sliver): strains "
        "and stresses there are not to be trusted, and steps take longer; mesh the body again with rounder tets",
        name, slivers, mesh.cells.tets.size(), worst_tet, worst, kSliver));
}

}  // namespace

Vector lumped_mass(const BodyMesh& mesh, const BuiltMaterials& materials) {
  Vector mass = Vector::Zero(mesh.vertices());
  for (Index e = 0; e < mesh.cells.count(); ++e) {
    const double density = materials.density_of_cell[static_cast<std::size_t>(e)];
    const std::span<const Index> corners = mesh.cells.vertices(e);
    if (mesh.kind() == CellKind::hex) {
      const std::array<double, 8> shares = corner_volumes(mesh.X, mesh.cells.hexes[static_cast<std::size_t>(e)]);
      for (std::size_t a = 0; a < 8; ++a) mass[corners[a]] += density * shares[a];
      continue;
    }
    if (mesh.kind() == CellKind::quad) {
      const std::vector<double>& thickness = mesh.cells.quad_thickness;
      const double weight = density * (thickness.empty() ? 1 : thickness[static_cast<std::size_t>(e)]);
      add_corner_areas(mesh.X, mesh.cells.quads[static_cast<std::size_t>(e)], weight, mass);
      continue;
    }
    const double share = density * volume(mesh.X, mesh.cells, e) / static_cast<double>(corners.size());
    for (Index i : corners) mass[i] += share;
  }
  return mass;
}

std::optional<BuiltBody> build_body(const Json& entry, const std::string& name, const std::string& place, BuildContext& context) {
  BuiltBody body;
  body.name = name;
  if (entry.contains("reduce")) body.moves_by = MovesBy::basis;
  if (entry.contains("domains")) body.moves_by = MovesBy::domains;
  if (comes_from_model(entry)) {
    if (!build_model_body(entry, place, context, body)) return std::nullopt;
  } else if (has_copies(entry)) {
    if (!build_copies(entry, place, context, body)) return std::nullopt;
  } else {
    std::optional<BodyMesh> mesh = build_mesh(entry.at("mesh"), join_path(place, "mesh"), context);
    if (!mesh) return std::nullopt;
    body.mesh = std::move(*mesh);
    for (const std::string& note : body.mesh.notes) context.notes.push_back(fmt::format("{}: {}", name, note));
    note_slivers(name, body.mesh, context.notes);
    const bool is_made = build_stuff(entry, place, context, body);
    body.render = build_render(entry, name, body.mesh, place, context);  // by the cells that are left
    if (!is_made) return std::nullopt;
  }
  if (!build_mass(place, context, body) || !build_shared_mass(entry, place, context, body)) return std::nullopt;

  body.x = body.mesh.X;
  if (!apply_deforms(entry.at("deform"), centre_of_mass(body.mesh.X, body.mass), body.mesh.vertex_numbers,
                     join_path(place, "deform"), context, body.x))
    return std::nullopt;
  if (body.is_slice() && !flatten(join_path(place, "deform"), context, body.x)) return std::nullopt;
  if (!build_velocity(entry, place, context, body)) return std::nullopt;
  if (!context.is_in_reach(body.x, place)) return std::nullopt;
  if (!body.v.allFinite()) {
    context.faults.add("scene.overflow", place, "an initial velocity is not finite", "velocities are in m/s");
    return std::nullopt;
  }
  return body;
}

}  // namespace lilyan
