// Modes of systems whose constraints hold bodies together or to a place, about rest and about an equilibrium.
#include <lilyan/constraints/constraint_kinds.hpp>
#include <lilyan/core/error.hpp>
#include <lilyan/materials/registry.hpp>
#include <lilyan/mesh/box.hpp>
#include <lilyan/reduction/equilibrium.hpp>
#include <lilyan/reduction/modes.hpp>

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <numbers>

#include <tests/support/bodies.hpp>

namespace lilyan::test {
namespace {

using Constraints = std::vector<std::unique_ptr<Constraint>>;

const std::vector<Vec3> kAllDirections = {Vec3::UnitX(), Vec3::UnitY(), Vec3::UnitZ()};

template <class... Kinds>
Constraints list_of(Kinds... kinds) {
  Constraints list;
  (list.push_back(std::make_unique<Kinds>(std::move(kinds))), ...);
  return list;
}

System make_system(const TetMesh& mesh, Constraints constraints, const Vec3& gravity = Vec3::Zero(),
                   const Law& law = law_from_moduli(*find_material("stvk"), 1e6, 0.3)) {
  std::vector<std::unique_ptr<Potential>> potentials;
  for (auto& e : make_elasticity(mesh.X, mesh.tets, {law}, std::vector<Index>(mesh.tets.size(), 0)))
    potentials.push_back(std::move(e));
  Vector mass = Vector::Zero(mesh.vertices());
  for (const Tet& tet : mesh.tets)
    for (Index v : tet) mass[v] += 1000 * volume(mesh.X, tet) / 4;
  return System(mass, gravity, Coordinates(mesh.X, {}), std::move(potentials), {}, {}, ConstraintSet(std::move(constraints)));
}

TetMesh bar(double length, Index cells, double from) {
  return box(Vec3(length, 0.3, 0.2), {cells, 2, 2}, Vec3(from + length / 2, 0, 0), Split::five);
}

TetMesh together(const TetMesh& a, const TetMesh& b) {
  TetMesh both = a;
  both.X.conservativeResize(a.X.size() + b.X.size());
  both.X.tail(b.X.size()) = b.X;
  const Index n = a.vertices();
  for (const Tet& tet : b.tets) both.tets.push_back({tet[0] + n, tet[1] + n, tet[2] + n, tet[3] + n});
  return both;
}

// Glue between vertices of the two halves that lie at the same place, at most `most` of them.
Constraints glue(const TetMesh& both, Index first_of_second, std::size_t most) {
  Constraints made;
  for (Index a = 0; a < first_of_second; ++a)
    for (Index b = first_of_second; b < both.vertices(); ++b)
      if ((vertex(both.X, a) - vertex(both.X, b)).norm() < 1e-9 && made.size() < most)
        made.push_back(std::make_unique<LinearConstraint>("glue", std::vector<LinearConstraint::Share>{{a, 1}, {b, -1}},
                                                          Vec3::Zero(), kAllDirections));
  return made;
}

Index nearest(const TetMesh& mesh, const Vec3& place) {
  Index best = 0;
  for (Index v = 0; v < mesh.vertices(); ++v)
    if ((vertex(mesh.X, v) - place).norm() < (vertex(mesh.X, best) - place).norm()) best = v;
  return best;
}

TEST(ConstrainedModes, OfTwoGluedHalvesAreThoseOfTheWhole) {
  for (Index cells : {4, 12}) {  // by all eigenvalues, and by Lanczos' method
    const TetMesh whole = bar(2, cells, 0), left = bar(1, cells / 2, 0), halves = together(left, bar(1, cells / 2, 1));
    const Modes one = natural_modes(make_system(whole, {}), whole.X, 14);
    const System glued = make_system(halves, glue(halves, left.vertices(), 100));
    const Modes two = natural_modes(glued, halves.X, 14);
    SCOPED_TRACE(testing::Message() << cells << " cells");
    EXPECT_EQ(two.constraints, 27);
    EXPECT_EQ(one.rigid, 6);
    EXPECT_EQ(two.rigid, 6);
    EXPECT_EQ(two.mechanisms, 0);
    EXPECT_EQ(two.missing, 0);
    EXPECT_EQ(two.completeness, cells == 4 ? Completeness::dense : Completeness::counted);
    EXPECT_LT(two.residuals.maxCoeff(), 1e-7);
    for (Index k = 6; k < 14; ++k) EXPECT_NEAR(two.frequencies[k] / one.frequencies[k], 1, 1e-8) << k;
    const Vector mass = glued.mass();
    const Eigen::MatrixXd gram = two.shapes.transpose() * mass.asDiagonal() * two.shapes;
    EXPECT_LT((gram - Eigen::MatrixXd::Identity(14, 14)).cwiseAbs().maxCoeff(), 1e-9);
    for (Index k = 0; k < 14; ++k) {
      const Vector gap = times(glued.constraints().gradient(halves.X, 0), two.shapes.col(k), glued.constraints().rows());
      EXPECT_LT(gap.cwiseAbs().maxCoeff(), 1e-9 * two.shapes.col(k).cwiseAbs().maxCoeff()) << "mode " << k;
    }
  }
}

TEST(ConstrainedModes, OfBodiesThatAreGluedAtOneVertexOrTwoHaveMechanisms) {
  for (Index cells : {4, 10}) {  // by all eigenvalues, and by Lanczos' method
    const TetMesh left = bar(1, cells, 0), halves = together(left, bar(1, cells, 1));
    for (const auto& [vertices, mechanisms] : {std::pair<std::size_t, Index>{1, 3}, {2, 1}}) {
      SCOPED_TRACE(testing::Message() << cells << " cells, glued at " << vertices);
      const Modes modes = natural_modes(make_system(halves, glue(halves, left.vertices(), vertices)), halves.X, 12);
      EXPECT_EQ(modes.rigid, 6);
      EXPECT_EQ(modes.mechanisms, mechanisms);
      EXPECT_LT(modes.residuals.maxCoeff(), 1e-6);
      EXPECT_NE(modes.completeness, Completeness::unknown);
    }
  }
}

void check_every_kind(const TetMesh& mesh) {
  const Index a = nearest(mesh, Vec3(0, 0, 0)), b = nearest(mesh, Vec3(1, 0, 0)), c = nearest(mesh, Vec3(0.5, 0.15, 0));
  const Vec3 at_a = vertex(mesh.X, a), at_b = vertex(mesh.X, b), at_c = vertex(mesh.X, c);
  const auto on = [](Index v, const Vec3& place, std::vector<Vec3> directions) {
    return LinearConstraint("linear", {{v, 1}}, place, std::move(directions));
  };
  const std::vector<Triangle> skin = surface(mesh.tets);
  std::vector<Index> end;
  for (Index v = 0; v < mesh.vertices(); ++v)
    if (vertex(mesh.X, v)[0] < 0.2) end.push_back(v);

  struct Case {
    std::string name;
    Constraints constraints;
    Index rigid, rows;
  };
  std::vector<Case> cases;
  cases.push_back({"a vertex on a plane", list_of(on(a, at_a, {Vec3::UnitZ()})), 5, 1});
  cases.push_back({"a vertex on a line", list_of(on(a, at_a, {Vec3::UnitY(), Vec3::UnitZ()})), 4, 2});
  cases.push_back({"a ball joint", list_of(on(a, at_a, kAllDirections)), 3, 3});
  cases.push_back({"a hinge", list_of(on(a, at_a, kAllDirections), on(b, at_b, kAllDirections)), 1, 6});
  cases.push_back({"three vertices on a plane",
                   list_of(on(a, at_a, {Vec3::UnitZ()}), on(b, at_b, {Vec3::UnitZ()}), on(c, at_c, {Vec3::UnitZ()})), 3, 3});
  cases.push_back({"a vertex on a sphere", list_of(OnSphere("sphere", a, at_a + Vec3(0, 0, 2), 2)), 5, 1});
  cases.push_back({"a distance within the body", list_of(FixedDistance("distance", a, b, 1)), 6, 1});
  cases.push_back({"its volume", list_of(FixedVolume("volume", skin, enclosed_volume(mesh.X, skin))), 6, 1});
  cases.push_back({"a rigid end", make_rigid("rigid", end, mesh.X), 6, 3 * Index(end.size()) - 6});
  cases.push_back({"the same said twice", list_of(on(a, at_a, kAllDirections), on(a, at_a, {Vec3(1, 1, 1).normalized()})), 3, 3});
  for (Case& one : cases) {
    SCOPED_TRACE(one.name);
    const System system = make_system(mesh, std::move(one.constraints));
    const Modes modes = natural_modes(system, mesh.X, 10);
    EXPECT_EQ(modes.rigid, one.rigid);
    EXPECT_EQ(modes.mechanisms, 0);
    EXPECT_LT(modes.residuals.maxCoeff(), 1e-6);
    EXPECT_NE(modes.completeness, Completeness::unknown);
    EXPECT_EQ(modes.constraints, one.rows);
    for (Index k = 0; k < 10; ++k) {
      const Vector gap = times(system.constraints().gradient(mesh.X, 0), modes.shapes.col(k), system.constraints().rows());
      EXPECT_LT(gap.cwiseAbs().maxCoeff(), 1e-8 * modes.shapes.col(k).cwiseAbs().maxCoeff()) << "mode " << k;
    }
  }
}

TEST(ConstrainedModes, KeepTheRigidMotionsThatEachKindAllows) {
  check_every_kind(bar(1, 6, 0));   // by all eigenvalues
  check_every_kind(bar(1, 16, 0));  // by Lanczos' method
}

TEST(ConstrainedModes, AreThoseOfPinsWhereAConstraintSaysWhatAPinCan) {
  BodySpec spec = resting_bar();
  spec.cells = {12, 3, 3};
  const MovingBody free = make_body(spec);
  spec.pins = [](const Vector& X) { return std::vector<Pin>{{end_of(X, -1), {true, true, true}, {}}}; };
  const MovingBody pinned = make_body(spec);
  Constraints points;
  for (Index v : end_of(free.mesh.X, -1))
    points.push_back(std::make_unique<LinearConstraint>("point", std::vector<LinearConstraint::Share>{{v, 1}},
                                                        Vec3(vertex(free.mesh.X, v)), kAllDirections));
  std::vector<std::unique_ptr<Potential>> potentials;
  for (auto& e : make_elasticity(free.mesh.X, free.mesh.tets, {spec.law}, std::vector<Index>(free.mesh.tets.size(), 0)))
    potentials.push_back(std::move(e));
  const System constrained(free.system->vertex_mass(), Vec3::Zero(), Coordinates(free.mesh.X, {}), std::move(potentials), {}, {},
                           ConstraintSet(std::move(points)));
  const Modes by_pins = natural_modes(*pinned.system, free.mesh.X, 8), modes = natural_modes(constrained, free.mesh.X, 8);
  EXPECT_EQ(modes.rigid, 0);
  for (Index k = 0; k < 8; ++k) EXPECT_NEAR(modes.frequencies[k] / by_pins.frequencies[k], 1, 1e-8) << k;
}

TEST(ConstrainedModes, RefuseARestThatIsNotOnTheConstraint) {
  const TetMesh mesh = bar(1, 2, 0);
  try {
    natural_modes(make_system(mesh, list_of(OnSphere("sphere", 0, vertex(mesh.X, 0) + Vec3(0, 0, 2), 1.5))), mesh.X, 3);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(error.faults().at(0).id, "modes.constraint");
  }
}

// A block whose vertices move as one rigid body, hung up at the middle of its upper end.
struct Pendulum {
  TetMesh mesh = box(Vec3(0.2, 0.3, 0.8), {2, 2, 4}, Vec3(0, 0, -0.4), Split::five);
  Index pivot = nearest(mesh, Vec3(0, 0, 0));

  System system(const Vec3& gravity) const {
    std::vector<Index> all(mesh.vertices());
    for (Index v = 0; v < mesh.vertices(); ++v) all[v] = v;
    Constraints constraints = make_rigid("rigid", all, mesh.X);
    constraints.push_back(std::make_unique<LinearConstraint>("pivot", std::vector<LinearConstraint::Share>{{pivot, 1}},
                                                             Vec3(vertex(mesh.X, pivot)), kAllDirections));
    return make_system(mesh, std::move(constraints), gravity);
  }
};

TEST(PrestressedModes, OfARigidPendulumAreItsSwings) {
  const Pendulum pendulum;
  const System hanging = pendulum.system(Vec3(0, 0, -9.81));
  const auto x = find_equilibrium(hanging, pendulum.mesh.X);
  ASSERT_TRUE(x) << x.failure().reason;
  EXPECT_LT((*x - pendulum.mesh.X).cwiseAbs().maxCoeff(), 1e-9) << "it hangs already";
  const Modes modes = modes_about_equilibrium(hanging, *x, 3);
  EXPECT_EQ(modes.rigid, 1) << "it turns about the vertical";
  EXPECT_EQ(modes.mechanisms, 0);
  // omega^2 = m g l / I, about x and about y, with the masses of the vertices.
  double ml = 0, about_x = 0, about_y = 0;
  for (Index v = 0; v < pendulum.mesh.vertices(); ++v) {
    const Vec3 r = vertex(pendulum.mesh.X, v);
    const double m = hanging.vertex_mass()[v];
    ml -= m * r[2];
    about_x += m * (r[1] * r[1] + r[2] * r[2]);
    about_y += m * (r[0] * r[0] + r[2] * r[2]);
  }
  const auto squared = [&](Index k) { return std::pow(2 * std::numbers::pi * modes.frequencies[k], 2); };
  EXPECT_NEAR(squared(1) / (9.81 * ml / about_x), 1, 1e-7);
  EXPECT_NEAR(squared(2) / (9.81 * ml / about_y), 1, 1e-7);

  const Modes resting = natural_modes(hanging, pendulum.mesh.X, 3);
  EXPECT_EQ(resting.rigid, 3) << "about rest gravity does not enter";
}

TEST(PrestressedModes, OfAStiffBlockOnAStringAreThoseOfADoublePendulum) {
  // A string of length R, angle theta, and a block that hangs on it, angle phi; its centre of mass is l below its vertex:
  // m [R^2, R l; R l, l^2 + I/m] (theta, phi)'' = -m g [R, 0; 0, l] (theta, phi)
  const double g = 9.81, R = 0.7;
  const TetMesh mesh = box(Vec3(0.2, 0.3, 0.8), {4, 4, 8}, Vec3(0, 0, -0.4), Split::five);
  const Index top = nearest(mesh, Vec3(0, 0, 0));
  const System system = make_system(mesh, list_of(OnSphere("string", top, Vec3(0, 0, R), R)), Vec3(0, 0, -g),
                                    law_from_moduli(*find_material("stvk"), 1e10, 0.3));
  const auto x = find_equilibrium(system, mesh.X);
  ASSERT_TRUE(x) << x.failure().reason;
  const Modes modes = modes_about_equilibrium(system, *x, 6);
  EXPECT_EQ(modes.rigid, 1) << "it turns about the vertical";
  EXPECT_NE(modes.completeness, Completeness::unknown);
  const double m = system.vertex_mass().sum();
  std::vector<double> expected;
  for (int across : {0, 1}) {
    double l = 0, inertia = 0;
    for (Index v = 0; v < mesh.vertices(); ++v) {
      const Vec3 r = vertex(mesh.X, v);
      l -= system.vertex_mass()[v] * r[2] / m;
      inertia += system.vertex_mass()[v] * (r[across] * r[across] + r[2] * r[2]) / m;  // about the vertex: l^2 + I/m
    }
    Eigen::Matrix2d M, K;
    M << R * R, R * l, R * l, inertia;
    K << g * R, 0, 0, g * l;
    const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::Matrix2d> swings(K, M);
    for (double squared : swings.eigenvalues()) expected.push_back(std::sqrt(squared) / (2 * std::numbers::pi));
  }
  std::sort(expected.begin(), expected.end());
  for (Index k = 0; k < 4; ++k) EXPECT_NEAR(modes.frequencies[1 + k] / expected[k], 1, 1e-4) << k;
}

TEST(PrestressedModes, SayThatAPendulumOnItsHeadIsUnstable) {
  const Pendulum pendulum;
  const System standing = pendulum.system(Vec3(0, 0, 9.81));
  const auto x = find_equilibrium(standing, pendulum.mesh.X);
  ASSERT_TRUE(x) << x.failure().reason;
  try {
    modes_about_equilibrium(standing, *x, 3);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(error.faults().at(0).id, "modes.unstable");
    EXPECT_NE(error.faults().at(0).message.find("the equilibrium is unstable"), std::string::npos);
  }
}

TEST(PrestressedModes, FindThePendulumAtTheBottomAlsoFromFarOff) {
  Pendulum pendulum;
  const Vector hanging = pendulum.mesh.X;
  // The scene starts with the block turned about x by 100 degrees.
  const Mat3 turn = Eigen::AngleAxisd(100 * std::numbers::pi / 180, Vec3::UnitX()).toRotationMatrix();
  Vector start = hanging;
  for (Index v = 0; v < pendulum.mesh.vertices(); ++v) vertex(start, v) = turn * vertex(hanging, v);
  const System system = pendulum.system(Vec3(0, 0, -9.81));
  const auto x = find_equilibrium(system, start);
  ASSERT_TRUE(x) << x.failure().reason;
  EXPECT_LT((*x - hanging).cwiseAbs().maxCoeff(), 1e-6);
}

TEST(PrestressedModes, OfAParticleOnASphereAreThoseOfAPendulum) {
  const double R = 0.8;
  const Vector start = Vec3(0.6 * R, 0, -0.8 * R);
  const System system(Vector::Constant(1, 2.0), Vec3(0, 0, -9.81), Coordinates(start, {}), {}, {}, {},
                      ConstraintSet(list_of(OnSphere("sphere", 0, Vec3::Zero(), R))));
  const auto x = find_equilibrium(system, start);
  ASSERT_TRUE(x) << x.failure().reason;
  EXPECT_NEAR((*x)[2], -R, 1e-9);
  const Modes modes = modes_about_equilibrium(system, *x, 2);
  for (Index k : {0, 1}) EXPECT_NEAR(modes.frequencies[k] * 2 * std::numbers::pi / std::sqrt(9.81 / R), 1, 1e-6);
}

TEST(PrestressedModes, OfABodyThatSlidesOnAPlaneKeepItsThreeFreeMotions) {
  const TetMesh mesh = bar(1, 6, 0);
  Constraints floor;
  for (Index v = 0; v < mesh.vertices(); ++v)
    if (vertex(mesh.X, v)[2] < -0.1 + 1e-9)
      floor.push_back(std::make_unique<LinearConstraint>("floor", std::vector<LinearConstraint::Share>{{v, 1}},
                                                         Vec3(vertex(mesh.X, v)), std::vector<Vec3>{Vec3::UnitZ()}));
  const System system = make_system(mesh, std::move(floor), Vec3(0, 0, -9.81));
  const auto x = find_equilibrium(system, mesh.X);
  ASSERT_TRUE(x) << x.failure().reason;
  EXPECT_GT((*x - mesh.X).cwiseAbs().maxCoeff(), 1e-5) << "its weight presses it";
  const Modes modes = modes_about_equilibrium(system, *x, 6);
  EXPECT_EQ(modes.rigid, 3);
  EXPECT_GT(modes.frequencies[3], 1);
}

TEST(PrestressedModes, FindNoEquilibriumOfABodyThatNothingHolds) {
  const TetMesh mesh = bar(1, 2, 0);
  const System falling = make_system(mesh, {}, Vec3(0, 0, -9.81));
  EXPECT_FALSE(find_equilibrium(falling, mesh.X));
}

TEST(PrestressedModes, OfABodyUnderNoForceAreThoseAboutRest) {
  BodySpec spec = resting_bar();
  spec.pins = [](const Vector& X) { return std::vector<Pin>{{end_of(X, -1), {true, true, true}, {}}}; };
  const MovingBody body = make_body(spec);
  const auto x = find_equilibrium(*body.system, body.mesh.X);
  ASSERT_TRUE(x) << x.failure().reason;
  const Modes rest = natural_modes(*body.system, body.mesh.X, 6), about = modes_about_equilibrium(*body.system, *x, 6);
  for (Index k = 0; k < 6; ++k) EXPECT_NEAR(about.frequencies[k] / rest.frequencies[k], 1, 1e-9) << k;
}

}  // namespace
}  // namespace lilyan::test
