// Equilibria against answers known otherwise.
#include <lilyan/materials/evaluate.hpp>
#include <lilyan/materials/registry.hpp>
#include <lilyan/mesh/box.hpp>

#include <gtest/gtest.h>
#include <Eigen/Dense>

#include <tests/support/bodies.hpp>

namespace lilyan::test {
namespace {

constexpr double kYoung = 1e6, kPoisson = 0.3;

// A unit cube between sliding planes at x, y, z = -1/2; the face x = 1/2 is drawn to the given stretch.
MovingBody sliding_cube(const Law& law, double stretch) {
  BodySpec spec;
  spec.law = law;
  spec.size = Vec3(1, 1, 1);
  spec.cells = {2, 2, 2};
  spec.stretch = 1;
  spec.twist_degrees = 0;
  spec.spin.setZero();
  spec.drift.setZero();
  spec.pins = [stretch](const Vector& X) {
    std::vector<Pin> pins(4);
    for (Index axis = 0; axis < 3; ++axis) {
      pins[axis].axes = {axis == 0, axis == 1, axis == 2};
      for (Index i = 0; i < X.size() / 3; ++i)
        if (vertex(X, i)[axis] < -0.49) pins[axis].vertices.push_back(i);
    }
    pins[3].axes = {true, false, false};
    for (Index i = 0; i < X.size() / 3; ++i)
      if (vertex(X, i)[0] > 0.49) pins[3].vertices.push_back(i);
    pins[3].motion = {Ramp{.translation = Vec3(stretch - 1, 0, 0), .t0 = 0, .t1 = 1}};
    return pins;
  };
  return make_body(spec);
}

struct Answer {
  double lateral, nominal_stress;
};

// The lateral stretch at which the sides carry no stress, by bisection on the law itself.
Answer one_dimensional_answer(const Law& law, double stretch) {
  auto sides = [&](double lateral) { return first_piola_stress(law, Vec3(stretch, lateral, lateral).asDiagonal())(1, 1); };
  double low = 0.5, high = 1.5;
  for (int k = 0; k < 200; ++k) (sides(0.5 * (low + high)) < 0 ? low : high) = 0.5 * (low + high);
  const double lateral = 0.5 * (low + high);
  return {lateral, first_piola_stress(law, Vec3(stretch, lateral, lateral).asDiagonal())(0, 0)};
}

Answer measured_answer(const Law& law, double stretch, int steps) {
  const MovingBody cube = sliding_cube(law, stretch);
  const RunOutcome outcome = run_body(cube, *make_integrator("static"), 1.0 / steps, steps);
  EXPECT_EQ(outcome.failure, "");
  const Frame& end = outcome.history.now();
  Vector g = Vector::Zero(end.x.size());
  cube.system->add_gradient(end.x, end.t, 1, g);
  double reaction = 0, top = 0;
  for (Index v : cube.system->coordinates().pins()[3].vertices) reaction += g[3 * v];
  for (Index i = 0; i < cube.mesh.vertices(); ++i) top = std::max(top, vertex(end.x, i)[1]);
  return {top + 0.5, reaction};  // the face has unit area at rest
}

TEST(StretchedCube, ContractsAndPullsAsTheReferenceSaysForStVenantKirchhoff) {
  const Law law = law_from_moduli(*find_material("stvk"), kYoung, kPoisson);
  const Answer pulled = measured_answer(law, 1.5, 1), pushed = measured_answer(law, 0.7, 1);
  EXPECT_NEAR(pulled.lateral, 0.790569415, 1e-9);
  EXPECT_NEAR(pulled.nominal_stress / 937500.00, 1, 1e-9);
  EXPECT_NEAR(pushed.lateral, 1.073778376, 1e-9);
  EXPECT_NEAR(pushed.nominal_stress / -178500.00, 1, 1e-9);
}

TEST(StretchedCube, ContractsAndPullsAsAOneDimensionalSolveSaysForEveryLaw) {
  for (const MaterialEntry& entry : material_registry())
    for (double stretch : {1.5, 0.7}) {
      const Law law = law_from_moduli(entry, kYoung, kPoisson);
      const Answer expected = one_dimensional_answer(law, stretch), measured = measured_answer(law, stretch, 1);
      EXPECT_NEAR(measured.lateral, expected.lateral, 1e-9) << entry.name << " " << stretch;
      EXPECT_NEAR(measured.nominal_stress / expected.nominal_stress, 1, 1e-9) << entry.name << " " << stretch;
    }
}

TEST(StretchedCube, IsWorkedOnByItsPinAsMuchAsItStores) {
  // The trapezoidal work of many small steps approaches the stored energy.
  const Law law = law_from_moduli(*find_material("stvk"), kYoung, kPoisson);
  const RunOutcome outcome = run_body(sliding_cube(law, 1.5), *make_integrator("static"), 1.0 / 100, 100);
  EXPECT_NEAR(outcome.drift.last().work / outcome.drift.last().elastic, 1, 1e-4);
}

TEST(PatchTest, ReproducesAnAffineDeformationOnADistortedMesh) {
  for (const MaterialEntry& entry : material_registry()) {
    TetMesh mesh = box(Vec3(1, 1, 1), {3, 3, 3}, Vec3::Zero(), Split::six);
    std::srand(5);
    for (Index i = 0; i < mesh.vertices(); ++i)
      if (vertex(mesh.X, i).cwiseAbs().maxCoeff() < 0.49) vertex(mesh.X, i) += 0.06 * Vec3::Random();
    const Mat3 A = Mat3::Identity() + 0.1 * Mat3{{0.5, -0.3, 0.2}, {0.1, -0.6, 0.4}, {-0.2, 0.3, 0.7}};

    // Hold the boundary where the affine map puts it and let the inside find its place.
    Pin boundary;
    Vector x = mesh.X, expected = mesh.X;
    for (Index i = 0; i < mesh.vertices(); ++i) {
      vertex(expected, i) = A * vertex(mesh.X, i);
      if (vertex(mesh.X, i).cwiseAbs().maxCoeff() < 0.49) continue;
      boundary.vertices.push_back(i);
      vertex(x, i) = vertex(expected, i);
    }
    std::vector<std::unique_ptr<Potential>> potentials;
    const Law law = law_from_moduli(entry, 1e6, 0.3);
    for (auto& e : make_elasticity(mesh.X, mesh.tets, {law}, std::vector<Index>(mesh.tets.size(), 0)))
      potentials.push_back(std::move(e));
    MovingBody body{mesh, nullptr, {0, 0, 0, x, Vector::Zero(x.size())}};
    body.system =
        std::make_unique<System>(Vector::Ones(mesh.vertices()), Vec3::Zero(), Coordinates(x, {boundary}), std::move(potentials));
    const RunOutcome outcome = run_body(body, *make_integrator("static"), 1, 1);
    EXPECT_EQ(outcome.failure, "") << entry.name;
    EXPECT_LT((outcome.history.now().x - expected).cwiseAbs().maxCoeff(), 1e-11) << entry.name;
  }
}

TEST(HangingBar, OfLinearElasticityStretchesByItsWeight) {
  // nu = 0: u(L) = rho g L^2/(2E); lumping the mass leaves the tip displacement of a bar of equal cells exact.
  BodySpec spec;
  spec.law = Linear{500, 0};  // E = 1000
  spec.stretch = 1;
  spec.twist_degrees = 0;
  spec.spin.setZero();
  spec.drift.setZero();
  spec.gravity = Vec3(2, 0, 0);
  spec.mass = 4;  // rho = 1
  spec.pins = [](const Vector& X) {
    Pin pin;
    for (Index i = 0; i < X.size() / 3; ++i)
      if (vertex(X, i)[0] < -1.99) pin.vertices.push_back(i);
    return std::vector<Pin>{pin};
  };
  const MovingBody body = make_body(spec);
  const RunOutcome outcome = run_body(body, *make_integrator("static"), 1, 1);
  double mean = 0;
  int count = 0;
  for (Index i = 0; i < body.mesh.vertices(); ++i)
    if (vertex(body.mesh.X, i)[0] > 1.99) mean += outcome.history.now().x[3 * i] - 2, ++count;
  EXPECT_NEAR(mean / count, 2 * 16 / 2000.0, 0.02 * 0.016);
}

}  // namespace
}  // namespace lilyan::test
