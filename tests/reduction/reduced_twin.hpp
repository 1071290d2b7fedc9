// A bar that is held at one end and moves in its lowest modes, beside the bar that moves with all its vertices.
#pragma once

#include <lilyan/dynamics/velocities.hpp>
#include <lilyan/energy/carried/carried_forces.hpp>
#include <lilyan/energy/carried/carried_vertices.hpp>
#include <lilyan/reduction/modes.hpp>
#include <lilyan/reduction/reduce_elasticity.hpp>
#include <lilyan/reduction/reduced_elasticity.hpp>

#include <tests/reduction/held_bar.hpp>

namespace lilyan::test {

struct ReducedTwin {
  MovingBody full, reduced;  // the mesh is the full one's
  std::shared_ptr<const ReducedShape> shape;

  const Space& space() const { return reduced.system->space(); }
};

struct TwinSpec {
  BodySpec bar;  // its pins, deformation and speed are the twin's own
  Index modes = 10;
  double speed = 1;           // of the initial velocity, which is a sum of the first three modes [m/s]
  Vec3 force = Vec3::Zero();  // on the free end [N]
  // What acts on the reduced body besides.
  std::function<void(const Space::Reduced&, std::vector<std::unique_ptr<Potential>>&, std::vector<std::unique_ptr<Dissipation>>&)>
      add = [](const Space::Reduced&, auto&, auto&) {};
};

inline ReducedTwin reduced_twin(TwinSpec spec) {
  ReducedTwin twin;
  if (!spec.force.isZero(0)) spec.bar.loads = [&](const Vector& X) { return std::vector<Load>{pull(end_of(X, 1), spec.force)}; };
  twin.full = make_body(spec.bar);
  const System& full = *twin.full.system;
  const Vector& X = twin.full.mesh.X;
  const Modes modes = natural_modes(full, X, spec.modes);
  twin.shape = std::make_shared<const ReducedShape>(X, modes.shapes, full.vertex_mass());

  Cells cells;
  cells.tets = twin.full.mesh.tets;
  const std::vector<Index> law_of_cell(cells.tets.size(), 0);
  const auto energy = std::make_shared<const QuarticEnergy>(
      std::holds_alternative<StVenantKirchhoff>(spec.bar.law) ? reduce_stvk(X, cells, {spec.bar.law}, law_of_cell, modes.shapes)
                                                              : reduce_linear(X, cells, {spec.bar.law}, law_of_cell, modes.shapes));
  Space space(0, {twin.shape});
  const Space::Reduced body = space.reduced().front();
  std::vector<std::unique_ptr<Potential>> potentials;
  potentials.push_back(std::make_unique<ReducedElasticity>(body, energy));
  std::vector<Load> loads;
  if (!spec.force.isZero(0)) {
    Vector f = Vector::Zero(X.size());
    full.loads().front()->add_force(0, 1, f);
    Vector pulled = Vector::Zero(3 * Eigen::Index{twin.shape->points()});
    pulled.head(twin.shape->size()) = twin.shape->basis().transpose() * f;
    std::vector<Load::Push> pushes;
    for (Index i = 0; i < twin.shape->moving_points(); ++i) pushes.push_back({i, vertex(pulled, i)});
    loads.emplace_back(std::move(pushes), TimeProfile{});
  }
  std::vector<std::unique_ptr<Dissipation>> dissipations;
  spec.add(body, potentials, dissipations);
  twin.reduced.system =
      std::make_unique<System>(Vector(Vector::Constant(twin.shape->points(), twin.shape->mass())), spec.bar.gravity,
                               Coordinates(twin.shape->start(), twin.shape->pins(0)), std::move(potentials), std::move(loads),
                               std::move(dissipations), ConstraintSet(), std::move(space));

  Vector v = modes.shapes.leftCols(std::min<Eigen::Index>(3, modes.count())).rowwise().sum();
  v *= spec.speed / v.cwiseAbs().maxCoeff();
  twin.full.start = frame_with_velocities(full, X, v);
  twin.reduced.start = frame_with_velocities(*twin.reduced.system, twin.space().state(X), twin.space().rates(v));
  return twin;
}

}  // namespace lilyan::test
