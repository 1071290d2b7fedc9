// Energies given as formulas, from the entries of `potentials`.
#pragma once

#include <lilyan/energy/expression_potential.hpp>
#include <lilyan/run/run_plan.hpp>
#include <lilyan/scene/build/build_body.hpp>

#include <memory>
#include <span>

namespace lilyan {

// Read and checked; a potential once the masses of all bodies are known.
struct PlannedPotential {
  std::string place;
  Expression formula;
  std::vector<Index> groups;
  Index per_group;
  EnergyKind kind;

  std::unique_ptr<ExpressionPotential> make(const Vector& vertex_mass) const;
};

// None where a fault was added. `entry` has passed its schema.
std::optional<PlannedPotential> build_potential(const Json& entry, std::span<const BodyInSystem> bodies, const std::string& place,
                                                BuildContext& context);

// Names that formulas cannot use, particles without a vertex of their own: of an entry that may not have passed its schema.
void check_potential(const Json& entry, const std::string& place, const std::vector<std::string>& bodies, FaultList& faults);

// A formula has a value where the scene starts, and does not contradict what the method enforces. `plan` has its system.
void check_formulas(const std::vector<PlannedPotential>& formulas, const RunPlan& plan, FaultList& faults);

}  // namespace lilyan
