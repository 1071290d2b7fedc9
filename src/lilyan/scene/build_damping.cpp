#include <lilyan/scene/build_damping.hpp>

#include <lilyan/energy/drag.hpp>
#include <lilyan/energy/rayleigh_damping.hpp>
#include <lilyan/energy/strain_damping.hpp>
#include <lilyan/energy/viscous_damping.hpp>
#include <lilyan/scene/values.hpp>

#include <nlohmann/json.hpp>

namespace lilyan {
namespace {

std::vector<std::unique_ptr<Elasticity>> elasticity_of(const DampedBodies& bodies) {
  return make_elasticity(bodies.X, bodies.tets, bodies.laws, bodies.law_of_tet, bodies.held);
}

Vector component_mass(const DampedBodies& bodies) {
  Vector mass = Vector::Zero(bodies.X.size());
  for (Index c = 0; c < mass.size(); ++c)
    if (bodies.is_damped[static_cast<std::size_t>(c / 3)]) mass[c] = bodies.vertex_mass[c / 3];
  return mass;
}

}  // namespace

std::unique_ptr<Dissipation> build_damping(const Json& entry, const DampedBodies& bodies) {
  const std::string type = entry.at("type").get<std::string>();
  if (type == "strain") {
    const bool lagged = entry.at("form") == "explicit";
    return std::make_unique<StrainDamping>(elasticity_of(bodies), entry.at("coefficient").get<double>(),
                                           lagged ? StrainDamping::Form::lagged : StrainDamping::Form::implicit);
  }
  if (type == "rayleigh") {
    const bool endpoint = entry.at("form") == "endpoint";
    std::vector<std::unique_ptr<Potential>> potentials;
    for (auto& elasticity : elasticity_of(bodies)) potentials.push_back(std::move(elasticity));
    return std::make_unique<RayleighDamping>(std::move(potentials), component_mass(bodies), entry.at("mass").get<double>(),
                                             entry.at("stiffness").get<double>(),
                                             endpoint ? RayleighDamping::Form::endpoint : RayleighDamping::Form::midpoint);
  }
  if (type == "viscous") return std::make_unique<ViscousDamping>(elasticity_of(bodies), entry.at("coefficient").get<double>());
  return std::make_unique<Drag>(area_of_vertices(bodies.X, surface(bodies.tets)), entry.at("slow").get<double>(),
                                entry.at("fast").get<double>(), vec3_value(entry.at("wind")));
}

}  // namespace lilyan
