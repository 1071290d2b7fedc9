#include <lilyan/scene/build/acting/acting.hpp>

#include <lilyan/energy/carried/carried_forces.hpp>
#include <lilyan/energy/damping/drag.hpp>
#include <lilyan/energy/damping/stiffness_damping.hpp>
#include <lilyan/energy/damping/strain_damping.hpp>
#include <lilyan/mesh/faces.hpp>
#include <lilyan/scene/build/coarse/coarse_scene_body.hpp>
#include <lilyan/scene/schema/validate.hpp>
#include <lilyan/scene/schema/values.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

namespace lilyan {
namespace {

// The bodies that an entry damps, in the numbering of the system.
struct DampedBodies {
  const Vector& X;               // rest positions of all vertices
  Cells cells;                   // of the bodies damped that have laws
  const std::vector<Law>& laws;  // of all bodies
  std::vector<Index> law_of_cell;
  std::vector<std::unique_ptr<Elasticity>> stiff;   // of the bodies damped whose cells have stiffnesses
  std::vector<std::unique_ptr<Potential>> springs;  // of the bodies damped that have springs
  Vector area;                                      // of the surface at every vertex [m^2]; 0 where none is damped
  const Mass& mass;                                 // of all vertices
  std::vector<bool> is_damped;                      // one a vertex
  const std::vector<bool>& held;                    // whole, one a vertex
};

std::vector<std::unique_ptr<Elasticity>> elasticity_of(DampedBodies& bodies) {
  std::vector<std::unique_ptr<Elasticity>> all =
      make_elasticity(bodies.X, bodies.cells, bodies.laws, bodies.law_of_cell, bodies.held);
  for (std::unique_ptr<Elasticity>& elasticity : bodies.stiff) all.push_back(std::move(elasticity));
  return all;
}

Vector component_mass(const DampedBodies& bodies) {
  Vector mass = Vector::Zero(3 * bodies.mass.vertex.size());
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

// The surface that a medium touches, for every vertex of a body [m^2]: sheets have two sides, rods are round.
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

std::unique_ptr<Drag> drag_on(Vector area, const Json& entry) {
  return std::make_unique<Drag>(std::move(area), entry.at("slow").get<double>(), entry.at("fast").get<double>(),
                                vec3_value(entry.at("wind")));
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
  return drag_on(std::move(bodies.area), entry);
}

// Viscous damping needs a stiffness that is known before the step: a fault for each entry that damps a body without one.
void check_viscous_damping(const Json& scene, const BuiltBody& body, FaultList& faults) {
  auto has_known_stiffness = [](const auto& law) { return law.kMeasure != StrainMeasure::green; };
  const Json& entries = list_or_empty(scene, "damping");
  for (std::size_t k = 0; k < entries.size(); ++k) {
    if (entries[k].at("type") != "viscous" || (entries[k].contains("body") && entries[k].at("body") != body.name)) continue;
    for (std::size_t m = 0; m < body.materials.laws.size(); ++m) {
      if (std::visit(has_known_stiffness, body.materials.laws[m])) continue;
      faults.add(
          "scene.damping", join_path("damping", std::to_string(k)),
          fmt::format("\"{}\" is {}, whose stiffness is not constant; viscous damping is for linear, orthotropic, anisotropic "
                      "and corotated bodies",
                      body.name, body.materials.law_names[m]),
          "use strain or rayleigh damping, or limit it to other bodies with \"body\"");
      break;
    }
  }
}

}  // namespace

std::vector<std::unique_ptr<Dissipation>> build_dampings(const Json& scene, const PlacedBodies& bodies,
                                                         const DampedSystem& system) {
  std::vector<std::unique_ptr<Dissipation>> dissipations;
  for (const Json& entry : list_or_empty(scene, "damping")) {
    const Eigen::Index points = system.mass.vertex.size();
    DampedBodies damped{system.X,
                        {},
                        system.laws,
                        {},
                        {},
                        {},
                        Vector::Zero(points),
                        system.mass,
                        std::vector<bool>(static_cast<std::size_t>(points)),
                        system.held};
    bool damps_some = false;
    for (CellKind kind : kCellKinds)
      for (const PlacedBody& placed : bodies) {
        const BodyMesh& mesh = placed.body.mesh;
        if (mesh.kind() != kind || placed.body.moves_by != MovesBy::vertices ||
            (entry.contains("body") && entry.at("body") != placed.body.name))
          continue;
        if (entry.at("type") == "drag" && placed.body.named) {
          dissipations.push_back(named_drag(entry, placed));
          continue;
        }
        damps_some = true;
        std::fill_n(damped.is_damped.begin() + placed.first_vertex, mesh.vertices(), true);
        damped.area.segment(placed.first_vertex, mesh.vertices()) = wetted_area(placed.body);
        if (placed.body.stiffness) damped.stiff.push_back(placed.stiff_cells(system.X, 0));
        if (placed.body.springs) damped.springs.push_back(placed.springs());
        if (placed.body.materials.laws.empty()) continue;
        damped.cells.append(mesh.cells, placed.first_vertex);
        const auto first = system.law_of_cell.begin() + placed.first_cell;
        damped.law_of_cell.insert(damped.law_of_cell.end(), first, first + mesh.cells.count());
      }
    if (damps_some) dissipations.push_back(build_damping(entry, std::move(damped)));
  }
  return dissipations;
}

std::unique_ptr<Dissipation> carried_drag(const Json& entry, const Vector& area, const CarriedByState& by_state) {
  std::vector<Index> wetted;
  for (Index i = 0; i < area.size(); ++i)
    if (area[i] > 0) wetted.push_back(i);
  Vector own(static_cast<Eigen::Index>(wetted.size()));
  for (std::size_t k = 0; k < wetted.size(); ++k) own[static_cast<Eigen::Index>(k)] = area[wetted[k]];
  return std::make_unique<CarriedDissipation>(by_state(wetted), drag_on(std::move(own), entry));
}

void check_damped_bodies(const Json& scene, const PlacedBodies& bodies, FaultList& faults) {
  for (const PlacedBody& placed : bodies) check_viscous_damping(scene, placed.body, faults);
  const Json& entries = list_or_empty(scene, "damping");
  for (std::size_t k = 0; k < entries.size(); ++k) {
    const std::string type = entries[k].at("type").get<std::string>();
    if (type == "relative") {
      if (std::none_of(bodies.begin(), bodies.end(), [](const PlacedBody& one) { return one.body.moves_by == MovesBy::domains; }))
        faults.add("scene.damping", join_path("damping/" + std::to_string(k), "type"),
                   "relative damping is for bodies of domains, and there is none", "use \"rayleigh\" with \"mass\"");
      continue;
    }
    const bool needs_law = type == "strain" || type == "viscous";
    const bool by_stiffness = type == "rayleigh" && entries[k].at("mass") == 0;
    const bool finds_one = std::any_of(bodies.begin(), bodies.end(), [&](const PlacedBody& placed) {
      if (entries[k].contains("body") && entries[k].at("body") != placed.body.name) return false;
      if (needs_law) return !placed.body.materials.laws.empty() || placed.body.stiffness;
      return placed.body.mesh.kind() != CellKind::point || (type == "rayleigh" && !by_stiffness);
    });
    if (!finds_one)
      faults.add("scene.cells", join_path("damping/" + std::to_string(k), "type"),
                 needs_law ? fmt::format("{} damping is for bodies of elastic laws, and there is none among those it names", type)
                           : "points have neither stiffness nor surface",
                 needs_law ? "use \"rayleigh\" for springs" : "use \"rayleigh\" with \"mass\"");
  }
}

}  // namespace lilyan
