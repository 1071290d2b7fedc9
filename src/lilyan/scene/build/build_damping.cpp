#include <lilyan/scene/build/build_damping.hpp>

#include <lilyan/energy/damping/drag.hpp>
#include <lilyan/energy/damping/rayleigh_damping.hpp>
#include <lilyan/energy/damping/strain_damping.hpp>
#include <lilyan/energy/damping/viscous_damping.hpp>
#include <lilyan/mesh/faces.hpp>
#include <lilyan/scene/schema/values.hpp>

#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

namespace lilyan {
namespace {

std::vector<std::unique_ptr<Elasticity>> elasticity_of(const DampedBodies& bodies) {
  return make_elasticity(bodies.X, bodies.cells, bodies.laws, bodies.law_of_cell, bodies.held);
}

Vector component_mass(const DampedBodies& bodies) {
  Vector mass = Vector::Zero(bodies.X.size());
  for (Index c = 0; c < mass.size(); ++c)
    if (bodies.is_damped[static_cast<std::size_t>(c / 3)]) mass[c] = bodies.mass.vertex[c / 3];
  return mass;
}

std::vector<SharedMass> shared_by_damped(const DampedBodies& bodies) {
  std::vector<SharedMass> shared;
  for (const SharedMass& pair : bodies.mass.shared)
    if (bodies.is_damped[static_cast<std::size_t>(pair.i)]) shared.push_back(pair);  // no pair is of two bodies
  return shared;
}

}  // namespace

Vector wetted_area(const BuiltBody& body) {
  const BodyMesh& mesh = body.mesh;
  if (mesh.kind() == CellKind::edge) {
    Vector area = Vector::Zero(mesh.vertices());
    for (std::size_t e = 0; e < mesh.cells.edges.size(); ++e) {
      const auto [a, b] = mesh.cells.edges[e];
      const double length = (vertex(mesh.X, a) - vertex(mesh.X, b)).norm();
      const double half = length * std::sqrt(std::numbers::pi * mesh.cells.cross_section[e]);  // of 2 pi r L, pi r^2 = A
      area[a] += half;
      area[b] += half;
    }
    return area;
  }
  const double sides = body.springs ? 2 : 1;
  return sides * area_of_vertices(mesh.X, outer_faces(mesh.cells, body.is_slice() ? FlatBody::slice : FlatBody::sheet));
}

std::unique_ptr<Dissipation> build_damping(const Json& entry, DampedBodies bodies) {
  const std::string type = entry.at("type").get<std::string>();
  if (type == "strain") {
    const std::string form = entry.at("form").get<std::string>();
    return std::make_unique<StrainDamping>(elasticity_of(bodies), entry.at("coefficient").get<double>(),
                                           form == "explicit"         ? StrainDamping::Form::lagged
                                           : form == "implicit_exact" ? StrainDamping::Form::implicit_exact
                                                                      : StrainDamping::Form::implicit);
  }
  if (type == "rayleigh") {
    const bool endpoint = entry.at("form") == "endpoint";
    std::vector<std::unique_ptr<Potential>> potentials;
    for (auto& elasticity : elasticity_of(bodies)) potentials.push_back(std::move(elasticity));
    for (auto& springs : bodies.springs) potentials.push_back(std::move(springs));
    return std::make_unique<RayleighDamping>(
        std::move(potentials), component_mass(bodies), entry.at("mass").get<double>(), entry.at("stiffness").get<double>(),
        endpoint ? RayleighDamping::Form::endpoint : RayleighDamping::Form::midpoint, shared_by_damped(bodies));
  }
  if (type == "viscous") return std::make_unique<ViscousDamping>(elasticity_of(bodies), entry.at("coefficient").get<double>());
  return std::make_unique<Drag>(std::move(bodies.area), entry.at("slow").get<double>(), entry.at("fast").get<double>(),
                                vec3_value(entry.at("wind")));
}

}  // namespace lilyan
