// What motions of bodies under constraints keep.
#include <lilyan/dynamics/integrator.hpp>
#include <lilyan/dynamics/steppers/reversal.hpp>

#include <gtest/gtest.h>

#include <tests/constraints/constrained.hpp>

#include <cmath>

namespace lilyan::test {
namespace {

const std::vector<Vec3> kAllDirections = {Vec3::UnitX(), Vec3::UnitY(), Vec3::UnitZ()};

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

void expect_patch_kept(const BodySpec& spec) {
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

TEST(RigidPatch, MovesAsOneAndKeepsMomenta) { expect_patch_kept({}); }
TEST(RigidPatch, MovesAsOneAndKeepsMomentaWithAConsistentMass) { expect_patch_kept(with_consistent_mass({})); }

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

}  // namespace
}  // namespace lilyan::test
