// Bodies that meet each other: none passes through, and methods that keep the energy keep it through every collision.
#include <lilyan/energy/contact/pair_contact.hpp>
#include <lilyan/energy/elements/elasticity.hpp>
#include <lilyan/mesh/faces.hpp>
#include <lilyan/meshing/shapes.hpp>

#include <gtest/gtest.h>

#include <tests/integrators/methods.hpp>

#include <algorithm>
#include <Eigen/Geometry>

namespace lilyan::test {
namespace {

struct Colliding {
  MovingBody body;
  const PairContact* contact;
};

// Two balls of radius 0.5 and 1 kg each, off centre, at +-speed along x.
Colliding colliding_balls(double speed, double distance, double stiffness = 200) {
  const TetMesh one = Ball{0.5, 0.25}.mesh();
  const Index n = one.vertices();
  Vector X(2 * one.X.size()), p(2 * one.X.size()), mass = Vector::Zero(2 * n);
  std::vector<Tet> tets;
  PairContact::Setting setting;
  for (int k = 0; k < 2; ++k) {
    const Index first = k * n;
    const double side = k == 0 ? -1 : 1;
    for (Index i = 0; i < n; ++i) vertex(X, first + i) = vertex(one.X, i) + side * Vec3(0.6, 0.15, 0);
    for (Tet tet : one.tets) {
      for (Index& v : tet) v += first;
      tets.push_back(tet);
      for (Index v : tet) mass[v] += volume(X, tet) / 4;
    }
    Faces faces = outer_faces(Cells{one.tets}, FlatBody::sheet);
    ContactSurface surface;
    for (Triangle triangle : faces.triangles) {
      for (Index& v : triangle) v += first;
      surface.triangles.push_back(triangle);
    }
    surface.edges = edges_of(surface.triangles);
    for (const auto& edge : surface.edges) surface.points.insert(surface.points.end(), edge.begin(), edge.end());
    std::sort(surface.points.begin(), surface.points.end());
    surface.points.erase(std::unique(surface.points.begin(), surface.points.end()), surface.points.end());
    setting.surfaces.push_back(std::move(surface));
  }
  mass *= 2 / mass.sum();
  for (Index i = 0; i < 2 * n; ++i) vertex(p, i) = mass[i] * Vec3(i < n ? speed : -speed, 0, 0);
  setting.vertices = 2 * n;
  setting.rest = X;
  setting.stiffness = Vector::Constant(2 * n, stiffness);
  setting.laws = {{0, distance}};
  setting.meetings = {{0, 1, 0, distance, 0, true}};
  Colliding colliding;
  auto contact = std::make_unique<PairContact>(std::move(setting));
  colliding.contact = contact.get();
  std::vector<std::unique_ptr<Potential>> potentials;
  for (auto& e : make_elasticity(X, tets, {StVenantKirchhoff{1000, 500}}, std::vector<Index>(tets.size(), 0)))
    potentials.push_back(std::move(e));
  potentials.push_back(std::move(contact));
  colliding.body.system = std::make_unique<System>(mass, Vec3::Zero(), Coordinates(X, {}), std::move(potentials));
  colliding.body.start = {0, 0, 0, X, p};
  return colliding;
}

struct Meet {
  Drift drift;
  double least_gap = 1e300, closure = 0;
  int iterations = 0, contact_steps = 0, contact_iterations = 0, worst = 0;
  std::string failure;
};

Meet collide(const Colliding& colliding, const Integrator& integrator, double h, int steps) {
  const System& system = *colliding.body.system;
  const auto stepper = integrator.stepper(system, {});
  History history(colliding.body.start);
  Workspace workspace;
  Meet seen;
  seen.drift.see(stepper->ledger(history));
  for (int n = 1; n <= steps; ++n) {
    auto step = stepper->attempt(history, {n, h * n, h}, workspace);
    if (!step) {
      seen.failure = std::to_string(n) + ": " + step.failure().reason;
      break;
    }
    seen.closure = std::max(seen.closure, step->statistics.closure);
    seen.iterations += step->statistics.newton_iterations;
    if (!step->joined.empty()) {
      ++seen.contact_steps;
      seen.contact_iterations += step->statistics.newton_iterations;
      seen.worst = std::max(seen.worst, step->statistics.newton_iterations);
    }
    history.accept(std::move(*step));
    if (const auto nearest = colliding.contact->nearest(history.now().x, history.now().t))
      seen.least_gap = std::min(seen.least_gap, nearest->gap_over_distance);
    seen.drift.see(stepper->ledger(history));
  }
  return seen;
}

TEST(PairContact, Explore) {
  for (double D : {1e-2, 1e-3})
    for (double h : {0.01, 0.033})
      for (double speed : {1.0, 5.0}) {
        const Colliding balls = colliding_balls(speed, D);
        const Meet seen = collide(balls, *make_integrator("avf"), h, static_cast<int>(1.5 / h / speed));
        printf("D %g h %g v %g: energy %.2e P %.2e L %.2e gap %.3g D, contact steps %d, its %.2f worst %d, all %d %s\n", D, h, speed,
               seen.drift.energy(), seen.drift.linear(), seen.drift.angular(), seen.least_gap, seen.contact_steps,
               double(seen.contact_iterations) / std::max(1, seen.contact_steps), seen.worst, seen.iterations, seen.failure.c_str());
      }
}

}  // namespace
}  // namespace lilyan::test
