// Constraints: their derivatives, and what motions under them keep.
#include <lilyan/constraints/constraint_kinds.hpp>
#include <lilyan/constraints/constraint_set.hpp>
#include <lilyan/dynamics/constraint_check.hpp>
#include <lilyan/dynamics/integrator.hpp>
#include <lilyan/dynamics/steppers/reversal.hpp>

#include <gtest/gtest.h>

#include <tests/support/bodies.hpp>

#include <cmath>
#include <numbers>
#include <random>

namespace lilyan::test {
namespace {

using Constraints = std::vector<std::unique_ptr<Constraint>>;

template <class... Kinds>
Constraints list_of(Kinds... kinds) {
  Constraints list;
  (list.push_back(std::make_unique<Kinds>(std::move(kinds))), ...);
  return list;
}

Constraints joined(Constraints first, Constraints second) {
  for (auto& constraint : second) first.push_back(std::move(constraint));
  return first;
}

// Each kind, over the vertices 0 to 4.
Constraints every_kind(const Vector& x) {
  const Motion motion = {{Vec3(0.3, -0.2, 0.1), Vec3(1, 2, 2) / 3, 0.7, Vec3(0.1, 0.2, 0.3), 0, 2}};
  Constraints all =
      list_of(FixedDistance("distance", 0, 1, 0.8), OnSphere("sphere", 2, Vec3(0.1, 0, 0.2), 1.5, motion),
              LinearConstraint("plane", {{3, 1}}, Vec3(0, 1, 0), {Vec3(2, 1, 2) / 3}, motion),
              LinearConstraint("glue", {{0, 1}, {1, -0.3}, {2, -0.7}}, Vec3::Zero(), {Vec3::UnitX(), Vec3::UnitY(), Vec3::UnitZ()}),
              FixedVolume("volume", {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}}, 0.2));
  return joined(std::move(all), make_rigid("rigid", {0, 1, 2, 3, 4}, x));
}

Vector random_positions(Index vertices, unsigned seed) {
  std::mt19937 engine(seed);
  std::uniform_real_distribution<double> number(-1, 1);
  Vector x(3 * vertices);
  for (double& c : x) c = number(engine);
  return x;
}

Eigen::MatrixXd dense(const Entries& entries, Index rows, Index columns) {
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(rows, columns);
  for (const Entry& entry : entries) A(entry.row, entry.column) += entry.value;
  return A;
}

TEST(EveryConstraint, HasTheDerivativesOfItsValue) {
  const double e = 1e-6, t = 0.9;
  for (unsigned seed = 1; seed <= 5; ++seed) {
    const Vector x = random_positions(5, seed);
    const ConstraintSet constraints(every_kind(random_positions(5, 100)));
    const Index m = constraints.rows(), n = 15;
    const Vector lambda = Vector::LinSpaced(m, -1, 2);
    const Eigen::MatrixXd G = dense(constraints.gradient(x, t), m, n);
    Entries hessian;
    constraints.add_hessian(x, t, 3, lambda, hessian);
    const Eigen::MatrixXd H = dense(hessian, n, n);
    Eigen::MatrixXd G_found(m, n), H_found(n, n);
    for (Index c = 0; c < n; ++c) {
      Vector up = x, down = x;
      up[c] += e, down[c] -= e;
      G_found.col(c) = (constraints.value(up, t) - constraints.value(down, t)) / (2 * e);
      H_found.col(c) =
          3 *
          (transpose_times(constraints.gradient(up, t), lambda, n) - transpose_times(constraints.gradient(down, t), lambda, n)) /
          (2 * e);
    }
    EXPECT_LE((G - G_found).norm(), 1e-8 * G.norm()) << "seed " << seed;
    EXPECT_LE((H - H_found).norm(), 1e-8 * H.norm()) << "seed " << seed;
    const Vector rate = (constraints.value(x, t + e) - constraints.value(x, t - e)) / (2 * e);
    EXPECT_LE((constraints.rate(x, t) - rate).norm(), 1e-8 * (1 + rate.norm())) << "seed " << seed;
  }
}

TEST(EveryConstraint, HasAMeanGradientThatIsExactAlongAChord) {
  const Vector x0 = random_positions(5, 1), x1 = random_positions(5, 2);
  const ConstraintSet constraints(list_of(FixedDistance("distance", 0, 1, 0.8), OnSphere("sphere", 2, Vec3(0.1, 0, 0.2), 1.5),
                                          FixedVolume("volume", {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}}, 0.2)));
  Entries mean;
  for (const auto& [s, weight] : constraints.places(ConstraintAt::mean))
    constraints.add_gradient(x0 + s * (x1 - x0), 0, weight, mean);
  const Vector change = constraints.value(x1, 0) - constraints.value(x0, 0);
  EXPECT_LE((times(mean, x1 - x0, constraints.rows()) - change).norm(), 1e-14);
}

// Particles under constraints, in gravity along -z as in the reference.
MovingBody particles(const Vector& x, const Vector& v, const Vector& mass, Constraints constraints,
                     ConstraintVelocities velocities = ConstraintVelocities::free, std::vector<Pin> pins = {},
                     const Vec3& gravity = Vec3(0, 0, -9.81)) {
  MovingBody body;
  body.system = std::make_unique<System>(mass, gravity, Coordinates(x, std::move(pins)), std::vector<std::unique_ptr<Potential>>{},
                                         std::vector<Load>{}, std::vector<std::unique_ptr<Dissipation>>{},
                                         ConstraintSet(std::move(constraints), velocities));
  body.start = {0, 0, 0, x, body.system->mass().cwiseProduct(v)};
  return body;
}

MovingBody pendulum(ConstraintVelocities velocities = ConstraintVelocities::free) {
  return particles(Vec3(1, 0, 0), Vec3(0, 1, 0), Vector::Ones(1), list_of(OnSphere("rod", 0, Vec3::Zero(), 1)), velocities);
}

double missed(const MovingBody& body, const History& history) {
  return body.system->constraints().value(history.now().x, history.now().t).cwiseAbs().maxCoeff();
}

// What is watched over a run, absolute.
struct Watched {
  RunOutcome outcome;
  double energy_error = 0, L_z_error = 0;
  double first_tenth = 0, last_tenth = 0;  // means of the energy
};

Watched watch(const MovingBody& body, const std::string& method, double h, std::int64_t steps, const Parameters& parameters = {}) {
  double energy = 0, L_z = 0, first = 0, last = 0, E_0 = 0, L_0 = 0;
  RunOutcome outcome = run_body(body, *make_integrator(method, parameters), h, steps, {}, 1, [&](const LedgerRow& row) {
    if (row.step == 0) E_0 = row.total, L_0 = row.angular.z();
    energy = std::max(energy, std::abs(row.total - E_0));
    L_z = std::max(L_z, std::abs(row.angular.z() - L_0));
    if (10 * row.step <= steps) first += row.total;
    if (10 * row.step > 9 * steps) last += row.total;
  });
  const double tenth = static_cast<double>(steps) / 10;
  return {std::move(outcome), energy, L_z, first / (tenth + 1), last / tenth};
}

TEST(SphericalPendulum, OfTheVariationalMethodKeepsItsMomentumAndItsMeanEnergy) {
  const MovingBody body = pendulum();
  for (const char* method : {"variational", "symplectic_euler"}) {
    const Watched seen = watch(body, method, 0.01, 20000);
    EXPECT_EQ(seen.outcome.failure, "") << method;
    EXPECT_LT(missed(body, seen.outcome.history), 1e-12) << method;
    EXPECT_LT(seen.L_z_error, 1e-10) << method;
    EXPECT_LT(seen.energy_error, 0.01 * 9.81) << method;
    EXPECT_LT(std::abs(seen.last_tenth - seen.first_tenth), 1e-5) << method;
  }
}

TEST(SphericalPendulum, OfTheSymmetricMethodsKeepsItsEnergyAndMomentum) {
  const MovingBody body = pendulum();
  for (const char* method : {"avf", "implicit_midpoint", "newmark"}) {
    const Watched seen = watch(body, method, 0.01, 20000);
    EXPECT_EQ(seen.outcome.failure, "") << method;
    EXPECT_LT(missed(body, seen.outcome.history), 1e-12) << method;
    EXPECT_LT(seen.energy_error, 1e-10) << method;
    EXPECT_LT(seen.L_z_error, 1e-10) << method;
  }
}

TEST(SphericalPendulum, OfDiscreteGradientsKeepsItsEnergy) {
  const MovingBody body = pendulum();
  Parameters joint;
  joint.set("form", std::string("joint"));
  for (const auto& [method, parameters] :
       {std::pair<const char*, Parameters>{"discrete_gradient", {}}, {"discrete_gradient", joint}, {"energy_momentum", {}}}) {
    const Watched seen = watch(body, method, 0.01, 2000, parameters);
    EXPECT_EQ(seen.outcome.failure, "") << method;
    EXPECT_LT(missed(body, seen.outcome.history), 1e-12) << method;
    EXPECT_LT(seen.energy_error, 1e-10) << method;
  }
}

TEST(SphericalPendulum, OfVelocityVerletHasTangentVelocitiesAndABoundedEnergy) {
  const MovingBody body = pendulum();
  const Watched seen = watch(body, "velocity_verlet", 0.01, 20000);
  EXPECT_EQ(seen.outcome.failure, "");
  EXPECT_LT(missed(body, seen.outcome.history), 1e-12);
  EXPECT_LT(seen.energy_error, 0.01 * 9.81);
  EXPECT_LT(std::abs(seen.last_tenth - seen.first_tenth), 1e-5);
  EXPECT_LT(std::abs(seen.outcome.history.now().p.dot(seen.outcome.history.now().x)), 1e-12);
}

TEST(SphericalPendulum, LosesEnergyOnlyByMethodsThatDamp) {
  const MovingBody body = pendulum();
  for (const char* method : {"backward_euler", "bdf2", "bathe"}) {
    const Watched seen = watch(body, method, 0.01, 2000);
    EXPECT_EQ(seen.outcome.failure, "") << method;
    EXPECT_LT(missed(body, seen.outcome.history), 1e-12) << method;
    EXPECT_LT(seen.outcome.drift.final_energy(), std::string(method) == "bathe" ? 1e-3 : 0) << method;
  }
}

TEST(SphericalPendulum, WithConsistentVelocitiesKeepsEnergyMomentumAndConstraint) {
  const MovingBody body = pendulum(ConstraintVelocities::consistent);
  const Watched seen = watch(body, "avf", 0.01, 4000);
  EXPECT_EQ(seen.outcome.failure, "");
  EXPECT_LT(seen.energy_error, 1e-11);
  EXPECT_LT(seen.L_z_error, 1e-10);
  EXPECT_LT(std::abs(seen.outcome.history.now().p.dot(seen.outcome.history.now().x)), 1e-12);
}

TEST(SphericalPendulum, FallsToTheBottomInEquilibrium) {
  const MovingBody body =
      particles(Vec3(0.6, 0, -0.8), Vec3::Zero(), Vector::Ones(1), list_of(OnSphere("rod", 0, Vec3::Zero(), 1)));
  const RunOutcome outcome = run_body(body, *make_integrator("static"), 1, 1);
  EXPECT_EQ(outcome.failure, "");
  EXPECT_LT((outcome.history.now().x - Vec3(0, 0, -1)).norm(), 1e-8);
}

// A constraint of one's own: a bead in a bowl, z = (x^2 + y^2)/2.
class InABowl final : public Constraint {
 public:
  std::string name() const override { return "bowl"; }
  Index rows() const override { return 1; }
  int degree() const override { return 2; }
  void value(const Vector& x, double, Index first, Vector& g) const override {
    g[first] = x[2] - 0.5 * (x[0] * x[0] + x[1] * x[1]);
  }
  void add_gradient(const Vector& x, double, double w, Index first, Entries& G) const override {
    for (const Entry& entry : {Entry{first, 0, -w * x[0]}, Entry{first, 1, -w * x[1]}, Entry{first, 2, w}}) G.push_back(entry);
  }
  void add_hessian(const Vector&, double, double w, Index first, const Vector& lambda, Entries& H) const override {
    for (const Index c : {0, 1}) H.push_back({c, c, -w * lambda[first]});
  }
};

TEST(BeadInABowl, KeepsToAConstraintOfOnesOwn) {
  const MovingBody body = particles(Vec3(1, 0, 0.5), Vec3(0, 1, 0), Vector::Ones(1), list_of(InABowl{}));
  for (const char* method : {"avf", "variational", "velocity_verlet"}) {
    const Watched seen = watch(body, method, 0.01, 2000);
    EXPECT_EQ(seen.outcome.failure, "") << method;
    EXPECT_LT(missed(body, seen.outcome.history), 1e-12) << method;
    EXPECT_LT(seen.L_z_error, 1e-10) << method;
    EXPECT_LT(seen.energy_error, std::string(method) == "avf" ? 1e-10 : 0.01) << method;
  }
}

// A chain of n links from a fixed point, at an angle from hanging straight down.
MovingBody chain(Index n, double angle, ConstraintVelocities velocities) {
  Vector x(3 * n);
  Constraints links;
  const double l = 1.0 / n;
  for (Index i = 0; i < n; ++i) {
    vertex(x, i) = (i + 1) * l * Vec3(std::sin(angle), 0, -std::cos(angle));
    if (i == 0)
      links.push_back(std::make_unique<OnSphere>("link 0", 0, Vec3::Zero(), l));
    else
      links.push_back(std::make_unique<FixedDistance>("link " + std::to_string(i), i - 1, i, l));
  }
  return particles(x, Vector::Zero(3 * n), Vector::Constant(n, l), std::move(links), velocities);
}

TEST(Chain, FromAGentleStartKeepsItsEnergyAndItsLinks) {
  for (const double h : {0.01, 0.033})
    for (const ConstraintVelocities velocities : {ConstraintVelocities::free, ConstraintVelocities::consistent}) {
      const MovingBody body = chain(20, 0.5, velocities);
      const Watched seen = watch(body, "avf", h, 600);
      EXPECT_EQ(seen.outcome.failure, "") << h;
      EXPECT_LT(missed(body, seen.outcome.history), 1e-10) << h;
      EXPECT_LT(seen.energy_error, 1e-9) << h;
    }
}

// A soft bar of tets under constraints.
MovingBody bar(const BodySpec& spec, const std::function<Constraints(const TetMesh&, const Vector& x)>& constrain,
               ConstraintVelocities velocities = ConstraintVelocities::free) {
  MovingBody body = make_body(spec);
  std::vector<std::unique_ptr<Potential>> potentials;
  for (auto& elasticity : make_elasticity(body.mesh.X, body.mesh.tets, {spec.law}, std::vector<Index>(body.mesh.tets.size(), 0)))
    potentials.push_back(std::move(elasticity));
  body.system =
      std::make_unique<System>(body.system->vertex_mass(), spec.gravity, Coordinates(body.start.x, spec.pins(body.mesh.X)),
                               std::move(potentials), std::vector<Load>{}, std::vector<std::unique_ptr<Dissipation>>{},
                               ConstraintSet(constrain(body.mesh, body.start.x), velocities));
  return body;
}

const std::vector<Vec3> kAllDirections = {Vec3::UnitX(), Vec3::UnitY(), Vec3::UnitZ()};

Index nearest(const Vector& X, const Vec3& place) {
  Index best = 0;
  for (Index i = 0; 3 * i < X.size(); ++i)
    if ((vertex(X, i) - place).norm() < (vertex(X, best) - place).norm()) best = i;
  return best;
}

TEST(BarOnMovingPoints, KeepsThemAndItsEnergyBalance) {
  BodySpec spec = resting_bar();
  spec.gravity = Vec3(0, -9.81, 0);
  const MovingBody body = bar(spec, [](const TetMesh& mesh, const Vector& x) {
    Constraints points;
    for (const double side : {-1.0, 1.0}) {
      const Index i = nearest(mesh.X, Vec3(2 * side, 0.5, 0.5));
      const Motion motion = {{Vec3(-0.3 * side, 0.2, 0), Vec3::UnitY(), 0.5, Vec3::Zero(), 0, 1}};
      points.push_back(std::make_unique<LinearConstraint>("point", std::vector<LinearConstraint::Share>{{i, 1}}, vertex(x, i),
                                                          kAllDirections, motion));
    }
    return points;
  });
  for (const char* method : {"avf", "variational", "backward_euler", "velocity_verlet", "bdf2", "newmark"}) {
    const bool is_explicit = std::string(method) == "velocity_verlet";
    const RunOutcome outcome = run_body(body, *make_integrator(method), is_explicit ? 0.001 : 0.02, 75);
    EXPECT_EQ(outcome.failure, "") << method;
    EXPECT_LT(missed(body, outcome.history), 1e-12) << method;
    if (std::string(method) == "avf") {
      EXPECT_LT(outcome.drift.energy(), 1e-9);
    }
  }
}

TEST(VolumePreservingBody, KeepsItsVolumeAndItsEnergy) {
  const MovingBody body = bar(BodySpec{}, [](const TetMesh& mesh, const Vector& x) {
    const std::vector<Triangle> skin = surface(mesh);
    return list_of(FixedVolume("volume", skin, enclosed_volume(x, skin)));
  });
  for (const char* method : {"avf", "variational", "backward_euler", "implicit_midpoint"}) {
    const double h = std::string(method) == "avf" ? 0.01 : 0.002;
    const RunOutcome outcome = run_body(body, *make_integrator(method), h, 100);
    EXPECT_EQ(outcome.failure, "") << method;
    EXPECT_LT(missed(body, outcome.history), 1e-12) << method;
    EXPECT_LT(outcome.drift.linear(), 1e-11) << method;
    if (std::string(method) == "avf") {
      EXPECT_LT(outcome.drift.energy(), 1e-9);
    }
    if (std::string(method) == "variational") {
      EXPECT_LT(outcome.drift.angular(), 1e-10);
    }
  }
}

TEST(VolumePreservingBody, KeepsVolumeAndEnergyByTheJointDiscreteGradient) {
  const MovingBody body = bar(BodySpec{}, [](const TetMesh& mesh, const Vector& x) {
    const std::vector<Triangle> skin = surface(mesh);
    return list_of(FixedVolume("volume", skin, enclosed_volume(x, skin)));
  });
  Parameters joint;
  joint.set("form", std::string("joint"));
  const RunOutcome outcome = run_body(body, *make_integrator("discrete_gradient", joint), 0.002, 50);
  EXPECT_EQ(outcome.failure, "");
  EXPECT_LT(missed(body, outcome.history), 1e-12);
  EXPECT_LT(outcome.drift.energy(), 1e-9);
}

TEST(VolumePreservingBody, FindsItsEquilibriumHoweverFarItBends) {
  BodySpec spec = resting_bar();
  spec.law = StVenantKirchhoff{3.8e4, 5.8e4};
  spec.size = Vec3(1, 0.2, 0.2);
  spec.cells = {10, 2, 2};
  spec.mass = 40;
  spec.gravity = Vec3(0, -9.81, 0);
  spec.pins = [](const Vector& X) {
    Pin pin;
    for (Index i = 0; i < X.size() / 3; ++i)
      if (vertex(X, i)[0] < -0.49) pin.vertices.push_back(i);
    return std::vector<Pin>{pin};
  };
  const MovingBody body = bar(spec, [](const TetMesh& mesh, const Vector& x) {
    const std::vector<Triangle> skin = surface(mesh);
    return list_of(FixedVolume("volume", skin, enclosed_volume(x, skin)));
  });
  const RunOutcome outcome = run_body(body, *make_integrator("static"), 1, 1);
  EXPECT_EQ(outcome.failure, "");
  EXPECT_LT(missed(body, outcome.history), 1e-12);
  EXPECT_GT((outcome.history.now().x - body.start.x).cwiseAbs().maxCoeff(), 0.3) << "it hangs down";
}

TEST(RigidPatch, MovesAsOneAndKeepsMomenta) {
  BodySpec spec;
  for (const bool flat : {true, false}) {
    const MovingBody body = bar(spec, [&](const TetMesh& mesh, const Vector& x) {
      std::vector<Index> patch = end_of(mesh.X, -1);
      if (!flat)
        for (Index i = 0; i < mesh.vertices(); ++i)
          if (mesh.X[3 * i] < -1.4 && mesh.X[3 * i] > -1.9) patch.push_back(i);
      return make_rigid("end", patch, x);
    });
    const Vector x0 = body.start.x;
    const std::vector<Index> end = end_of(body.mesh.X, -1);
    const RunOutcome outcome = run_body(body, *make_integrator("avf"), 0.01, 100);
    EXPECT_EQ(outcome.failure, "");
    EXPECT_LT(outcome.drift.energy(), 1e-9);
    EXPECT_LT(outcome.drift.linear(), 1e-11);
    for (Index a : end)
      for (Index b : end)
        EXPECT_NEAR((vertex(x0, a) - vertex(x0, b)).norm(),
                    (vertex(outcome.history.now().x, a) - vertex(outcome.history.now().x, b)).norm(), 1e-11);
  }
}

// Makes a step, in halves where it fails; false where even small parts of it fail.
bool make_step(const Stepper& stepper, History& history, Workspace& workspace, double h, int halvings) {
  Result<Step, StepFailure> step = stepper.attempt(history, {0, history.now().t + h, h}, workspace);
  if (step) {
    history.accept(std::move(*step));
    return true;
  }
  return halvings > 0 && make_step(stepper, history, workspace, h / 2, halvings - 1) &&
         make_step(stepper, history, workspace, h / 2, halvings - 1);
}

// The largest and the last energy error of a chain released horizontally, relative to its weight times its length.
std::pair<double, double> whip(ConstraintVelocities velocities, int halvings) {
  const MovingBody body = chain(20, std::numbers::pi / 2, velocities);
  const std::unique_ptr<Integrator> avf = make_integrator("avf");
  const auto made_stepper = make_stepper(*body.system, *avf, {});
  const Stepper& stepper = *made_stepper;
  History history(body.start);
  Workspace workspace;
  Drift drift;
  drift.see(stepper.ledger(history));
  double worst = 0;
  for (int n = 0; n < 1000; ++n) {
    if (!make_step(stepper, history, workspace, 0.01, halvings)) {
      ADD_FAILURE() << "step " << n << " failed";
      break;
    }
    drift.see(stepper.ledger(history));
    worst = std::max(worst, std::abs(stepper.ledger(history).total) / 9.81);
    EXPECT_LT(missed(body, history), 1e-10);
  }
  return {worst, std::abs(stepper.ledger(history).total) / 9.81};
}

TEST(Whip, SurvivesByHalvingStepsAndKeepsItsEnergy) { EXPECT_LT(whip(ConstraintVelocities::free, 8).first, 1e-8); }

TEST(Whip, SurvivesWithConsistentVelocitiesWhichOweSomeEnergyForAWhile) {
  EXPECT_LT(whip(ConstraintVelocities::consistent, 0).first, 0.2);
}

// The order at which the pendulum's place after a second converges.
double measured_order(const std::string& method, int order, double h) {
  Parameters parameters;
  if (order > 2) parameters.set("order", static_cast<double>(order));
  const MovingBody body = pendulum();
  auto place = [&](double step) {
    return Vector(run_body(body, *make_integrator(method, parameters), step, std::lround(1 / step)).history.now().x);
  };
  const Vector coarse = place(h), fine = place(h / 2), finest = place(h / 4);
  return std::log2((coarse - fine).norm() / (fine - finest).norm());
}

TEST(SphericalPendulum, ConvergesWithTheOrderOfTheMethod) {
  for (const char* method : {"avf", "implicit_midpoint", "newmark", "velocity_verlet", "variational", "bathe"})
    EXPECT_NEAR(measured_order(method, 2, 0.02), 2, 0.3) << method;
  for (const char* method : {"forward_euler", "backward_euler"}) EXPECT_NEAR(measured_order(method, 1, 0.005), 1, 0.3) << method;
  for (const char* method : {"avf", "implicit_midpoint", "velocity_verlet"})
    EXPECT_NEAR(measured_order(method, 4, 0.05), 4, 0.3) << method;
}

TEST(RigidPatch, IsKeptByTheReversibleMethodOfFrozenRotationsForwardsAndBack) {
  BodySpec spec;
  Mat6 C = 600 * Mat6::Identity();
  C.topLeftCorner<3, 3>().array() += 200;
  spec.law = Corotated{upper_triangle(C)};
  spec.stretch = 1.05;
  spec.twist_degrees = 20;
  const MovingBody body = bar(spec, [](const TetMesh& mesh, const Vector& x) { return make_rigid("end", end_of(mesh.X, -1), x); });
  const std::unique_ptr<Integrator> method = make_integrator("corotational_reversible");
  const auto stepper = make_stepper(*body.system, *method, {});
  const auto reversal = run_there_and_back(*body.system, *stepper, body.start, 0.0025, 50);
  ASSERT_TRUE(reversal);
  EXPECT_GT(reversal->moved, 0.05);
  EXPECT_LT(reversal->missed, 1e-9);
  const RunOutcome outcome = run_body(body, *method, 0.0025, 100);
  EXPECT_LT(missed(body, outcome.history), 1e-12);
  EXPECT_LT(outcome.drift.linear(), 1e-11);
  EXPECT_LT(outcome.drift.energy(), 0.05);
}

TEST(Chain, MovesTheSameBitsWithANewWorkspaceAndAHistoryReadBackInEveryStep) {
  for (const char* method : {"avf", "variational", "velocity_verlet"}) {
    const MovingBody body = chain(20, 1.2, ConstraintVelocities::consistent);
    const std::unique_ptr<Integrator> integrator = make_integrator(method);
    const auto made_stepper = make_stepper(*body.system, *integrator, {});
    const Stepper& stepper = *made_stepper;
    History kept(body.start), forgetful(body.start);
    Workspace workspace;
    for (int n = 0; n < 100; ++n) {
      ASSERT_TRUE(make_step(stepper, kept, workspace, 0.01, 0)) << method;
      Workspace fresh;
      ASSERT_TRUE(make_step(stepper, forgetful, fresh, 0.01, 0)) << method;
      forgetful = History::read(forgetful.write());
    }
    EXPECT_EQ(kept.write(), forgetful.write()) << method;
  }
}

// Two particles 1 m apart, the first of them held or not, under these constraints.
std::vector<ConstraintFault> faults_of(Constraints constraints, bool first_is_held = false) {
  Vector x(6);
  x << 0, 0, 0, 1, 0, 0;
  std::vector<Pin> pins;
  if (first_is_held) pins.push_back({{0}, {true, true, true}, {}});
  const MovingBody body =
      particles(x, Vector::Zero(6), Vector::Ones(2), std::move(constraints), ConstraintVelocities::free, std::move(pins));
  return find_faults(*body.system, x, 0);
}

using Kind = ConstraintFault::Kind;

TEST(FaultsOfConstraints, AreNoneWhereTheyAreIndependentAndFulfilled) {
  EXPECT_TRUE(faults_of(list_of(FixedDistance("a", 0, 1, 1), OnSphere("b", 0, Vec3(0, 2, 0), 2))).empty());
}

TEST(FaultsOfConstraints, NameOneThatTheOthersImply) {
  const auto faults =
      faults_of(list_of(FixedDistance("a", 0, 1, 1), OnSphere("b", 0, Vec3(0, 2, 0), 2), FixedDistance("c", 1, 0, 1)));
  ASSERT_EQ(faults.size(), 1);
  EXPECT_EQ(faults[0].kind, Kind::redundant);
  EXPECT_EQ(faults[0].row + faults[0].others.at(0), 0 + 2);
  EXPECT_EQ(faults[0].others.size(), 1);
}

TEST(FaultsOfConstraints, NameTwoThatContradictEachOther) {
  const auto faults =
      faults_of(list_of(FixedDistance("a", 0, 1, 1), OnSphere("b", 0, Vec3(0, 2, 0), 2), FixedDistance("c", 1, 0, 1.1)));
  ASSERT_GE(faults.size(), 1);
  EXPECT_EQ(faults[0].kind, Kind::contradictory);
  EXPECT_EQ(faults[0].row + faults[0].others.at(0), 0 + 2);
}

TEST(FaultsOfConstraints, NameOneThatTheStartDoesNotFulfil) {
  const auto faults = faults_of(list_of(FixedDistance("a", 0, 1, 1.25)));
  ASSERT_EQ(faults.size(), 1);
  EXPECT_EQ(faults[0].kind, Kind::missed);
  EXPECT_NEAR(faults[0].distance, (1 - 1.5625) / 2.5 / (std::sqrt(2) / 1.25), 1e-12);
}

TEST(FaultsOfConstraints, NameOneThatHoldsOnlyWhatIsHeldAlready) {
  const auto faults = faults_of(list_of(FixedDistance("a", 0, 1, 1), OnSphere("b", 0, Vec3(0, 2, 0), 2)), true);
  ASSERT_EQ(faults.size(), 1);
  EXPECT_EQ(faults[0].kind, Kind::idle);
  EXPECT_EQ(faults[0].row, 1);
}

TEST(RigidPatch, HasIndependentEquations) {
  for (const bool flat : {true, false}) {
    const MovingBody body = bar(BodySpec{}, [&](const TetMesh& mesh, const Vector& x) {
      std::vector<Index> patch = end_of(mesh.X, -1);
      if (!flat) patch.push_back(nearest(mesh.X, Vec3(1, 0, 0)));
      return make_rigid("end", patch, x);
    });
    EXPECT_TRUE(find_faults(*body.system, body.start.x, 0).empty()) << flat;
  }
}

}  // namespace
}  // namespace lilyan::test
