// Bodies of coarse cells under every sort of method: what is kept of them, and how they bend.
#include <lilyan/dynamics/velocities.hpp>
#include <lilyan/energy/carried/carried_forces.hpp>
#include <lilyan/energy/carried/carried_vertices.hpp>
#include <lilyan/energy/contact/planes/plane_responses.hpp>
#include <lilyan/energy/damping/drag.hpp>
#include <lilyan/energy/damping/stiffness_damping.hpp>
#include <lilyan/materials/anisotropic.hpp>
#include <lilyan/mesh/box.hpp>
#include <lilyan/mesh/shape_functions.hpp>
#include <lilyan/meshing/embedding.hpp>

#include <gtest/gtest.h>
#include <Eigen/Geometry>

#include <tests/energy/stiff_cells.hpp>
#include <tests/integrators/methods.hpp>

#include <cmath>

namespace lilyan::test::coarse {
namespace {

struct CoarseSpec {
  Law law = orthotropic(Vec3(10, 5, 8), 0.25).law();
  Vec3 size = Vec3(2, 1, 1);
  std::array<Index, 3> cells = {2, 1, 1};
  double density = 1, twist = 0.5;
  Vec3 spin = Vec3(0.3, 0.2, 1);
  Vec3 gravity = Vec3::Zero();
  bool is_clamped = false;
  BodySpec::Dissipations dissipations = {};
  std::vector<std::unique_ptr<Potential>> potentials = {};  // besides the elastic one
};

// Hexes with the small-strain stiffness of the law and a consistent mass.
MovingBody make_coarse(CoarseSpec spec) {
  const BodyMesh mesh = hex_box(spec.size, spec.cells, Vec3::Zero());
  Vector lumped = Vector::Zero(mesh.vertices()), x = mesh.X, v = Vector::Zero(x.size());
  for (const Hex& hex : mesh.cells.hexes) {
    const std::array<double, 8> shares = corner_volumes(mesh.X, hex);
    for (std::size_t a = 0; a < 8; ++a) lumped[hex[a]] += spec.density * shares[a];
  }
  const std::vector<double> density(mesh.cells.hexes.size(), spec.density);
  Pin clamp;
  for (Index i = 0; i < mesh.vertices(); ++i) {
    Vec3 r = vertex(x, i);
    if (spec.is_clamped && r[0] < -0.499 * spec.size[0]) clamp.vertices.push_back(i);
    r = Eigen::AngleAxisd(spec.twist * r[0] / spec.size[0], Vec3::UnitX()) * r;
    vertex(x, i) = r;
    vertex(v, i) = spec.spin.cross(r);
  }
  std::vector<std::unique_ptr<Potential>> potentials;
  potentials.push_back(hex_stiffness(mesh, spec.law));
  for (auto& potential : spec.potentials) potentials.push_back(std::move(potential));
  MovingBody body;
  body.system = std::make_unique<System>(Mass(lumped, shared_masses(mesh.X, mesh.cells, density)), spec.gravity,
                                         Coordinates(x, spec.is_clamped ? std::vector<Pin>{clamp} : std::vector<Pin>{}),
                                         std::move(potentials), std::vector<Load>{}, std::move(spec.dissipations));
  body.start = frame_with_velocities(*body.system, x, v);
  return body;
}

// An ellipsoid within the body, of many vertices that its hexes carry.
std::shared_ptr<const WeightedVertices> carried_ellipsoid(const CoarseSpec& spec) {
  constexpr Index kCount = 400;
  const BodyMesh mesh = hex_box(spec.size, spec.cells, Vec3::Zero());
  TriangleMesh surface;
  surface.X.resize(3 * kCount);
  for (Index i = 0; i < kCount; ++i) {
    const double z = (2 * i + 1.0) / kCount - 1, turn = 2.4 * i;
    const Vec3 on_sphere(std::sqrt(1 - z * z) * std::cos(turn), std::sqrt(1 - z * z) * std::sin(turn), z);
    vertex(surface.X, i) = 0.48 * spec.size.cwiseProduct(on_sphere);
  }
  std::vector<std::vector<WeightedVertex>> shares;
  const HexEmbedding embedding = embed(surface, mesh.X, mesh.cells.hexes);
  for (const HexEmbedding::Anchor& anchor : embedding.anchors()) {
    const Hex& hex = mesh.cells.hexes[static_cast<std::size_t>(anchor.cell)];
    std::vector<WeightedVertex>& own = shares.emplace_back();
    for (std::size_t a = 0; a < 8; ++a) own.push_back({hex[a], anchor.weights[a]});
  }
  return std::make_shared<WeightedVertices>(shares);
}

constexpr NewtonSettings kTight{.tolerance = 1e-14};

TEST(CoarseCells, KeepTheirEnergyAndMomentaUnderAvf) {
  Parameters rule;
  rule.set("quadrature", std::string("auto"));
  const RunOutcome outcome = run_body(make_coarse({}), *make_integrator("avf", rule), 0.02, 200, kTight);
  EXPECT_EQ(outcome.failure, "");
  EXPECT_LT(outcome.drift.energy(), 1e-10);
  EXPECT_LT(outcome.drift.linear(), 1e-11);
}

class CoarseCellsUnder : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Methods, CoarseCellsUnder,
                         testing::Values("avf", "implicit_midpoint", "backward_euler", "velocity_verlet",
                                         "corotational_reversible"),
                         [](const auto& test) { return test.param; });

// Far below the step that explicit methods can take, all methods make one motion.
TEST_P(CoarseCellsUnder, MoveAsUnderTheOthersAndKeepLinearMomentum) {
  const double end = 0.25;
  const int steps = GetParam() == "backward_euler" || GetParam() == "corotational_reversible" ? 2000 : 250;
  const MovingBody body = make_coarse({.law = Linear{3, 2}});
  const Vector reference = run_body(body, *make_integrator("implicit_midpoint"), end / 1000, 1000, kTight).history.now().x;
  const RunOutcome outcome = run_body(body, *make_integrator(GetParam()), end / steps, steps, kTight);
  EXPECT_EQ(outcome.failure, "");
  const double moved = (reference - body.start.x).norm();
  EXPECT_GT(moved, 0.1);
  EXPECT_LT((outcome.history.now().x - reference).norm(), 2e-3 * moved);
  EXPECT_LT(outcome.drift.linear(), 1e-11);
}

TEST(CoarseCells, KeepAngularMomentumWhereTheMethodDoes) {
  for (const char* name : {"implicit_midpoint", "velocity_verlet"}) {
    const RunOutcome outcome = run_body(make_coarse({}), *make_integrator(name), 0.01, 200, kTight);
    EXPECT_EQ(outcome.failure, "") << name;
    EXPECT_LT(outcome.drift.angular(), 1e-10) << name;
  }
}

// A cantilever that sags by six tenths of its length under its weight: equilibrium, from rest in a single step.
TEST(CoarseCells, SagFarAndComeToRest) {
  const Law law = orthotropic(Vec3::Constant(1000), 0.25).law();
  const MovingBody bar = make_coarse({.law = law,
                                      .size = Vec3(4, 1, 1),
                                      .cells = {8, 2, 2},
                                      .twist = 0,
                                      .spin = Vec3::Zero(),
                                      .gravity = Vec3(0, -14, 0),
                                      .is_clamped = true});
  const RunOutcome outcome = run_body(bar, *make_integrator("static"), 1, 1);
  EXPECT_EQ(outcome.failure, "");
  double tip = 0;
  for (Index i = 0; i < bar.system->vertices(); ++i)
    if (vertex(bar.start.x, i)[0] > 1.99) tip = std::min(tip, vertex(outcome.history.now().x, i)[1] - vertex(bar.start.x, i)[1]);
  EXPECT_LT(tip, -0.6 * 4);
  EXPECT_GT(tip, -0.9 * 4);
  Vector g = Vector::Zero(bar.start.x.size());
  bar.system->add_gradient(outcome.history.now().x, 0, 1, g);
  double largest = 0, weight = 0;
  for (Index c = 0; c < g.size(); ++c)
    if (!bar.system->coordinates().is_held(c)) largest = std::max(largest, std::abs(g[c]));
  for (Index i = 0; i < bar.system->vertices(); ++i) weight += 14 * bar.system->vertex_mass()[i];
  EXPECT_LT(largest, 1e-6 * weight);
  EXPECT_LT(outcome.statistics.newton_iterations, 60);
}

TEST(CoarseCells, LoseEnergyToViscousAndRayleighDamping) {
  const BodyMesh mesh = hex_box(Vec3(2, 1, 1), {2, 1, 1}, Vec3::Zero());
  const Law law = CoarseSpec().law;
  for (const bool is_viscous : {true, false}) {
    CoarseSpec spec;
    if (is_viscous) {
      std::vector<std::unique_ptr<Elasticity>> damped;
      damped.push_back(hex_stiffness(mesh, law));
      spec.dissipations.push_back(std::make_unique<ViscousDamping>(std::move(damped), 0.02));
    } else {
      std::vector<std::unique_ptr<Potential>> damped;
      damped.push_back(hex_stiffness(mesh, law));
      spec.dissipations.push_back(std::make_unique<RayleighDamping>(std::move(damped), Vector::Zero(mesh.X.size()), 0, 0.02,
                                                                    RayleighDamping::Form::midpoint));
    }
    double first = 0, last = HUGE_VAL;
    const RunOutcome outcome =
        run_body(make_coarse(std::move(spec)), *make_integrator("avf"), 0.02, 100, {}, 1, [&](const LedgerRow& row) {
          if (first == 0) first = row.elastic;
          EXPECT_LE(row.total, last * (1 + 1e-9)) << row.time;
          last = row.total;
        });
    EXPECT_EQ(outcome.failure, "");
    EXPECT_LT(outcome.drift.energy(), 1e-9) << "the balance of work closes";
    EXPECT_LT(last, outcome.drift.first().total - 0.1 * first);
    EXPECT_LT(outcome.drift.linear(), 1e-11);
  }
}

// It is the surface that touches: the corners of the hexes pass the plane.
TEST(CoarseCells, BounceOnAPlaneByASurfaceThatTheyCarryAndKeepTheirEnergy) {
  CoarseSpec spec{.twist = 0, .spin = Vec3(0, 0, 0.3), .gravity = Vec3(0, -1, 0)};
  const auto surface = carried_ellipsoid(spec);
  std::vector<ContactPoint> points;
  for (Index i = 0; i < surface->count(); ++i) points.push_back({i, 20});
  auto plane = std::make_unique<PlaneBarrier>(Vec3(0, -0.6, 0), Vec3::UnitY(), 0.02, std::move(points));
  const PlaneContact& contact = *plane;
  spec.potentials.push_back(std::make_unique<CarriedPotential>(surface, std::move(plane)));
  const MovingBody body = make_coarse(std::move(spec));
  const auto integrator = make_integrator("avf");
  const auto stepper = integrator->stepper(*body.system, {});
  History history(body.start);
  Workspace workspace;
  Drift drift;
  double least = 1e300, lowest = 1e300;
  Vec3 impulse = Vec3::Zero();  // on the plane
  for (int n = 1; n <= 400; ++n) {
    const auto step = stepper->attempt(history, {n, 0.01 * n, 0.01}, workspace);
    ASSERT_TRUE(step) << "step " << n << ": " << step.failure().reason;
    history.accept(*step);
    drift.see(stepper->ledger(history));
    const Vector& x = history.now().x;
    least = std::min(least, contact.least_gap(surface->positions(x)));
    for (Index i = 0; i < x.size() / 3; ++i) lowest = std::min(lowest, x[3 * i + 1]);
    if (const auto reactions = history.memory().find("reactions")) impulse += Vec3(reactions->data() + reactions->size() - 3);
  }
  EXPECT_GT(least, 0);
  EXPECT_LT(least, 0.02);
  EXPECT_LT(lowest, -0.6);
  EXPECT_LT(drift.energy(), 1e-10);
  // What the plane got is what gravity gave and the body does not have.
  const double mass = body.system->vertex_mass().sum();
  const Vec3 gained = drift.last().linear;
  EXPECT_LT(impulse.y(), -mass);
  EXPECT_LT((gained - mass * 4 * Vec3(0, -1, 0) + impulse).norm(), 1e-9 * mass);
}

TEST(CoarseCells, AreBrakedByTheAirOnASurfaceThatTheyCarry) {
  for (const char* const name : {"avf", "implicit_midpoint", "backward_euler"}) {
    CoarseSpec spec;
    const auto surface = carried_ellipsoid(spec);
    const Vector area = Vector::Constant(surface->count(), 8.0 / surface->count());
    spec.dissipations.push_back(
        std::make_unique<CarriedDissipation>(surface, std::make_unique<Drag>(area, 0.1, 0.05, Vec3::Zero())));
    const RunOutcome outcome = run_body(make_coarse(std::move(spec)), *make_integrator(name), 0.02, 100, kTight);
    ASSERT_EQ(outcome.failure, "") << name;
    EXPECT_GT(outcome.drift.last().dissipated, 0.1 * outcome.drift.energy_scale()) << name;
    if (std::string(name) == "avf") {
      EXPECT_LT(outcome.drift.energy(), 1e-10);  // with what was dissipated
    }
  }
}

}  // namespace
}  // namespace lilyan::test::coarse
