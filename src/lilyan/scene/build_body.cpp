#include <lilyan/scene/build_body.hpp>

#include <lilyan/mesh/positions.hpp>
#include <lilyan/scene/build_deform.hpp>
#include <lilyan/scene/build_mesh.hpp>
#include <lilyan/scene/build_render.hpp>
#include <lilyan/scene/validate.hpp>
#include <lilyan/scene/values.hpp>

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <cmath>
#include <nlohmann/json.hpp>

namespace lilyan {
namespace {

// Lumped: each tet gives a quarter of its mass rho V to each of its vertices.
bool build_mass(const std::string& place, BuildContext& context, BuiltBody& body) {
  const TetMesh& mesh = body.mesh;
  body.mass = Vector::Zero(mesh.vertices());
  for (std::size_t e = 0; e < mesh.tets.size(); ++e) {
    const double quarter = body.materials.density_of_tet[e] * volume(mesh.X, mesh.tets[e]) / 4;
    for (Index i : mesh.tets[e]) body.mass[i] += quarter;
  }
  const double lightest = body.mass.minCoeff(), total = body.mass.sum();
  if (lightest > 0 && std::isfinite(1 / lightest) && std::isfinite(total)) return true;
  context.faults.add("scene.mass", place, fmt::format("the lightest vertex weighs {} kg, the body {} kg", lightest, total),
                     "masses are in kg and densities in kg/m^3");
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
    const auto read = [&] { body.v = read_positions(context.file(*path), body.mesh.vertices()); };
    if (!context.attempt(join_path(place, "velocity/path"), read)) return false;
    context.hash(body.v);
  }
  const Vec3 linear = vec3_value(velocity->at("linear")), angular = vec3_value(velocity->at("angular"));
  const Vec3 c = centre_of_mass(body.x, body.mass);
  for (Index i = 0; i < body.mesh.vertices(); ++i) vertex(body.v, i) += linear + angular.cross(Vec3(vertex(body.x, i) - c));
  return true;
}

}  // namespace

std::optional<BuiltBody> build_body(const Json& entry, const std::string& name, const std::string& place, BuildContext& context) {
  BuiltBody body;
  body.name = name;
  std::optional<TetMesh> mesh = build_mesh(entry.at("mesh"), join_path(place, "mesh"), context);
  if (!mesh) return std::nullopt;
  body.mesh = std::move(*mesh);
  for (const std::string& note : body.mesh.notes) context.notes.push_back(fmt::format("{}: {}", name, note));
  body.render = build_render(entry, name, body.mesh, place, context);
  std::optional<BuiltMaterials> materials = build_materials(entry, body.mesh, name, place, context);
  if (!materials) return std::nullopt;
  body.materials = std::move(*materials);
  if (!build_mass(place, context, body)) return std::nullopt;

  body.x = body.mesh.X;
  if (!apply_deforms(entry.at("deform"), centre_of_mass(body.mesh.X, body.mass), join_path(place, "deform"), context, body.x))
    return std::nullopt;
  if (!build_velocity(entry, place, context, body)) return std::nullopt;
  if (!body.x.allFinite() || !body.v.allFinite()) {
    context.faults.add("scene.overflow", place, "an initial position or velocity is not finite",
                       "lengths are in m, velocities in m/s");
    return std::nullopt;
  }
  return body;
}

}  // namespace lilyan
