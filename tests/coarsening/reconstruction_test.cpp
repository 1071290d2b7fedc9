#include <lilyan/algebra/dense.hpp>
#include <lilyan/coarsening/reconstruction.hpp>

#include <Eigen/Geometry>

#include <gtest/gtest.h>

#include <cstdio>
#include <numeric>

#include <tests/coarsening/linear_statics.hpp>
#include <tests/coarsening/round_bodies.hpp>

namespace lilyan::test {
namespace {

std::vector<Index> all_vertices(const FineBody& body) {
  std::vector<Index> all(static_cast<std::size_t>(body.vertices()));
  std::iota(all.begin(), all.end(), Index{0});
  return all;
}

CoarseMesh bar_cage(const std::array<Index, 3>& cells) { return hex_cage(Vec3(4, 1, 1), cells, Vec3(2, 0.5, 0.5)); }

// A bar of one cell that is displaced as a probe is: the strains of that probe come back, in any material.
TEST(ReconstructedVertices, HaveTheStrainsOfTheProbesThemselvesWithoutTheBound) {
  FineBox spec = random_bar(100, 8);
  spec.cells = {16, 4, 4};
  spec.held = [](const Vec3&) { return false; };
  const FineBody body = fine_box(spec);
  CoarseningSettings settings;
  settings.bound = StiffnessBound::none;
  const CoarseBody coarse = coarsen(body, bar_cage({1, 1, 1}), settings);
  ASSERT_EQ(coarse.cells.size(), 1u);
  const std::vector<BoxCell> boxes = box_cells(bar_cage({1, 1, 1}), 3, 0);
  const CellIntegrals integrals = integrate_cell(body, coarse.probes, boxes[0], cut_body(body, boxes)[0]);
  const Eigen::MatrixXd U = singular_values(integrals.G).solve(integrals.A);
  const ReconstructedVertices fine(body, coarse, all_vertices(body), CellFrame::resting);
  for (Eigen::Index b = 0; b < 18; ++b) {
    Vector x = coarse.X;
    for (std::size_t i = 0; i < 8; ++i) vertex(x, coarse.cells[0].box.corners[i]) += U.col(b).segment<3>(3 * static_cast<Index>(i));
    const Vector u = fine.at(x) - body.X;
    double worst = 0, largest = 0;
    for (Index e = 0; e < body.cells.count(); ++e) {
      Vector found(12), probe(12);
      for (Index v = 0; v < 4; ++v) {
        const Index i = body.cells.vertices(e)[static_cast<std::size_t>(v)];
        vertex(found, v) = vertex(u, i);
        vertex(probe, v) = coarse.probes.col(b).segment<3>(3 * i);
      }
      const StrainMatrix B = strain_matrix(body, e);
      worst = std::max(worst, (B * (found - probe)).norm());
      largest = std::max(largest, (B * probe).norm());
    }
    EXPECT_LT(worst, 1e-9 * largest) << b;
  }
}

struct Errors {
  double interpolated, reconstructed;  // in energy norm, of the fine solution's
  double jump;                         // of the largest displacement
};

Errors bend_errors(const FineBody& body, const std::array<Index, 3>& cells) {
  const FineStatics statics(body);
  const Vector load = traction_force(
      body, [](const Vec3& x) { return x[0] > 4 - 1e-9; }, [](const Vec3&) { return Vec3(0, 0, 1); });
  const Vector u = statics.solve(load);
  const CoarseBody coarse = coarsen(body, bar_cage(cells));
  const CoarseStatics of_coarse(body, coarse);
  const Vector U = of_coarse.solve(load), x = coarse.X + U;
  const ReconstructedVertices fine(body, coarse, all_vertices(body), CellFrame::resting);
  const auto error = [&](const Vector& moved) { return std::sqrt(statics.energy(moved - u) / statics.energy(u)); };
  return {error(of_coarse.interpolated(U)), error(fine.at(x) - body.X),
          fine.largest_jump(x) / u.reshaped(3, body.vertices()).colwise().norm().maxCoeff()};
}

TEST(ReconstructedVertices, OfABentBarHaveBetterStrainsThanInterpolatedOnes) {
  const FineBody body = fine_box(homogeneous_bar());
  for (const auto& cells : {std::array<Index, 3>{4, 1, 1}, {8, 2, 2}}) {
    const Errors errors = bend_errors(body, cells);
    std::printf("bent bar, homogeneous, %dx%dx%d: interpolated %.3f reconstructed %.3f jump %.4f\n", cells[0], cells[1], cells[2],
                errors.interpolated, errors.reconstructed, errors.jump);
    EXPECT_LT(errors.reconstructed, 0.3);
    EXPECT_LT(errors.reconstructed, 0.5 * errors.interpolated);
    EXPECT_LE(errors.jump, 0.004);
  }
}

TEST(ReconstructedVertices, OfACrackedBarHaveBetterStrainsThanInterpolatedOnes) {
  const FineBody body = fine_box(cracked_bar(100));
  for (const auto& cells : {std::array<Index, 3>{4, 1, 1}, {8, 2, 2}}) {
    const Errors errors = bend_errors(body, cells);
    std::printf("bent bar, crack 100, %dx%dx%d: interpolated %.3f reconstructed %.3f jump %.4f\n", cells[0], cells[1], cells[2],
                errors.interpolated, errors.reconstructed, errors.jump);
    EXPECT_LT(errors.reconstructed, errors.interpolated);
    EXPECT_LE(errors.jump, 0.06);
  }
}

TEST(ReconstructedVertices, MoveRigidlyWithTheBodyAndFollowItsRotation) {
  const FineBody cylinder = clamped_cylinder(layered_bar(2, 100));
  FineBox flat = layered_bar(1, 100);
  flat.cells = {16, 4, 1};
  const FineBody slice = fine_rectangle(flat);
  const auto check = [](const FineBody& body, const CoarseBody& coarse, const Mat3& R) {
    const Vec3 shift = body.dimension() == 2 ? Vec3(3, -2, 0) : Vec3(3, -2, 1);
    const auto moved = [&](const Vector& X) { return Vector(((R * X.reshaped(3, X.size() / 3)).colwise() + shift).reshaped()); };
    const ReconstructedVertices fine(body, coarse, all_vertices(body), CellFrame::rotated);
    EXPECT_LT((fine.at(moved(coarse.X)) - moved(body.X)).cwiseAbs().maxCoeff(), 1e-10);
    EXPECT_LT(fine.largest_jump(moved(coarse.X)), 1e-10);
    // A small displacement, seen in a turned frame, turns along.
    Vector u(coarse.X.size());
    for (Index c = 0; c < u.size(); ++c) u[c] = c % 3 == 2 && body.dimension() == 2 ? 0 : 1e-3 * std::sin(2.3 * c);
    EXPECT_LT((fine.at(moved(coarse.X + u)) - moved(fine.at(coarse.X + u))).cwiseAbs().maxCoeff(), 1e-10);
  };
  check(cylinder, coarsen(cylinder, cylinder_cage({5, 2, 2})), Eigen::AngleAxisd(2, Vec3(1, 2, 2) / 3).toRotationMatrix());
  check(slice, coarsen(slice, quad_cage(Vec3::Zero(), Vec3(4, 1, 0), 4, 1)),
        Eigen::AngleAxisd(2, Vec3::UnitZ()).toRotationMatrix());
}

TEST(ReconstructedVertices, OfAPartAreThoseOfTheWhole) {
  const FineBody body = clamped_cylinder({});
  const CoarseBody coarse = coarsen(body, cylinder_cage({5, 1, 1}));
  Vector x = coarse.X;
  for (Index c = 0; c < x.size(); ++c) x[c] += 0.01 * std::sin(c);
  const std::vector<Index> some = {7, 100, 3};
  const Vector whole = ReconstructedVertices(body, coarse, all_vertices(body), CellFrame::rotated).at(x);
  const Vector part = ReconstructedVertices(body, coarse, some, CellFrame::rotated).at(x);
  for (Index k = 0; k < 3; ++k) EXPECT_EQ(vertex(part, k), vertex(whole, some[static_cast<std::size_t>(k)]));
}

}  // namespace
}  // namespace lilyan::test
