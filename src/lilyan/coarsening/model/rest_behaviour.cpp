#include <lilyan/coarsening/model/rest_behaviour.hpp>

#include <lilyan/algebra/direct_solver.hpp>
#include <lilyan/energy/elements/cell_stiffness_elasticity.hpp>
#include <lilyan/reduction/modes.hpp>
#include <lilyan/reduction/rigid_motions.hpp>
#include <lilyan/reduction/vibration.hpp>

#include <algorithm>
#include <numbers>

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

void add_sag(const System& system, const Vector& X, const Vec3& g, RestBehaviour& behaviour) {
  const SymmetricMatrix K = elastic_hessian(system, X);
  const std::unique_ptr<DirectSolver> solver = make_direct_solver(K.pattern());
  if (!solver->factorise(K)) return;
  Vector weight(X.size()), f, u;
  for (Index i = 0; i < system.vertices(); ++i) vertex(weight, i) = system.vertex_mass()[i] * g;
  system.coordinates().restrict(weight, f);
  solver->solve(f, u);
  behaviour.sag = f.dot(u);
  Vector moved = Vector::Zero(X.size());
  for (std::size_t k = 0; k < system.coordinates().free().size(); ++k)
    moved[system.coordinates().free()[k]] = u[static_cast<Eigen::Index>(k)];
  behaviour.deepest = moved.reshaped(3, X.size() / 3).colwise().norm().maxCoeff();
}

// u.f of each column of forces that do no work in rigid motions. These cost nothing, so that K alone cannot be inverted:
// K + s M can, and with s far below the square of the lowest frequency it changes the work by about 1e-6 of it.
Vector work_on_free(const System& system, const Vector& X, const Eigen::MatrixXd& forces, double lowest) {
  constexpr double kShift = 1e-6;
  const std::vector<Index>& free = system.coordinates().free();
  Vector mass(static_cast<Eigen::Index>(free.size()));
  for (std::size_t k = 0; k < free.size(); ++k) mass[static_cast<Eigen::Index>(k)] = system.vertex_mass()[free[k] / 3];
  SymmetricMatrix K = elastic_hessian(system, X);
  const double omega = 2 * std::numbers::pi * lowest;
  K.add_to_diagonal(kShift * omega * omega, mass);
  const std::unique_ptr<DirectSolver> solver = make_direct_solver(K.pattern());
  if (!solver->factorise(K)) return {};
  const Eigen::MatrixXd f = forces(free, Eigen::all);
  Eigen::MatrixXd u;
  solver->solve_columns(f, u);
  return f.cwiseProduct(u).colwise().sum().transpose();
}

// A column each, 3 rows per vertex.
Eigen::MatrixXd pulls_on(const FineBody& body) {
  // The first stress modes are the constant ones along the axes.
  return probe_forces(body, stress_modes(body.dimension()).first(static_cast<std::size_t>(body.dimension())));
}

Eigen::MatrixXd pulls_on(const CoarseModel& model, const Eigen::MatrixXd& fine) {
  Eigen::MatrixXd forces = Eigen::MatrixXd::Zero(model.X.size(), fine.cols());
  const std::vector<std::vector<WeightedVertex>> weights = vertex_weights(model);
  for (std::size_t v = 0; v < weights.size(); ++v)
    for (const WeightedVertex& share : weights[v])
      forces.middleRows<3>(3 * Eigen::Index{share.vertex}) += share.weight * fine.middleRows<3>(3 * static_cast<Eigen::Index>(v));
  return forces;
}

RestBehaviour behaviour_of(const System& system, const Vector& X, const Vec3& g, const Eigen::MatrixXd& pulls, Index frequencies) {
  RestBehaviour behaviour;
  behaviour.unknowns = system.coordinates().size();
  const Index free = rigid_motions(system, X).cols();
  const Index wanted = std::min(frequencies + free, behaviour.unknowns);
  if (wanted > 0) {
    const Modes modes = natural_modes(system, X, wanted);
    const Index costless = modes.rigid + modes.mechanisms;
    behaviour.frequencies = modes.frequencies.tail(std::max<Index>(0, modes.count() - costless));
  }
  if (behaviour.unknowns == 0) return behaviour;
  if (free == 0) {
    add_sag(system, X, g, behaviour);
  } else if (behaviour.frequencies.size() > 0) {
    const Vector work = work_on_free(system, X, pulls, behaviour.frequencies[0]);
    behaviour.pulls.assign(work.begin(), work.end());
  }
  return behaviour;
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
  if (is_of_boxes(model.cells)) {
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

RestBehaviour rest_behaviour(const FineBody& body, const Vector& mass, const Vec3& g, Index frequencies) {
  return behaviour_of(*system_at_rest(body, mass), body.X, g, pulls_on(body), frequencies);
}

RestBehaviour rest_behaviour(const CoarseModel& model, const FineBody& body, const Vec3& g, Index frequencies) {
  return behaviour_of(*system_at_rest(model, body.held), model.X, g, pulls_on(model, pulls_on(body)), frequencies);
}

}  // namespace lilyan
