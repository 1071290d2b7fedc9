#include <lilyan/run/scene.hpp>

#include <lilyan/energy/expression_potential.hpp>

#include <Eigen/Geometry>

#include <algorithm>

namespace lilyan {

namespace {

// Whether dg/dx u, of some row, is more than rounding.
bool changes_along(const ConstraintSet& constraints, const Entries& G, const Vector& u) {
  constexpr double kRounding = 1e-9;
  Vector sum = Vector::Zero(constraints.rows()), size = sum;
  for (const Entry& entry : G) {
    sum[entry.row] += entry.value * u[entry.column];
    size[entry.row] += std::abs(entry.value * u[entry.column]);
  }
  return (sum.cwiseAbs().array() > kRounding * size.array()).any();
}

// A constraint between bodies does not see how they move as a rigid whole.
bool holds_from_outside(const ConstraintSet& constraints, const Vector& x) {
  const Entries G = constraints.gradient(x, 0);
  for (int axis = 0; axis < 3; ++axis) {
    Vector translation(x.size()), rotation(x.size());
    for (Index i = 0; 3 * Eigen::Index{i} < x.size(); ++i) {
      vertex(translation, i) = Vec3::Unit(axis);
      vertex(rotation, i) = Vec3(Vec3::Unit(axis)).cross(Vec3(vertex(x, i)));
    }
    if (changes_along(constraints, G, translation) || changes_along(constraints, G, rotation)) return true;
  }
  return false;
}

}  // namespace

std::vector<std::string> outside_influences(const Scene& scene) {
  const System& system = scene.simulation.system();
  const auto& formulas = scene.inventory.formulas;
  const auto& dissipations = system.dissipations();
  std::vector<std::string> influences = scene.inventory.influences;
  const bool is_named = std::find(influences.begin(), influences.end(), "pins") != influences.end();
  if (!scene.inventory.pin_names.empty() && !is_named) influences.emplace_back("pins");
  if (holds_from_outside(system.constraints(), scene.simulation.start().x)) influences.emplace_back("constraints");
  if (!scene.inventory.obstacles.empty()) influences.emplace_back("obstacles");
  if (std::any_of(formulas.begin(), formulas.end(), [](const ExpressionPotential* f) { return !f->keeps_momenta(); }))
    influences.emplace_back("formulas");
  if (!scene.inventory.loads.empty()) influences.emplace_back("loads");
  if (!system.gravity().isZero()) influences.emplace_back("gravity");
  if (std::any_of(dissipations.begin(), dissipations.end(), [](const auto& d) { return d->acts_from_outside(); }))
    influences.emplace_back("drag");
  return influences;
}

}  // namespace lilyan
