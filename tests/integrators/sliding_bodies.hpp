// Particles and boxes that rest on a plane or on each other, ready to slide.
#pragma once

#include <lilyan/energy/contact/pair_contact.hpp>
#include <lilyan/energy/contact/planes/plane_responses.hpp>
#include <lilyan/energy/elements/elasticity.hpp>
#include <lilyan/mesh/box.hpp>
#include <lilyan/mesh/faces.hpp>

#include <tests/support/bodies.hpp>

#include <algorithm>
#include <optional>

namespace lilyan::test::sliding {

inline constexpr double kG = 9.81, kMu = 0.5;

// Gravity of a slope: `slope` times as much along the plane y = 0 as across it.
inline Vec3 gravity_on(double slope) { return {slope * kG, -kG, 0}; }

// The gap at which a barrier carries `force` [N].
inline double resting_gap(const Barrier& barrier, double force) {
  double near = 0, far = barrier.distance;
  for (int k = 0; k < 200; ++k) {
    const double middle = 0.5 * (near + far);
    (-barrier.slope(middle) > force ? near : far) = middle;
  }
  return far;
}

// A particle of 1 kg at rest on the plane but for its speed along x.
inline MovingBody particle(double slope, double speed, PlaneLaw law) {
  constexpr double kStiffness = 2e4, kDistance = 1e-3;
  MovingBody body;
  Vector x = Vector::Zero(3), p = x;
  x[1] = resting_gap({kStiffness, kDistance}, kG);
  p[0] = speed;
  std::vector<std::unique_ptr<Potential>> potentials;
  potentials.push_back(std::make_unique<PlaneBarrier>(Vec3::Zero(), Vec3::UnitY(), kDistance,
                                                      std::vector<ContactPoint>{{0, kStiffness}}, std::move(law)));
  body.system = std::make_unique<System>(Vector::Ones(1), gravity_on(slope), Coordinates(x, {}), std::move(potentials));
  body.start = {0, 0, 0, x, p};
  return body;
}

// A box of tets with its surface, as one body of a system.
struct Block {
  TetMesh mesh;
  Vec3 velocity = Vec3::Zero();
  double mass = 1;  // [kg]
};

struct Blocks {
  Vector X, p, mass;
  std::vector<Tet> tets;
  std::vector<ContactSurface> surfaces;

  void add(const Block& block) {
    const Index first = static_cast<Index>(X.size() / 3), n = block.mesh.vertices();
    X.conservativeResize(X.size() + 3 * n);
    p.conservativeResize(X.size());
    mass.conservativeResize(first + n);
    X.tail(3 * n) = block.mesh.X;
    mass.tail(n).setZero();
    double whole = 0;
    for (const Tet& tet : block.mesh.tets) whole += volume(block.mesh.X, tet);
    for (Tet tet : block.mesh.tets) {
      for (Index v : tet) mass[first + v] += block.mass * volume(block.mesh.X, tet) / (4 * whole);
      for (Index& v : tet) v += first;
      tets.push_back(tet);
    }
    for (Index i = first; i < first + n; ++i) vertex(p, i) = mass[i] * block.velocity;
    ContactSurface surface;
    for (Triangle triangle : outer_faces(Cells{block.mesh.tets}, FlatBody::sheet).triangles) {
      for (Index& v : triangle) v += first;
      surface.triangles.push_back(triangle);
    }
    surface.edges = edges_of(surface.triangles);
    for (const auto& edge : surface.edges) surface.points.insert(surface.points.end(), edge.begin(), edge.end());
    std::sort(surface.points.begin(), surface.points.end());
    surface.points.erase(std::unique(surface.points.begin(), surface.points.end()), surface.points.end());
    surfaces.push_back(std::move(surface));
  }

  MovingBody body(const Vec3& gravity, std::vector<std::unique_ptr<Potential>> contacts, double mu_el,
                  std::vector<Pin> pins = {}) const {
    MovingBody body;
    for (auto& e : make_elasticity(X, tets, {StVenantKirchhoff{mu_el, mu_el}}, std::vector<Index>(tets.size(), 0)))
      contacts.push_back(std::move(e));
    body.system = std::make_unique<System>(mass, gravity, Coordinates(X, std::move(pins)), std::move(contacts));
    body.start = {0, 0, 0, X, p};
    return body;
  }
};

inline constexpr double kStiffness = 1e4, kDistance = 1e-3;  // of the contact of boxes

// A box of 90 tets, 0.3 x 0.2 x 0.3 m, whose bottom is at the height `bottom`.
inline TetMesh some_box(double bottom) { return box(Vec3(0.3, 0.2, 0.3), {3, 2, 3}, Vec3(0, bottom + 0.1, 0), Split::five); }

// The gap at which the 16 vertices of the bottom carry a box of 1 kg.
inline double box_gap() { return resting_gap({kStiffness, kDistance}, kG / 16); }

inline std::unique_ptr<PlaneBarrier> ground_for(const Blocks& blocks, PlaneLaw law) {
  std::vector<ContactPoint> points;
  for (Index i = 0; i < static_cast<Index>(blocks.X.size() / 3); ++i) points.push_back({i, kStiffness});
  return std::make_unique<PlaneBarrier>(Vec3::Zero(), Vec3::UnitY(), kDistance, std::move(points), std::move(law));
}

inline MovingBody sliding_box(double slope, double speed, double mu_el, PlaneLaw law) {
  Blocks blocks;
  blocks.add({some_box(box_gap()), Vec3(speed, 0, 0)});
  std::vector<std::unique_ptr<Potential>> contacts;
  contacts.push_back(ground_for(blocks, std::move(law)));
  return blocks.body(gravity_on(slope), std::move(contacts), mu_el);
}

// A box that slides on a wider one, which slides on the ground or is held and follows a motion.
inline MovingBody box_on_box(double speed, const PairLaw& law, const std::optional<Motion>& held = {}) {
  Blocks blocks;
  const double gap = resting_gap({kStiffness, kDistance}, 3 * kG / 9);
  blocks.add({box(Vec3(0.6, 0.1, 0.4), {2, 1, 2}, Vec3(0, 0.05 + gap, 0), Split::five), Vec3::Zero(), 2});
  blocks.add({box(Vec3(0.1, 0.1, 0.1), {1, 1, 1}, Vec3(-0.16, 0.15 + 1.9 * gap, 0.02), Split::five), Vec3(speed, 0, 0.2 * speed)});
  std::vector<std::unique_ptr<Potential>> contacts;
  contacts.push_back(ground_for(blocks, {.contact = 0, .friction = 0.2}));
  PairContact::Setting setting;
  setting.vertices = static_cast<Index>(blocks.X.size() / 3);
  setting.rest = blocks.X;
  setting.stiffness = Vector::Constant(setting.vertices, kStiffness);
  setting.surfaces = blocks.surfaces;
  setting.laws = {law};
  setting.meetings = {{0, 1, 0, law.distance, 0, true}};
  contacts.push_back(std::make_unique<PairContact>(std::move(setting)));
  std::vector<Pin> pins;
  if (held) pins.push_back({blocks.surfaces[0].points, {true, true, true}, *held});
  return blocks.body(gravity_on(0), std::move(contacts), 1e5, std::move(pins));
}

// A box on a belt of two triangles that moves along x.
inline MovingBody box_on_belt(double speed, const PairLaw& law) {
  Blocks blocks;
  blocks.add({some_box(box_gap())});
  PairContact::Setting setting;
  setting.vertices = static_cast<Index>(blocks.X.size() / 3);
  Vector belt(12);
  belt << -3, 0, -1, 3, 0, -1, 3, 0, 1, -3, 0, 1;
  setting.obstacles.add(belt, {{.translation = Vec3(10 * speed, 0, 0), .t1 = 10}});
  setting.rest.resize(blocks.X.size() + belt.size());
  setting.rest << blocks.X, belt;
  setting.stiffness = Vector::Constant(setting.vertices, kStiffness);
  setting.surfaces = blocks.surfaces;
  const Index first = setting.vertices;
  ContactSurface surface;
  surface.triangles = {{first, first + 2, first + 1}, {first, first + 3, first + 2}};
  surface.edges = edges_of(surface.triangles);
  surface.points = {first, first + 1, first + 2, first + 3};
  setting.surfaces.push_back(std::move(surface));
  setting.laws = {law};
  setting.meetings = {{1, 0, 0, law.distance, 0, true}};
  std::vector<std::unique_ptr<Potential>> contacts;
  contacts.push_back(std::make_unique<PairContact>(std::move(setting)));
  return blocks.body(gravity_on(0), std::move(contacts), 1e6);
}

}  // namespace lilyan::test::sliding
