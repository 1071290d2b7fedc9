#include <gtest/gtest.h>
#include <lilyan/algebra/dense.hpp>

#include <cstdio>

#include <tests/coarsening/linear_statics.hpp>
#include <tests/coarsening/round_bodies.hpp>

namespace lilyan::test {
namespace {

constexpr BoxMethod kUnprobed[] = {BoxMethod::galerkin, BoxMethod::arithmetic, BoxMethod::harmonic};

CoarseningSettings by(BoxMethod method) {
  CoarseningSettings settings;
  settings.method = method;
  settings.support = ProbeSupport::free;
  return settings;
}

struct Homogeneous {
  FineBody body;
  CoarseMesh mesh;
};

// Nested and not, in space and in the plane.
std::vector<Homogeneous> homogeneous_cases() {
  FineBox bar;
  bar.cells = {16, 4, 4};
  FineBox flat;
  flat.cells = {16, 4, 1};
  return {{fine_box(bar), hex_cage(Vec3(4, 1, 1), {4, 1, 1}, Vec3(2, 0.5, 0.5))},
          {fine_box(bar), hex_cage(Vec3(4.7, 1.6, 1.3), {5, 2, 3}, Vec3(2.1, 0.6, 0.45))},
          {sphere({}, 8), sphere_cage(3)},
          {fine_rectangle(flat, 0.3), quad_cage(Vec3::Zero(), Vec3(4, 1, 0), 4, 1)},
          {fine_rectangle(flat, 0.3), quad_cage(Vec3(-0.2, -0.3, 0), Vec3(4.5, 1.5, 0), 3, 2)}};
}

TEST(UnprobedStiffness, OfAHomogeneousBodyHasTheForcesOfAffineDisplacementsThatProbesGive) {
  for (const Homogeneous& c : homogeneous_cases()) {
    const CoarseBody probed = coarsen(c.body, c.mesh, by(BoxMethod::hg18));
    const int d = probed.dimension;
    const Eigen::MatrixXd K = assembled_stiffness(probed);
    for (BoxMethod method : kUnprobed) {
      const Eigen::MatrixXd found = assembled_stiffness(coarsen(c.body, c.mesh, by(method)));
      ASSERT_EQ(found.rows(), K.rows());
      for (int i = 0; i < d; ++i)
        for (int k = 0; k < d; ++k) {
          Vector u = Vector::Zero(probed.X.size());
          for (Index v = 0; v < probed.vertices(); ++v) vertex(u, v)[i] = vertex(probed.X, v)[k];
          EXPECT_LT((found * u - K * u).cwiseAbs().maxCoeff(), 1e-10) << i << k;
        }
    }
  }
}

TEST(UnprobedStiffness, OfAHomogeneousBodyIsTheSameByAllMeans) {
  for (const Homogeneous& c : homogeneous_cases()) {
    const Eigen::MatrixXd galerkin = assembled_stiffness(coarsen(c.body, c.mesh, by(BoxMethod::galerkin)));
    for (BoxMethod method : {BoxMethod::arithmetic, BoxMethod::harmonic})
      EXPECT_LT((assembled_stiffness(coarsen(c.body, c.mesh, by(method))) - galerkin).norm(), 1e-12 * galerkin.norm());
  }
}

// Equal stress is softer than equal strain, and neither mean nor Galerkin's method takes a factorisation or leaves probes behind.
TEST(UnprobedStiffness, MakesNoProbesAndIsSofterByTheHarmonicMean) {
  const FineBody body = clamped_cylinder(layered_bar(0, 10));
  const CoarseMesh mesh = cylinder_cage({5, 1, 1});
  CoarseningSettings settings = by(BoxMethod::arithmetic);
  settings.memory_limit = 1;  // no factor fits
  const CoarseBody arithmetic = coarsen(body, mesh, settings);
  settings.method = BoxMethod::harmonic;
  const CoarseBody harmonic = coarsen(body, mesh, settings);
  EXPECT_EQ(arithmetic.probes.cols(), 0);
  EXPECT_EQ(arithmetic.probes.rows(), body.X.size());
  for (std::size_t q = 0; q < arithmetic.cells.size(); ++q) {
    EXPECT_FALSE(arithmetic.cells[q].stiffness.has_amplitudes());
    EXPECT_EQ(arithmetic.cells[q].stiffness.guard, CellGuard::none);
    const Eigen::MatrixXd N = straining_basis(arithmetic.cells[q].box);
    const Vector ratios = generalised_eigenvalues(N.transpose() * harmonic.cells[q].stiffness.K * N,
                                                  N.transpose() * arithmetic.cells[q].stiffness.K * N);
    EXPECT_GT(ratios[0], 0);
    EXPECT_LT(ratios.maxCoeff(), 1 + 1e-12);
  }
}

// Half of each cell is soft and half ten times stiffer, of one Poisson's ratio: the means are 11/2 and 20/11 of the soft stuff.
TEST(UnprobedStiffness, OfTwoMaterialsHasTheMeansOfTheirModuli) {
  const FineBody body = fine_box(layered_bar(0, 10));
  const CoarseMesh mesh = hex_cage(Vec3(4, 1, 1), {4, 1, 1}, Vec3(2, 0.5, 0.5));
  const Eigen::MatrixXd soft = assembled_stiffness(coarsen(fine_box(layered_bar(0, 1)), mesh, by(BoxMethod::galerkin)));
  const Eigen::MatrixXd arithmetic = assembled_stiffness(coarsen(body, mesh, by(BoxMethod::arithmetic))),
                        harmonic = assembled_stiffness(coarsen(body, mesh, by(BoxMethod::harmonic)));
  EXPECT_LT((arithmetic - 11.0 / 2 * soft).norm(), 1e-10 * soft.norm());
  EXPECT_LT((harmonic - 20.0 / 11 * soft).norm(), 1e-10 * soft.norm());
}

// Two nested tets have strains for few of the 18 ways in which a box can deform.
TEST(UnprobedStiffness, OfACellWithTooFewFineCellsIsThatOfItsFunctions) {
  FineBody tets{Vector(15), {}, {rest_stiffness(kSoft)}, {0, 0}, {1, 1}, std::vector<bool>(15, false)};
  tets.X << 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1;
  tets.cells.tets = {{0, 1, 2, 3}, {1, 2, 3, 4}};
  for (BoxMethod method : kUnprobed) {
    const CoarseBody coarse = coarsen(tets, hex_cage(Vec3::Ones(), {1, 1, 1}, Vec3::Constant(0.5)), by(method));
    const Vector values = symmetric_eigenvalues(coarse.cells[0].stiffness.K);
    EXPECT_GT(values[6], 1e-3 * values[23]);
  }
}

TEST(UnprobedStiffness, ByTheArithmeticMeanIsFarTooStiffInABentBarOfLayersOrSlices) {
  for (int axis : {0, 2}) {
    const FineBody body = fine_box(layered_bar(axis, 100));
    const Vector load = traction_force(
        body, [](const Vec3& x) { return x[0] > 4 - 1e-9; }, [](const Vec3&) { return Vec3(0, 0, 1); });
    const double fine = load.dot(FineStatics(body).solve(load));
    for (const std::array<Index, 3>& cells : {std::array<Index, 3>{4, 1, 1}, {8, 2, 2}}) {
      const auto ratio = [&](BoxMethod method) {
        CoarseningSettings settings;
        settings.method = method;
        return CoarseStatics(body, coarsen(body, hex_cage(Vec3(4, 1, 1), cells, Vec3(2, 0.5, 0.5)), settings)).compliance(load) /
               fine;
      };
      const double hg18 = ratio(BoxMethod::hg18), arithmetic = ratio(BoxMethod::arithmetic);
      std::printf("layers of contrast 100 across %c, %dx%dx%d, bend z: hg18 %.3f galerkin %.3f arithmetic %.3f harmonic %.3f\n",
                  "xyz"[axis], cells[0], cells[1], cells[2], hg18, ratio(BoxMethod::galerkin), arithmetic,
                  ratio(BoxMethod::harmonic));
      EXPECT_LT(arithmetic, 0.5 * hg18);
    }
  }
}

}  // namespace
}  // namespace lilyan::test
