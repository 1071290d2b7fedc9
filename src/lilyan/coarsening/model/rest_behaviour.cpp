#include <lilyan/coarsening/model/rest_behaviour.hpp>

#include <lilyan/algebra/direct_solver.hpp>
#include <lilyan/energy/elements/cell_stiffness_elasticity.hpp>
#include <lilyan/reduction/elastic_hessian.hpp>
#include <lilyan/reduction/modes.hpp>
#include <lilyan/reduction/rigid_motions.hpp>

#include <algorithm>
#include <cmath>

namespace lilyan {

namespace {

std::vector<Pin> pins_of(const std::vector<bool>& held) {
  std::vector<Pin> pins;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    Pin pin;
    pin.axes.fill(false);
    pin.axes[axis] = true;
    for (std::size_t c = axis; c < held.size(); c += 3)
      if (held[c]) pin.vertices.push_back(static_cast<Index>(c / 3));
    if (!pin.vertices.empty()) pins.push_back(std::move(pin));
  }
  return pins;
}

void hold_plane(std::vector<bool>& held) {
  for (std::size_t c = 2; c < held.size(); c += 3) held[c] = true;
}

std::unique_ptr<const System> system_of(const Vector& X, Mass mass, const std::vector<bool>& held,
                                        std::vector<std::unique_ptr<Elasticity>> elasticity) {
  std::vector<std::unique_ptr<Potential>> potentials;
  for (std::unique_ptr<Elasticity>& one : elasticity) potentials.push_back(std::move(one));
  return std::make_unique<const System>(std::move(mass), Vec3::Zero(), Coordinates(X, pins_of(held)), std::move(potentials));
}

}  // namespace

std::unique_ptr<const System> system_at_rest(const FineBody& body, const Vector& mass) {
  std::vector<Law> laws;
  for (const Mat6& C : body.stiffness) laws.emplace_back(Anisotropic{upper_triangle(C)});
  std::vector<bool> held = body.held;
  if (body.dimension() == 2) hold_plane(held);
  return system_of(body.X, mass, held, make_elasticity(body.X, body.cells, laws, body.law_of_cell));
}

std::unique_ptr<const System> system_at_rest(const CoarseModel& model, const std::vector<bool>& held) {
  std::vector<bool> coarse(static_cast<std::size_t>(model.X.size()), false);
  const std::vector<std::vector<WeightedVertex>> weights = vertex_weights(model);
  for (std::size_t v = 0; v < weights.size(); ++v)
    for (const Index i : holding_vertices(weights[v]))
      for (std::size_t axis = 0; axis < 3; ++axis)
        if (held[3 * v + axis]) coarse[3 * static_cast<std::size_t>(i) + axis] = true;
  if (model.dimension() == 2) hold_plane(coarse);
  std::vector<std::unique_ptr<Elasticity>> elasticity;
  if (model.is_of_boxes()) {
    elasticity.push_back(make_cell_stiffness(model.X, model.cells, model.stiffness, model.volume));
  } else {
    std::vector<Law> laws;
    std::vector<Index> law_of_cell;
    for (const Mat6& C : model.tensors) {
      law_of_cell.push_back(static_cast<Index>(laws.size()));
      laws.emplace_back(Anisotropic{upper_triangle(C)});
    }
    elasticity = make_elasticity(model.X, model.cells, laws, law_of_cell);
  }
  return system_of(model.X, model.mass, coarse, std::move(elasticity));
}

RestBehaviour rest_behaviour(const System& system, const Vector& X, const Vec3& g, Index frequencies) {
  RestBehaviour behaviour;
  const Index free = rigid_motions(system, X).cols(), unknowns = system.coordinates().size();
  const Index wanted = std::min(frequencies + free, unknowns);
  if (wanted > 0) {
    const Modes modes = natural_modes(system, X, wanted);
    const Index costless = modes.rigid + modes.mechanisms;
    behaviour.frequencies = modes.frequencies.tail(std::max<Index>(0, modes.count() - costless));
  }
  if (free > 0 || unknowns == 0) return behaviour;
  const SymmetricMatrix K = elastic_hessian(system, X);
  const std::unique_ptr<DirectSolver> solver = make_direct_solver(K.pattern());
  if (!solver->factorise(K)) return behaviour;
  Vector weight(X.size()), f, u;
  for (Index i = 0; i < system.vertices(); ++i) vertex(weight, i) = system.vertex_mass()[i] * g;
  system.coordinates().restrict(weight, f);
  solver->solve(f, u);
  behaviour.sag = f.dot(u);
  Vector moved = Vector::Zero(X.size());
  for (Index k = 0; k < unknowns; ++k) moved[system.coordinates().free()[static_cast<std::size_t>(k)]] = u[k];
  behaviour.deepest = moved.reshaped(3, X.size() / 3).colwise().norm().maxCoeff();
  return behaviour;
}

}  // namespace lilyan
