// What acts on vertices that few points carry acts on these points: as the gradient of the same energy, with the same resultant and
// moment, and in the same way for any number of threads.
#include <lilyan/energy/carried/carried_vertices.hpp>

#include <lilyan/algebra/threads.hpp>
#include <lilyan/energy/carried/carried_forces.hpp>
#include <lilyan/energy/contact/planes/plane_responses.hpp>
#include <lilyan/energy/damping/drag.hpp>

#include <gtest/gtest.h>

#include <tests/energy/step_force_checks.hpp>

#include <cstdlib>
#include <set>

namespace lilyan::test {
namespace {

using Shares = std::vector<std::vector<WeightedVertex>>;

constexpr Index kFirst = 2;  // point of the body: others stand before it
constexpr double kDistance = 0.7;
const Vec3 kPoint(0.1, -0.2, 0), kNormal = Vec3(1, 2, -2) / 3;

// Two boxes of edge 1 side by side along x.
Vector resting_points() {
  Vector y = Vector::Zero(3 * (kFirst + 12));
  for (Index i = 0; i < 12; ++i) vertex(y, kFirst + i) = Vec3(i / 4, (i / 2) % 2, i % 2);
  return y;
}

// By the functions of the box that begins at x = `box`; the corners in descending order, which must not matter.
std::vector<WeightedVertex> in_box(Index box, const Vec3& X) {
  std::vector<WeightedVertex> shares;
  for (Index i = 7; i >= 0; --i) {
    const Vec3 corner(i / 4, (i / 2) % 2, i % 2), s = X - static_cast<double>(box) * Vec3::UnitX();
    double w = 1;
    for (Index axis = 0; axis < 3; ++axis) w *= corner[axis] == 1 ? s[axis] : 1 - s[axis];
    shares.push_back({kFirst + 4 * box + i, w});
  }
  return shares;
}

// Vertices of both boxes, one after the other in turn, some outside of them; some in a tet; two that are points themselves.
Shares some_shares() {
  Shares all;
  for (Index k = 0; k < 40; ++k) {
    const Vec3 s = 0.5 * (Vec3::Random() * 1.2 + Vec3::Ones());
    all.push_back(in_box(k % 2, s + static_cast<double>(k % 2) * Vec3::UnitX()));
  }
  for (Index k = 0; k < 6; ++k) {
    const Vec3 s = 0.25 * (Vec3::Random() + Vec3::Ones());
    all.push_back({{kFirst, 1 - s.sum()}, {kFirst + 4, s[0]}, {kFirst + 2, s[1]}, {kFirst + 1, s[2]}});
  }
  all.push_back({{kFirst + 11, 1}});
  all.push_back({{kFirst + 3, 1}});
  return all;
}

std::vector<ContactPoint> all_points(Index count) {
  std::vector<ContactPoint> points;
  for (Index i = 0; i < count; ++i) points.push_back({i, 10.0 + i, 0.01});
  return points;
}

std::unique_ptr<PlaneBarrier> barrier(std::vector<ContactPoint> points, double at = 0) {
  return std::make_unique<PlaneBarrier>(kPoint + at * kNormal, kNormal, kDistance, std::move(points));
}

Dense dense(const BlockMatrix& H) {
  const Eigen::Index n = 3 * Eigen::Index{H.pattern().vertices()};
  Dense K(n, n);
  for (Eigen::Index i = 0; i < n; ++i) K.col(i) = H.times(Vector::Unit(n, i));
  return K;
}

// A body that presses with some of its carried vertices on a plane, and its state.
class WeightedContact : public testing::Test {
 protected:
  WeightedContact() : y(resting_points()) {
    std::srand(1);  // what Eigen draws from: each test has the same body
    vertices = std::make_shared<WeightedVertices>(some_shares());
    y += 0.05 * Vector::Random(y.size());
    // The nearest vertex is left a gap of a sixth of the distance.
    const Vector x = vertices->positions(y);
    plane_at = barrier(all_points(vertices->count()))->least_gap(x) - kDistance / 6;
    potential = std::make_unique<CarriedPotential>(vertices, barrier(all_points(vertices->count()), plane_at));
    BlockPatternBuilder builder(static_cast<Index>(y.size() / 3));
    potential->connect(builder);
    pattern = builder.build();
    EXPECT_GT(touching(), 5);
    EXPECT_LT(touching(), vertices->count() - 5);
  }

  Index touching() const { return barrier(all_points(vertices->count()), plane_at)->touching(vertices->positions(y), 0); }

  Vector gradient(const Vector& at) const {
    Vector g = Vector::Zero(at.size());
    potential->add_gradient(at, 0, 1, g);
    return g;
  }

  // Of a step that brings the body nearer to the plane.
  Vector start() const {
    Vector from = y;
    for (Index i = 0; i < y.size() / 3; ++i) vertex(from, i) += 0.1 * kNormal + 0.02 * Vec3(0, 1, 1);
    return from;
  }

  Dense slope_of(const StepTerm& term, const Vector& at) const {
    BlockMatrix H(pattern);
    term.add_slope(at, 1, Definiteness::exact, H);
    return dense(H);
  }

  std::shared_ptr<const WeightedVertices> vertices;
  Vector y;
  double plane_at = 0;
  std::unique_ptr<CarriedPotential> potential;
  std::shared_ptr<const BlockPattern> pattern;
};

// By the differences of its value R.
Vector gradient_of_value(const StepTerm& term, const Vector& at, double step) {
  Vector g(at.size()), unused = Vector::Zero(at.size());
  for (Eigen::Index i = 0; i < at.size(); ++i) {
    Vector plus = at, minus = at;
    plus[i] += step, minus[i] -= step;
    g[i] = (term.add_force(plus, 1, unused).value - term.add_force(minus, 1, unused).value) / (2 * step);
  }
  return g;
}

TEST_F(WeightedContact, HasTheGradientOfItsValue) {
  const Vector g = gradient(y);
  Vector difference(y.size());
  const double d = 1e-6;
  for (Eigen::Index i = 0; i < y.size(); ++i) {
    Vector plus = y, minus = y;
    plus[i] += d, minus[i] -= d;
    difference[i] = (potential->value(plus, 0) - potential->value(minus, 0)) / (2 * d);
  }
  EXPECT_GT(g.norm(), 1);
  EXPECT_LT((g - difference).norm(), 1e-7 * g.norm());
}

TEST_F(WeightedContact, HasTheHessianOfItsGradient) {
  BlockMatrix H(pattern);
  potential->add_hessian(y, 0, 1, Definiteness::exact, H);
  Dense difference(y.size(), y.size());
  const double d = 1e-6;
  for (Eigen::Index i = 0; i < y.size(); ++i) {
    Vector plus = y, minus = y;
    plus[i] += d, minus[i] -= d;
    difference.col(i) = (gradient(plus) - gradient(minus)) / (2 * d);
  }
  const Dense K = dense(H);
  EXPECT_GT(K.norm(), 1);
  EXPECT_LT((K - difference).norm(), 1e-6 * K.norm());
}

TEST_F(WeightedContact, KeepsTheResultantAndTheMomentOfItsForces) {
  const Vector x = vertices->positions(y);
  Vector f = Vector::Random(x.size()), g = Vector::Zero(y.size());
  vertices->pull(f, g);
  EXPECT_LT((total(g) - total(f)).norm(), 1e-14 * f.lpNorm<1>());
  EXPECT_LT((torque(y, g) - torque(x, f)).norm(), 1e-14 * f.lpNorm<1>() * x.lpNorm<Eigen::Infinity>());
  // At rest the weights reproduce the places that the vertices were given.
  const Vector X = WeightedVertices({in_box(0, Vec3(0.3, 1.1, 0.8)), in_box(1, Vec3(1.2, 0.4, -0.1))}).positions(resting_points());
  EXPECT_LT((vertex(X, 0) - Vec3(0.3, 1.1, 0.8)).norm() + (vertex(X, 1) - Vec3(1.2, 0.4, -0.1)).norm(), 1e-15);
}

TEST_F(WeightedContact, DoesTheSameWorkOnThePointsAndOnTheVertices) {
  const Vector f = Vector::Random(3 * Eigen::Index{vertices->count()}), dy = Vector::Random(y.size());
  Vector g = Vector::Zero(y.size()), sizes = Vector::Zero(y.size());
  vertices->pull(f, g);
  EXPECT_NEAR(g.dot(dy), f.dot(vertices->displacements(dy)), 1e-13 * f.norm() * dy.norm());
  vertices->pull_sizes(f.cwiseAbs(), sizes);
  EXPECT_TRUE((sizes.array() >= g.array().abs() - 1e-14).all());
}

TEST_F(WeightedContact, DividesItsEnergyAmongTheFirstPointsOfItsVertices) {
  Vector energies = Vector::Zero(y.size() / 3);
  potential->add_energies(y, 0, energies);
  EXPECT_NEAR(energies.sum(), potential->value(y, 0), 1e-14 * energies.sum());
  std::set<Index> with_energy;
  for (Index i = 0; i < energies.size(); ++i)
    if (energies[i] != 0) with_energy.insert(i);
  for (Index i : with_energy) EXPECT_TRUE((std::set<Index>{kFirst, kFirst + 3, kFirst + 4, kFirst + 11}.contains(i))) << i;
}

TEST_F(WeightedContact, IsPosedOnAChordAsAGradient) {
  const Vector from = start(), still = Vector::Zero(y.size());
  const Chord chord{0.01, from, still, nullptr, 0, pattern, {0, 0.01}};
  for (const Evaluate evaluate : {Evaluate::over_step, Evaluate::at_end}) {
    const std::unique_ptr<StepTerm> term = potential->own_mean(chord, evaluate);
    const Vector f = force_at(*term, y);
    EXPECT_GT(f.norm(), 1);
    EXPECT_LT((f - gradient_of_value(*term, y, 1e-6)).norm(), 1e-7 * f.norm());
    const Dense K = slope_of(*term, y);
    EXPECT_LT((K - differences_at(*term, y, 1e-6)).norm(), 1e-6 * K.norm());
    // What the plane feels is what the points do.
    std::vector<double> reaction(3, 0);
    term->add_reactions(y, 1, reaction);
    EXPECT_LT((Vec3(reaction[0], reaction[1], reaction[2]) - total(f)).norm(), 1e-13 * f.norm());
  }
  // Over a step its force does the work that its energy takes.
  const Vector f = force_at(*potential->own_mean(chord, Evaluate::over_step), y);
  EXPECT_NEAR(f.dot(y - from), potential->value(y, 0) - potential->value(from, 0), 1e-12 * potential->value(y, 0));
}

TEST_F(WeightedContact, LetsNoVertexPassThePlaneInALineSearch) {
  const Vector from = start(), still = Vector::Zero(y.size()), dy = 20 * (y - from);
  const Chord chord{0.01, from, still, nullptr, 0, pattern, {0, 0.01}};
  const auto term = potential->own_mean(chord, Evaluate::over_step);
  const double longest = term->longest_step(from, dy);
  EXPECT_LT(longest, 1);
  EXPECT_TRUE(std::isfinite(potential->value(from + longest * dy, 0)));
  EXPECT_FALSE(std::isfinite(potential->value(from + longest / 0.89 * dy, 0)));
}

TEST_F(WeightedContact, IsDraggedByTheAirOnItsVertices) {
  const Vector area = Vector::LinSpaced(vertices->count(), 0, 0.5);
  const Vector from = start(), still = Vector::Zero(y.size());
  for (const Vec3& wind : {Vec3(0, 0, 0), Vec3(3, -20, 1)}) {
    CarriedDissipation drag(vertices, std::make_unique<Drag>(area, 2, 0.7, wind));
    BlockPatternBuilder builder(static_cast<Index>(y.size() / 3));
    drag.connect(builder);
    pattern = builder.build();
    const Chord chord{0.01, from, still, nullptr, 0, pattern, {0, 0.01}};
    const auto term = drag.pose(chord, Evaluate::over_step);
    for (const double way : {1.0, -0.4, 0.0}) {
      const Vector to = from + way * (y - from) + 0.01 * Vector::Random(y.size());
      const Vector f = force_at(*term, to);
      EXPECT_LT((f - gradient_of_value(*term, to, 1e-6)).norm(), 1e-7 * f.norm());
      const Dense K = slope_of(*term, to);
      EXPECT_LT((K - differences_at(*term, to, 1e-6)).norm(), 1e-6 * K.norm());
      const Work work = term->work(to, to - from, 0.01);
      EXPECT_GT(work.dissipated, 0);
      EXPECT_NEAR(work.dissipated - work.done, f.dot(to - from), 1e-12 * (work.dissipated + std::abs(work.done)));
    }
  }
}

TEST_F(WeightedContact, OfSinglePointsIsThatOfThePointsThemselves) {
  Shares single;
  std::vector<ContactPoint> own, of_points;
  for (Index i = kFirst; i < y.size() / 3; i += 2) {
    own.push_back({static_cast<Index>(single.size()), 5.0 + i, 0.02});
    of_points.push_back({i, 5.0 + i, 0.02});
    single.push_back({{i, 1}});
  }
  const double at = barrier(of_points)->least_gap(y) - kDistance / 5;
  CarriedPotential carried(std::make_shared<WeightedVertices>(single), barrier(own, at));
  const auto plain = barrier(of_points, at);
  BlockPatternBuilder builder(static_cast<Index>(y.size() / 3));
  carried.connect(builder);
  BlockMatrix H(builder.build()), H_plain(BlockPatternBuilder(static_cast<Index>(y.size() / 3)).build());
  ASSERT_EQ(H.pattern().fingerprint(), H_plain.pattern().fingerprint());  // a point meets itself only
  Vector g = Vector::Zero(y.size()), g_plain = g;
  EXPECT_DOUBLE_EQ(carried.add_gradient(y, 0, 1, g), plain->add_gradient(y, 0, 1, g_plain));
  carried.add_hessian(y, 0, 1, Definiteness::exact, H);
  plain->add_hessian(y, 0, 1, Definiteness::exact, H_plain);
  EXPECT_GT(g.norm(), 1);
  EXPECT_LT((g - g_plain).norm(), 1e-15 * g.norm());
  EXPECT_LT((dense(H) - dense(H_plain)).norm(), 1e-15 * dense(H).norm());
}

TEST_F(WeightedContact, HasTheSameHessianForAnyNumberOfThreads) {
  std::vector<std::vector<double>> found;
  for (const int count : {1, 2, 4}) {
    const Threads threads(count);
    const UsingThreads using_them(threads);
    BlockMatrix H(pattern);
    potential->add_hessian(y, 0, 1, Definiteness::exact, H);
    found.push_back(H.values());
  }
  EXPECT_EQ(found[0], found[1]);
  EXPECT_EQ(found[0], found[2]);
}

TEST_F(WeightedContact, JoinsThePointsOfEachVertexAndNoOthers) {
  EXPECT_GE(pattern->place_of(kFirst + 7, kFirst), 0);
  EXPECT_GE(pattern->place_of(kFirst + 11, kFirst + 4), 0);
  EXPECT_EQ(pattern->place_of(kFirst + 8, kFirst + 3), -1);  // corners of one box each
  EXPECT_EQ(pattern->rows(0).size(), 1u);
}

}  // namespace
}  // namespace lilyan::test
