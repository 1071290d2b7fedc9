// What holds, pushes, damps and ties the bodies of a scene: `pins`, `loads`, `damping`, `potentials` and `constraints`.
//
// Lists hold what could be built; faults of the others are added to the context.
#pragma once

#include <lilyan/constraints/constraint.hpp>
#include <lilyan/dynamics/system.hpp>
#include <lilyan/energy/carried/carried_vertices.hpp>
#include <lilyan/energy/damping/dissipation.hpp>
#include <lilyan/energy/expression_potential.hpp>
#include <lilyan/energy/load.hpp>
#include <lilyan/scene/build/bodies/placed_bodies.hpp>
#include <lilyan/space/coordinates.hpp>

#include <functional>

namespace lilyan {

// Something acting and the name that it goes by.
template <class Thing>
struct Named {
  std::vector<Thing> things;
  std::vector<std::string> names;  // one each
};

Named<Pin> build_pins(const Json& scene, const PlacedBodies& bodies, BuildContext& context);

// Appends the ramps of an entry's `motion`, if any; false where a fault was added.
bool build_motion(const Json& entry, const std::string& place, BuildContext& context, Motion& built);

Named<Load> build_loads(const Json& scene, const PlacedBodies& bodies, BuildContext& context);

// An energy given as a formula, read and checked; a potential once the masses of all bodies are known.
struct PlannedPotential {
  std::string place;
  Expression formula;
  std::vector<Index> groups;
  Index per_group;
  EnergyKind kind;

  std::unique_ptr<ExpressionPotential> make(const Vector& vertex_mass) const;
};

Named<PlannedPotential> build_potentials(const Json& scene, const PlacedBodies& bodies, BuildContext& context);

// Names that formulas cannot use, particles without a vertex of their own: of an entry that may not have passed its schema.
void check_potential(const Json& entry, const std::string& place, const std::vector<std::string>& bodies, FaultList& faults);

// Each is named after its place, "constraints/2".
std::vector<std::unique_ptr<Constraint>> build_constraints(const Json& scene, const PlacedBodies& bodies, BuildContext& context);

// Adds a fault for every entry that holds nothing, that others imply or contradict, or that the start does not fulfil.
void check_constraints(const System& system, const Vector& x, FaultList& faults);

// What damping needs to know of the system.
struct DampedSystem {
  const Vector& X;  // rest positions of all vertices
  const Mass& mass;
  const std::vector<Law>& laws;  // of all bodies
  const std::vector<Index>& law_of_cell;
  const std::vector<bool>& held;  // whole, one per vertex
};

std::vector<std::unique_ptr<Dissipation>> build_dampings(const Json& scene, const PlacedBodies& bodies, const DampedSystem& system);

// Some vertices of a surface, in the surface's own numbers, as the state carries them.
using CarriedByState = std::function<std::shared_ptr<const CarriedVertices>(const std::vector<Index>&)>;

// The drag of an entry on a surface that the state carries; area: one per vertex [m^2], 0 where nothing is wetted.
std::unique_ptr<Dissipation> carried_drag(const Json& entry, const Vector& area, const CarriedByState& by_state);

// Damping that its bodies cannot have: strain needs elastic laws, viscous a stiffness that is known before the step, drag a
// surface.
void check_damped_bodies(const Json& scene, const PlacedBodies& bodies, FaultList& faults);

}  // namespace lilyan
