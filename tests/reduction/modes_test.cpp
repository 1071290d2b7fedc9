#include <lilyan/algebra/threads.hpp>
#include <lilyan/core/error.hpp>
#include <lilyan/materials/registry.hpp>
#include <lilyan/mesh/box.hpp>
#include <lilyan/reduction/modes.hpp>

#include <gtest/gtest.h>

#include <numbers>

#include <tests/support/bodies.hpp>

namespace lilyan::test {
namespace {

constexpr double kTwoPi = 2 * std::numbers::pi;

BodySpec clamped(BodySpec spec) {
  spec.pins = [](const Vector& X) {
    Pin pin;
    for (Index i = 0; i < X.size() / 3; ++i)
      if (vertex(X, i)[0] < X.reshaped(3, X.size() / 3).row(0).minCoeff() + 1e-9) pin.vertices.push_back(i);
    return std::vector<Pin>{pin};
  };
  return spec;
}

Modes modes_of(const MovingBody& body, Index count) { return natural_modes(*body.system, body.mesh.X, count); }

TEST(Modes, OfAFreeBodyAreSixRigidOnesFarBelowTheFirstElasticOneForEveryLaw) {
  for (const MaterialEntry& entry : material_registry())
    for (const std::array<Index, 3>& cells : {std::array<Index, 3>{4, 1, 1}, {12, 3, 3}}) {
      BodySpec spec = resting_bar();
      spec.law = law_from_moduli(entry, 1e6, 0.3);
      spec.cells = cells;
      const Modes modes = modes_of(make_body(spec), 8);
      EXPECT_EQ(modes.rigid, 6) << entry.name;
      EXPECT_LT(modes.frequencies[5], 1e-4 * modes.frequencies[6]) << entry.name;
      EXPECT_LT(modes.residuals.maxCoeff(), 1e-7) << entry.name;
      for (Index k = 1; k < 8; ++k) EXPECT_LE(modes.frequencies[k - 1], modes.frequencies[k]);
    }
}

TEST(Modes, AgreeForAllLawsThatHaveTheSameModuli) {
  // Every isotropic law has the same stiffness at rest; here against the linear one.
  BodySpec spec = clamped(resting_bar());
  spec.law = law_from_moduli(*find_material("linear"), 1e6, 0.3);
  const Modes linear = modes_of(make_body(spec), 6);
  for (const char* name : {"stvk", "stable_neo_hookean", "neo_hookean"}) {
    spec.law = law_from_moduli(*find_material(name), 1e6, 0.3);
    const Modes modes = modes_of(make_body(spec), 6);
    EXPECT_LT((modes.frequencies - linear.frequencies).cwiseQuotient(linear.frequencies).cwiseAbs().maxCoeff(), 1e-9) << name;
  }
}

TEST(Modes, SolveTheEigenproblemOfTheForces) {
  // K u by differences of forces, so that nothing of the solver is believed.
  for (const std::array<Index, 3>& cells : {std::array<Index, 3>{8, 2, 2}, {12, 3, 3}}) {
    BodySpec spec = clamped(resting_bar());
    spec.cells = cells;
    const MovingBody body = make_body(spec);
    const Modes modes = modes_of(body, 12);
    ASSERT_EQ(modes.count(), 12);
    EXPECT_EQ(modes.rigid, 0);
    EXPECT_NE(modes.completeness, Completeness::unknown);
    const Eigen::MatrixXd gram = modes.shapes.transpose() * body.system->mass().asDiagonal() * modes.shapes;
    EXPECT_LT((gram - Eigen::MatrixXd::Identity(12, 12)).cwiseAbs().maxCoeff(), 1e-9);
    for (Index k = 0; k < 12; ++k) {
      const double eps = 1e-5, lambda = std::pow(kTwoPi * modes.frequencies[k], 2);
      Vector force = Vector::Zero(body.mesh.X.size());
      body.system->add_gradient(body.mesh.X + eps * modes.shapes.col(k), 0, 0.5 / eps, force);
      body.system->add_gradient(body.mesh.X - eps * modes.shapes.col(k), 0, -0.5 / eps, force);
      for (Index c = 0; c < force.size(); ++c)
        if (body.system->coordinates().is_held(c)) force[c] = 0;
      const Vector Mu = body.system->mass().cwiseProduct(modes.shapes.col(k));
      EXPECT_LT((force - lambda * Mu).norm(), 1e-6 * lambda * Mu.norm()) << "mode " << k;
      EXPECT_LT(modes.residuals[k], 1e-8) << "mode " << k;
    }
  }
}

TEST(Modes, AreAboutRestWhateverTheStartAndTheGravity) {
  BodySpec spec = clamped(resting_bar());
  const Modes rest = modes_of(make_body(spec), 5);
  spec.stretch = 1.3;
  spec.twist_degrees = 80;
  spec.spin = Vec3(1, 2, 3);
  spec.gravity = Vec3(0, -9.81, 0);
  const Modes moved = modes_of(make_body(spec), 5);
  EXPECT_TRUE((rest.frequencies.array() == moved.frequencies.array()).all());
}

TEST(Modes, OfABarThatOnlyStretchesAreThoseOfAString) {
  // y and z held everywhere: f = c/(4L), c^2 = (lambda + 2 mu)/rho. Lumped linear elements are low by (pi/4n)^2/6, n cells.
  BodySpec spec = resting_bar();
  spec.law = StVenantKirchhoff{1000, 500};
  spec.size = Vec3(4, 0.1, 0.1);
  spec.cells = {16, 1, 1};
  spec.mass = 0.04;  // rho = 1
  spec.pins = [](const Vector& X) {
    std::vector<Pin> pins(2);
    pins[0].axes = {false, true, true};
    for (Index i = 0; i < X.size() / 3; ++i) {
      pins[0].vertices.push_back(i);
      if (vertex(X, i)[0] < -1.99) pins[1].vertices.push_back(i);
    }
    return pins;
  };
  const Modes modes = modes_of(make_body(spec), 3);
  for (Index k = 0; k < 3; ++k) {
    const double overtone = 2 * k + 1, c = std::sqrt(2500);
    EXPECT_NEAR(modes.frequencies[k], overtone * c / 16, 1.15 * overtone * c / 16 * std::pow(overtone * kTwoPi / 128, 2) / 6) << k;
  }
}

TEST(Modes, OfASquareBarComeInPairs) {
  BodySpec spec = clamped(resting_bar());
  spec.cells = {16, 4, 4};
  const Modes modes = modes_of(make_body(spec), 10);
  EXPECT_NEAR(modes.frequencies[1] / modes.frequencies[0], 1, 1e-9);
  EXPECT_EQ(modes.completeness, Completeness::counted);
  // The first bending pair swings as much mass along y as along z, and nothing along x.
  const Vec3 share = moving_share(*make_body(spec).system, modes, 0) + moving_share(*make_body(spec).system, modes, 1);
  EXPECT_NEAR(share[1], share[2], 1e-9);
  EXPECT_NEAR(share[1], 0.63, 0.05);  // of a slender clamped beam: 0.613
  EXPECT_LT(share[0], 1e-9);
}

TEST(Modes, AreSwungThroughByATimeIntegration) {
  BodySpec spec = clamped(resting_bar());
  spec.law = Linear{1000, 500};
  MovingBody body = make_body(spec);
  const Modes modes = modes_of(body, 3);
  constexpr int kSteps = 400;
  for (Index k = 0; k < 3; ++k) {
    body.start.x = body.mesh.X + 0.01 * modes.shapes.col(k);
    const double period = 1 / modes.frequencies[k];
    const RunOutcome half = run_body(body, *make_integrator("implicit_midpoint"), period / kSteps, kSteps / 2);
    const RunOutcome whole = run_body(body, *make_integrator("implicit_midpoint"), period / kSteps, kSteps);
    const double swing = (body.start.x - body.mesh.X).norm();
    EXPECT_LT((half.history.now().x + body.start.x - 2 * body.mesh.X).norm(), 1e-3 * swing) << k;
    EXPECT_LT((whole.history.now().x - body.start.x).norm(), 1e-3 * swing) << k;
  }
}

TEST(Modes, DoNotDependOnThreads) {
  BodySpec spec = clamped(resting_bar());
  spec.cells = {16, 4, 4};
  const MovingBody body = make_body(spec);
  const Modes one = modes_of(body, 6);
  set_threads(3);
  const Modes three = modes_of(body, 6);
  set_threads(1);
  EXPECT_TRUE((one.frequencies.array() == three.frequencies.array()).all());
  EXPECT_TRUE((one.shapes.array() == three.shapes.array()).all());
}

TEST(Modes, CanBeAskedForUpToTheNumberOfUnknowns) {
  BodySpec spec = resting_bar();
  spec.cells = {1, 1, 1};
  const MovingBody body = make_body(spec);
  EXPECT_EQ(modes_of(body, 24).count(), 24);
  EXPECT_EQ(modes_of(body, 4).count(), 4) << "fewer than the rigid ones";
  for (Index count : {0, -3, 25}) {
    try {
      modes_of(body, count);
      FAIL() << count;
    } catch (const InputError& error) {
      EXPECT_EQ(error.faults().at(0).id, "modes.count");
      EXPECT_NE(error.faults().at(0).hint.find("1 to 24"), std::string::npos);
    }
  }
}

TEST(Modes, RefuseARestThatGivesWay) {
  BodySpec spec = clamped(resting_bar());
  spec.law = Linear{-1000, 500};
  for (const std::array<Index, 3>& cells : {std::array<Index, 3>{2, 1, 1}, {16, 4, 4}}) {
    spec.cells = cells;
    try {
      modes_of(make_body(spec), 3);
      FAIL();
    } catch (const InputError& error) {
      EXPECT_EQ(error.faults().at(0).id, "modes.unstable");
    }
  }
}

// Two cubes of side 1, of which the second is moved along by `shift` and shares with the first the vertices where they touch.
TetMesh joined_cubes(Index cells, const Vec3& shift) {
  TetMesh mesh = box(Vec3::Ones(), {cells, cells, cells}, Vec3::Zero(), Split::five);
  const TetMesh one = mesh;
  std::vector<Index> number;
  for (Index v = 0; v < one.vertices(); ++v) {
    const Vec3 place = vertex(one.X, v) + shift;
    Index same = 0;
    while (same < one.vertices() && (vertex(one.X, same) - place).norm() > 1e-9) ++same;
    if (same == one.vertices()) {
      same = mesh.vertices();
      mesh.X.conservativeResize(mesh.X.size() + 3);
      vertex(mesh.X, same) = place;
    }
    number.push_back(same);
  }
  for (const Tet& tet : one.tets) mesh.tets.push_back({number[tet[0]], number[tet[1]], number[tet[2]], number[tet[3]]});
  return mesh;
}

System resting_system(const TetMesh& mesh, const std::vector<Pin>& pins) {
  std::vector<std::unique_ptr<Potential>> potentials;
  for (auto& e : make_elasticity(mesh.X, mesh.tets, {BodySpec{}.law}, std::vector<Index>(mesh.tets.size(), 0)))
    potentials.push_back(std::move(e));
  Vector mass = Vector::Zero(mesh.vertices());
  for (const Tet& tet : mesh.tets)
    for (Index v : tet) mass[v] += volume(mesh.X, tet) / 4;
  return System(mass, Vec3::Zero(), Coordinates(mesh.X, pins), std::move(potentials));
}

TEST(Modes, TellMechanismsFromRigidMotions) {
  // A shared vertex is a ball joint, with three ways to turn, a shared edge a hinge with one; a shared face holds.
  struct Joint {
    Vec3 shift;
    Index mechanisms, shared_vertices_across;
  };
  const Joint joints[] = {{Vec3(1, 1, 1), 3, 0}, {Vec3(1, 1, 0), 1, 1}, {Vec3(1, 0, 0), 0, 2}};
  for (Index cells : {2, 4})  // by all eigenvalues, and by Lanczos' method
    for (const Joint& joint : joints)
      for (bool held : {false, true}) {
        const TetMesh mesh = joined_cubes(cells, joint.shift);
        const Index side = cells + 1, cube = side * side * side;
        ASSERT_EQ(mesh.vertices(), 2 * cube - static_cast<Index>(std::pow(side, joint.shared_vertices_across)));
        Pin face;  // of the first cube, away from the second
        for (Index v = 0; v < mesh.vertices(); ++v)
          if (vertex(mesh.X, v)[0] < -0.5 + 1e-9) face.vertices.push_back(v);
        const System system = resting_system(mesh, held ? std::vector<Pin>{face} : std::vector<Pin>{});
        const Index rigid = held ? 0 : 6, free = rigid + joint.mechanisms;
        const Modes modes = natural_modes(system, mesh.X, free + 2);
        SCOPED_TRACE(testing::Message() << cells << " cells, " << joint.mechanisms << " mechanisms, held " << held);
        EXPECT_EQ(modes.rigid, rigid);
        EXPECT_EQ(modes.mechanisms, joint.mechanisms);
        EXPECT_NE(modes.completeness, Completeness::unknown);
        for (Index k = 0; k < free; ++k) EXPECT_LT(modes.frequencies[k], 1e-4 * modes.frequencies[free]);
        EXPECT_LT(modes.residuals.maxCoeff(), 1e-7);
        // Each cube moves as a whole: no edge of a tet changes its length to first order.
        for (Index k = 0; k < free; ++k) {
          EXPECT_EQ(modes.kind(k), k < rigid ? ModeKind::rigid : ModeKind::mechanism);
          const Vector u = modes.shapes.col(k);
          for (const Tet& tet : mesh.tets)
            for (Index a : tet)
              for (Index b : tet) {
                const Vec3 edge = vertex(mesh.X, a) - vertex(mesh.X, b), stretch = vertex(u, a) - vertex(u, b);
                ASSERT_LT(std::abs(edge.dot(stretch)), 1e-7 * u.cwiseAbs().maxCoeff()) << "mode " << k;
              }
        }
        EXPECT_EQ(modes.kind(free), ModeKind::elastic);
        // Fewer than there are: still measured by the first elastic one.
        if (joint.mechanisms == 3) {
          const Modes some = natural_modes(system, mesh.X, rigid + 2);
          EXPECT_EQ(some.rigid, rigid);
          EXPECT_EQ(some.mechanisms, 2);
          EXPECT_LT(some.residuals.maxCoeff(), 1e-7);
        }
      }
}

// k/2 sum m |x - X|^2, which lifts every eigenvalue by k.
class Moorings final : public Potential {
 public:
  Moorings(Vector X, Vector mass, double k) : X_(std::move(X)), mass_(std::move(mass)), k_(k) {}
  EnergyKind kind() const override { return EnergyKind::elastic; }
  std::optional<int> degree() const override { return 2; }
  double value(const Vector& x, double) const override {
    double W = 0;
    for (Index i = 0; i < mass_.size(); ++i) W += 0.5 * k_ * mass_[i] * (vertex(x, i) - vertex(X_, i)).squaredNorm();
    return W;
  }
  double add_gradient(const Vector& x, double t, double w, Vector& g) const override {
    for (Index i = 0; i < mass_.size(); ++i) vertex(g, i) += w * k_ * mass_[i] * (vertex(x, i) - vertex(X_, i));
    return value(x, t);
  }
  void add_hessian(const Vector&, double, double w, Definiteness, BlockMatrix& H) const override {
    for (Index i = 0; i < mass_.size(); ++i)
      for (Index axis = 0; axis < 3; ++axis) H.block(H.pattern().places(group_)[i])[4 * axis] += w * k_ * mass_[i];
  }
  void connect(BlockPatternBuilder& pattern) override {
    std::vector<Index> vertices(mass_.size());
    for (Index i = 0; i < mass_.size(); ++i) vertices[i] = i;
    group_ = pattern.add(vertices, 1);
  }

 private:
  Vector X_, mass_;
  double k_;
  int group_ = -1;
};

TEST(Modes, AreNotRigidWhereSpringsHoldTheBody) {
  const MovingBody free = make_body(resting_bar());
  const double k = std::pow(kTwoPi * 0.5, 2);  // half a swing a second
  std::vector<std::unique_ptr<Potential>> potentials;
  for (auto& e : make_elasticity(free.mesh.X, free.mesh.tets, {BodySpec{}.law}, std::vector<Index>(free.mesh.tets.size(), 0)))
    potentials.push_back(std::move(e));
  potentials.push_back(std::make_unique<Moorings>(free.mesh.X, free.system->vertex_mass(), k));
  const System moored(free.system->vertex_mass(), Vec3::Zero(), Coordinates(free.mesh.X, {}), std::move(potentials));
  const Modes loose = modes_of(free, 9), held = natural_modes(moored, free.mesh.X, 9);
  EXPECT_EQ(held.rigid, 0);
  for (Index i = 0; i < 9; ++i)
    EXPECT_NEAR(held.frequencies[i], std::hypot(loose.frequencies[i], 0.5), 1e-8 * held.frequencies[i]) << i;
}

}  // namespace
}  // namespace lilyan::test
