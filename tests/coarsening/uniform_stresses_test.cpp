#include <lilyan/coarsening/uniform_stresses.hpp>

#include <gtest/gtest.h>

#include <cstdio>

#include <Eigen/Cholesky>
#include <Eigen/QR>

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
  Vector root = Vector::Zero(body.X.size());
  for (Index e = 0; e < body.cells.count(); ++e)
    for (Index i : body.cells.vertices(e)) vertex(root, i).array() += volume(body.X, body.cells, e);
  root = root.cwiseSqrt();
  Eigen::MatrixXd functions(body.X.size(), coarse.X.size());
  for (Index c = 0; c < coarse.X.size(); ++c) functions.col(c) = statics.interpolated(Vector::Unit(coarse.X.size(), c));
  const Eigen::MatrixXd displacements = coarse.probes.leftCols(count);
  const Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> nearest(root.asDiagonal() * functions);
  Work work;
  work.fine = forces.transpose() * displacements;
  work.followed = forces.transpose() * functions * nearest.solve(root.asDiagonal() * displacements);
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
  const Eigen::MatrixXd product = work.coarse * work.fine.ldlt().solve(work.coarse);
  EXPECT_LT((product - followed).norm(), 5e-3 * followed.norm());
  // The test would say nothing if the two were alike.
  EXPECT_GT((work.fine - followed).norm(), 0.03 * followed.norm());
}

TEST(UniformStresses, DoWorkHalfwayBetweenThatInTheFineBodyAndWhatCoarseFunctionsFollowOfIt) {
  const FineBody ball = sphere({{}, {}, {1, 100}, random_blocks(9)}, 8);
  for (Index n : {2, 3}) expect_halfway(work_of(ball, coarsen(ball, sphere_cage(n))));
  const FineBody slice = free_random_slice(100, 9);
  expect_halfway(work_of(slice, coarsen(slice, quad_cage(Vec3::Zero(), Vec3(2, 1, 0), 4, 2))));
  expect_halfway(work_of(slice, coarsen(slice, quad_cage(Vec3(-0.1, -0.2, 0), Vec3(2.3, 1.5, 0), 5, 3))));
}

// A pin that free probes do not know of makes a body one that is held, and nothing else.
TEST(UniformStresses, LeaveABodyOfOneMaterialAsItIs) {
  CoarseningSettings free_probes;
  free_probes.support = ProbeSupport::free;
  const FineBody body = sphere({}, 8);
  FineBody held = body;
  held.held[0] = true;
  const CoarseBody coarse = coarsen(body, sphere_cage(3)), unmatched = coarsen(held, sphere_cage(3), free_probes);
  ASSERT_EQ(coarse.cells.size(), unmatched.cells.size());
  for (std::size_t q = 0; q < coarse.cells.size(); ++q) EXPECT_TRUE(coarse.cells[q].stiffness.K == unmatched.cells[q].stiffness.K);
}

TEST(UniformStresses, KeepAFreeSliceNearTheFineOne) {
  CoarseningSettings free_probes;
  free_probes.support = ProbeSupport::free;
  for (unsigned seed : kLaterSeeds) {
    const FineBody body = free_random_slice(100, seed);
    FineBody held = body;
    held.held[0] = true;
    const Vector fine = FineStatics(body).frequencies(3);
    for (const auto& [nx, ny] : {std::pair<Index, Index>{4, 2}, {6, 3}}) {
      const CoarseMesh cage = quad_cage(Vec3::Zero(), Vec3(2, 1, 0), nx, ny);
      const CoarseBody coarse = coarsen(body, cage);
      CoarseBody unmatched = coarsen(held, cage, free_probes);
      unmatched.pins = coarse.pins;
      const Work work = work_of(body, coarse), before = work_of(body, unmatched);
      const Vector ring = CoarseStatics(body, coarse).frequencies(3).cwiseQuotient(fine),
                   ring_before = CoarseStatics(body, unmatched).frequencies(3).cwiseQuotient(fine);
      const Vector pulls = work.coarse.diagonal().cwiseQuotient(work.fine.diagonal()),
                   pulls_before = before.coarse.diagonal().cwiseQuotient(work.fine.diagonal());
      std::printf("free slice, random 100 (%u), %dx%d: %.2f %.2f %.2f, frequencies %.2f-%.2f; before: %.2f %.2f %.2f, %.2f-%.2f\n",
                  seed, nx, ny, pulls[0], pulls[1], pulls[2], ring.minCoeff(), ring.maxCoeff(), pulls_before[0], pulls_before[1],
                  pulls_before[2], ring_before.minCoeff(), ring_before.maxCoeff());
      EXPECT_TRUE(pulls.minCoeff() > 0.85 && pulls.maxCoeff() < 1.05) << pulls.transpose();
      EXPECT_TRUE(ring.minCoeff() > 0.80 && ring.maxCoeff() < 1.25) << ring.transpose();
    }
  }
}

}  // namespace
}  // namespace lilyan::test
