// Systems under constraints that several tests move.
#pragma once

#include <lilyan/constraints/constraint_kinds.hpp>
#include <lilyan/constraints/constraint_set.hpp>

#include <tests/support/bodies.hpp>

#include <functional>
#include <memory>
#include <vector>

namespace lilyan::test {

using Constraints = std::vector<std::unique_ptr<Constraint>>;

template <class... Kinds>
Constraints list_of(Kinds... kinds) {
  Constraints list;
  (list.push_back(std::make_unique<Kinds>(std::move(kinds))), ...);
  return list;
}

// Particles under constraints, in gravity along -z as in the reference.
inline MovingBody particles(const Vector& x, const Vector& v, const Vector& mass, Constraints constraints,
                            ConstraintVelocities velocities = ConstraintVelocities::free, std::vector<Pin> pins = {},
                            const Vec3& gravity = Vec3(0, 0, -9.81)) {
  MovingBody body;
  body.system = std::make_unique<System>(mass, gravity, Coordinates(x, std::move(pins)), std::vector<std::unique_ptr<Potential>>{},
                                         std::vector<Load>{}, std::vector<std::unique_ptr<Dissipation>>{},
                                         ConstraintSet(std::move(constraints), velocities));
  body.start = {0, 0, 0, x, body.system->mass().cwiseProduct(v)};
  return body;
}

// A soft bar of tets under constraints.
inline MovingBody bar(const BodySpec& spec, const std::function<Constraints(const TetMesh&, const Vector& x)>& constrain,
                      ConstraintVelocities velocities = ConstraintVelocities::free) {
  MovingBody body = make_body(spec);
  std::vector<std::unique_ptr<Potential>> potentials;
  for (auto& elasticity : make_elasticity(body.mesh.X, body.mesh.tets, {spec.law}, std::vector<Index>(body.mesh.tets.size(), 0)))
    potentials.push_back(std::move(elasticity));
  Mass mass{body.system->vertex_mass(), {}};
  if (spec.mass_matrix == MassMatrix::consistent)
    mass.shared = shared_masses(body.mesh.X, {.tets = body.mesh.tets},
                                std::vector<double>(body.mesh.tets.size(), spec.mass / spec.size.prod()));
  body.system = std::make_unique<System>(std::move(mass), spec.gravity, Coordinates(body.start.x, spec.pins(body.mesh.X)),
                                         std::move(potentials), std::vector<Load>{}, std::vector<std::unique_ptr<Dissipation>>{},
                                         ConstraintSet(constrain(body.mesh, body.start.x), velocities));
  return body;
}

inline Index nearest(const Vector& X, const Vec3& place) {
  Index best = 0;
  for (Index i = 0; 3 * i < X.size(); ++i)
    if ((vertex(X, i) - place).norm() < (vertex(X, best) - place).norm()) best = i;
  return best;
}

// By how much the constraints are missed.
inline double missed(const MovingBody& body, const History& history) {
  return body.system->constraints().value(history.now().x, history.now().t).cwiseAbs().maxCoeff();
}

}  // namespace lilyan::test
