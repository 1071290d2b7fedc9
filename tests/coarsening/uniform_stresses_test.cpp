#include <lilyan/algebra/dense.hpp>
#include <lilyan/coarsening/uniform_stresses.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include <tests/coarsening/linear_statics.hpp>
#include <tests/coarsening/round_bodies.hpp>

namespace lilyan::test {
namespace {

struct Work {
  Eigen::MatrixXd fine, followed, coarse;  // of uniform stresses in displacements by uniform stresses
};

// With forces at fine vertices, and the nearest coarse displacements by a dense least-squares problem.
Work work_of(const FineBody& body, const CoarseBody& coarse) {
  const Eigen::Index count = body.dimension() == 3 ? 6 : 3;
  const Eigen::MatrixXd forces = probe_forces(body, stress_modes(body.dimension()).first(static_cast<std::size_t>(count)));
  const CoarseStatics statics(body, coarse);
  Vector root(body.X.size());
  const Vector mass = vertex_masses(body);
  for (Index i = 0; i < body.vertices(); ++i) vertex(root, i).setConstant(std::sqrt(mass[i]));
  Eigen::MatrixXd functions(body.X.size(), coarse.X.size());
  for (Index c = 0; c < coarse.X.size(); ++c) functions.col(c) = statics.interpolated(Vector::Unit(coarse.X.size(), c));
  const Eigen::MatrixXd displacements = coarse.probes.leftCols(count);
  // What the functions can follow is nearest by mass: a projection onto the columns of R Phi, R the root of the mass.
  const SingularValues weighed = left_singular_vectors(root.asDiagonal() * functions);
  const Eigen::MatrixXd range = weighed.U.leftCols((weighed.values.array() > 1e-12 * weighed.values[0]).count());
  Work work;
  work.fine = forces.transpose() * displacements;
  work.followed = forces.transpose() * root.cwiseInverse().asDiagonal() * range * (range.transpose() * root.asDiagonal() * displacements);
  work.coarse.resize(count, count);
  for (Index b = 0; b < count; ++b) work.coarse.col(b) = forces.transpose() * statics.interpolated(statics.solve(forces.col(b)));
  return work;
}

FineBody free_random_slice(double contrast, unsigned seed) {
  FineBox spec = random_bar(contrast, seed);
  spec.size = Vec3(2, 1, 1);
  spec.cells = {32, 16, 1};
  spec.held = [](const Vec3&) { return false; };
  return fine_rectangle(spec);
}

// C = S # T is the only positive solution of C S^-1 C = T.
void expect_halfway(const Work& work) {
  const Eigen::MatrixXd followed = 0.5 * (work.followed + work.followed.transpose());
  const Eigen::MatrixXd product = work.coarse * solve_symmetric(work.fine, work.coarse);
  EXPECT_LT((product - followed).norm(), 5e-3 * followed.norm());
  // The test would say nothing if the two were alike.
  EXPECT_GT((work.fine - followed).norm(), 0.03 * followed.norm());
}

TEST(UniformStresses, DoWorkHalfwayBetweenThatInTheFineBodyAndWhatCoarseFunctionsFollowOfIt) {
  FineBody ball = sphere({{}, {}, {1, 100}, random_blocks(9)}, 8);
  for (std::size_t e = 0; e < ball.density.size(); ++e) ball.density[e] = ball.law_of_cell[e] == 0 ? 10 : 1;
  for (Index n : {2, 3}) expect_halfway(work_of(ball, coarsen(ball, sphere_cage(n))));
  const FineBody slice = free_random_slice(100, 9);
  expect_halfway(work_of(slice, coarsen(slice, quad_cage(Vec3::Zero(), Vec3(2, 1, 0), 4, 2))));
  expect_halfway(work_of(slice, coarsen(slice, quad_cage(Vec3(-0.1, -0.2, 0), Vec3(2.3, 1.5, 0), 5, 3))));
}

// Without what is tested here: a pin that free probes do not know of makes a body one that is held.
CoarseBody unmatched(FineBody body, const CoarseMesh& cage) {
  CoarseningSettings free_probes;
  free_probes.support = ProbeSupport::free;
  body.held[0] = true;
  CoarseBody coarse = coarsen(body, cage, free_probes);
  std::fill(coarse.pins.held.begin(), coarse.pins.held.end(), false);
  return coarse;
}

TEST(UniformStresses, LeaveABodyOfOneMaterialAsItIs) {
  const FineBody body = sphere({}, 8);
  const CoarseBody coarse = coarsen(body, sphere_cage(3)), plain = unmatched(body, sphere_cage(3));
  ASSERT_EQ(coarse.cells.size(), plain.cells.size());
  for (std::size_t q = 0; q < coarse.cells.size(); ++q) EXPECT_TRUE(coarse.cells[q].stiffness.K == plain.cells[q].stiffness.K);
}

// Mean of |log| over pulls and frequencies.
struct MeanErrors {
  double pulls, frequencies;
};
MeanErrors mean_errors(const FineBody& body, const CoarseBody& coarse, const Vector& frequencies) {
  const Work work = work_of(body, coarse);
  const Vector ring = CoarseStatics(body, coarse).frequencies(static_cast<Index>(frequencies.size())).cwiseQuotient(frequencies);
  return {work.coarse.diagonal().cwiseQuotient(work.fine.diagonal()).array().log().abs().mean(), ring.array().log().abs().mean()};
}

// Frequencies take no part in the matching.
TEST(UniformStresses, BringPullsOfAFreeSphereNearerToTheFineOnesAndFrequenciesInTheMean) {
  double all_before = 0, all_after = 0;
  for (unsigned seed : kLaterSeeds) {
    const FineBody body = sphere({{}, {}, {1, 100}, random_blocks(seed)}, 8);
    const Vector frequencies = FineStatics(body).frequencies(8);
    for (Index n : {2, 3, 4}) {
      const MeanErrors before = mean_errors(body, unmatched(body, sphere_cage(n)), frequencies),
                       after = mean_errors(body, coarsen(body, sphere_cage(n)), frequencies);
      std::printf("free sphere, random 100 (%u), %d^3: pulls off by %.2f, without matching %.2f; frequencies %.2f, %.2f\n", seed, n,
                  after.pulls, before.pulls, after.frequencies, before.frequencies);
      EXPECT_LT(after.pulls, before.pulls);
      all_before += before.frequencies, all_after += after.frequencies;
    }
  }
  EXPECT_LT(all_after, all_before);
}

TEST(UniformStresses, KeepAFreeSliceNearTheFineOne) {
  for (unsigned seed : kLaterSeeds) {
    const FineBody body = free_random_slice(100, seed);
    const Vector frequencies = FineStatics(body).frequencies(3);
    for (const auto& [nx, ny] : {std::pair<Index, Index>{4, 2}, {6, 3}}) {
      const MeanErrors errors = mean_errors(body, coarsen(body, quad_cage(Vec3::Zero(), Vec3(2, 1, 0), nx, ny)), frequencies);
      std::printf("free slice, random 100 (%u), %dx%d: pulls off by %.2f, frequencies by %.2f\n", seed, nx, ny, errors.pulls,
                  errors.frequencies);
      EXPECT_LT(errors.pulls, 0.1);
      EXPECT_LT(errors.frequencies, 0.2);
    }
  }
}

// Separate parts have rigid motions of their own.
TEST(UniformStresses, LeaveABodyOfTwoPartsAsItIs) {
  FineBox spec;
  spec.size = Vec3(2, 1, 1);
  spec.cells = {8, 4, 4};
  spec.stiffness = {1, 100};
  spec.law_at = [](const Vec3& x) { return static_cast<Index>(std::floor(4 * x[1])) % 2; };
  FineBody body = fine_box(spec);
  const Index vertices = body.vertices();
  const FineBody one = body;
  body.X.conservativeResize(2 * one.X.size());
  for (Index i = 0; i < vertices; ++i) vertex(body.X, vertices + i) = vertex(one.X, i) + Vec3(0, 1.1, 0);
  for (Tet tet : one.cells.tets) {
    for (Index& i : tet) i += vertices;
    body.cells.tets.push_back(tet);
  }
  body.law_of_cell.insert(body.law_of_cell.end(), one.law_of_cell.begin(), one.law_of_cell.end());
  body.density.insert(body.density.end(), one.density.begin(), one.density.end());
  body.held.resize(2 * one.held.size(), false);
  const CoarseMesh cage = hex_cage(Vec3(2, 2.1, 1), {4, 3, 2}, Vec3(1, 1.05, 0.5));
  const CoarseBody coarse = coarsen(body, cage), plain = unmatched(body, cage);
  ASSERT_EQ(coarse.cells.size(), plain.cells.size());
  for (std::size_t q = 0; q < coarse.cells.size(); ++q) EXPECT_TRUE(coarse.cells[q].stiffness.K == plain.cells[q].stiffness.K);
}

}  // namespace
}  // namespace lilyan::test
