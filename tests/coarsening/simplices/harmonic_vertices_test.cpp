#include <lilyan/coarsening/fine_sampling.hpp>
#include <lilyan/coarsening/probes.hpp>
#include <lilyan/coarsening/simplices/harmonic_vertices.hpp>

#include <Eigen/Geometry>
#include <Eigen/LU>

#include <gtest/gtest.h>

#include <cstdio>
#include <numeric>
#include <random>

#include <tests/coarsening/bars.hpp>

namespace lilyan::test {
namespace {

// A body of two materials with its probes, and a coarse mesh around it.
struct Composite {
  FineBody body;
  CoarseMesh mesh;
  Eigen::MatrixXd harmonic =
      probe_displacements(body, stress_modes(body.dimension()).first(body.dimension() == 3 ? 6 : 3), ProbeSupport::free);
  HarmonicVertices fine{body, mesh, harmonic, all_vertices()};

  std::vector<Index> all_vertices() const {
    std::vector<Index> all(static_cast<std::size_t>(body.vertices()));
    std::iota(all.begin(), all.end(), Index{0});
    return all;
  }
};

Index soft_middle(const Vec3& x) { return Index{std::abs(x[1] - 0.4) < 0.2}; }

// The fine cells of a unit box (square) with x > y > z, which fill one coarse cell.
FineBody half_of(FineBody body) {
  const Vector middles = centroids(body.X, body.cells);
  FineBody half = body;
  half.cells = {}, half.law_of_cell.clear(), half.density.clear();
  for (Index e = 0; e < body.cells.count(); ++e) {
    const auto at = static_cast<std::size_t>(e);
    const Vec3 x = vertex(middles, e);
    if (x[0] < x[1] || (body.dimension() == 3 && x[1] < x[2])) continue;
    if (body.dimension() == 3) {
      half.cells.tets.push_back(body.cells.tets[at]);
    } else {
      half.cells.triangles.push_back(body.cells.triangles[at]);
      half.cells.thickness.push_back(1);
    }
    half.law_of_cell.push_back(body.law_of_cell[at]);
    half.density.push_back(1);
  }
  return half;
}
Composite in_one_tet(double soft = 0.02) {
  CoarseMesh mesh{(Vector(12) << 0, 0, 0, 1, 0, 0, 1, 1, 0, 1, 1, 1).finished(), {}};
  mesh.cells.tets = {{0, 1, 2, 3}};
  return {half_of(fine_box({Vec3::Ones(), {6, 6, 6}, {1, soft}, soft_middle})), mesh};
}
Composite in_one_triangle(double soft = 0.02) {
  CoarseMesh mesh{(Vector(9) << 0, 0, 0, 1, 0, 0, 1, 1, 0).finished(), {}};
  mesh.cells.triangles = {{0, 1, 2}};
  return {half_of(fine_rectangle({Vec3::Ones(), {12, 12, 1}, {1, soft}, soft_middle})), mesh};
}

Mat3 some_rotation(int dimension) {
  return Eigen::AngleAxisd(2, dimension == 3 ? Vec3(Vec3(1, 2, 2) / 3) : Vec3(Vec3::UnitZ())).toRotationMatrix();
}
Vec3 some_shift(int dimension) { return dimension == 3 ? Vec3(3, -2, 1) : Vec3(3, -2, 0); }

// The corners of a cell after a deformation whose gradient differs from a rotation by up to `part` per entry.
Vector distorted(const CoarseMesh& mesh, int dimension, double part, std::mt19937& random) {
  std::uniform_real_distribution<double> uniform(-part, part);
  Mat3 F = Mat3::Identity();
  for (int i = 0; i < dimension; ++i)
    for (int k = 0; k < dimension; ++k) F(i, k) += uniform(random);
  F = some_rotation(dimension) * F;
  return ((F * mesh.X.reshaped(3, mesh.X.size() / 3)).colwise() + some_shift(dimension)).reshaped();
}

// X_i - X_0 or x_i - x_0, and h_b(X_i) - h_b(X_0).
Mat3 edges_of(const Composite& c, const Vector& x) {
  Mat3 edges = Mat3::Identity();
  const std::span<const Index> corners = c.mesh.cells.vertices(0);
  for (std::size_t i = 1; i < corners.size(); ++i)
    edges.col(static_cast<Index>(i) - 1) = vertex(x, corners[i]) - vertex(x, corners[0]);
  return edges;
}
Eigen::MatrixXd harmonic_edges_of(const Composite& c) {
  const FineSampling sampling(c.body);
  const std::span<const Index> corners = c.mesh.cells.vertices(0);
  Eigen::MatrixXd harmonic = Eigen::MatrixXd::Zero(9, c.harmonic.cols());
  for (std::size_t i = 1; i < corners.size(); ++i)
    harmonic.middleRows<3>(3 * static_cast<Index>(i) - 3) =
        sampling.at(vertex(c.mesh.X, corners[i]), c.harmonic) - sampling.at(vertex(c.mesh.X, corners[0]), c.harmonic);
  return harmonic;
}

TEST(HarmonicVertices, MeetTheCornersOfADistortedCell) {
  std::mt19937 random(4);
  for (const Composite& c : {in_one_tet(), in_one_triangle()}) {
    const int d = c.body.dimension();
    const Mat3 at_rest = edges_of(c, c.mesh.X);
    const Eigen::MatrixXd harmonic = harmonic_edges_of(c);
    const HarmonicCell cell(at_rest, harmonic);
    ASSERT_TRUE(cell.is_regular());
    for (double part : {0.02, 0.1, 0.3, 3.0})
      for (int trial = 0; trial < 20; ++trial) {
        const Mat3 now = edges_of(c, distorted(c.mesh, d, part, random));
        const HarmonicCell::Fit fit = cell.fit(now);
        for (int i = 0; i < d; ++i) {  // eq. 4.6
          const Vec3 h = cell.turned(at_rest.col(i), harmonic.middleRows<3>(3 * i)) * fit.s;
          EXPECT_LT((fit.R * now.col(i) - at_rest.col(i) - h).norm(), 1e-12) << part;
        }
        EXPECT_LT((fit.R.transpose() * fit.R - Mat3::Identity()).norm(), 1e-13);
        EXPECT_GT(fit.R.determinant(), 0);
      }
  }
}

TEST(HarmonicVertices, MoveRigidlyWithTheirCells) {
  FineBox flat{Vec3(2, 1, 1), {8, 4, 1}, {1, 50}, soft_middle};
  CoarseMesh two{(Vector(12) << -0.1, -0.2, 0, 2.3, -0.1, 0, 2.2, 1.3, 0, -0.2, 1.2, 0).finished(), {}};
  two.cells.triangles = {{0, 1, 2}, {0, 2, 3}};
  TetMesh tets = box(Vec3(2.6, 1.3, 1.4), {2, 1, 2}, Vec3(1.1, 0.45, 0.55), Split::six);
  CoarseMesh many{tets.X, {}};
  many.cells.tets = tets.tets;
  for (const Composite& c : {in_one_tet(), in_one_triangle(), Composite{fine_rectangle(flat), two},
                             Composite{fine_box({Vec3(2, 1, 1), {8, 4, 4}, {1, 50}, soft_middle}), many}}) {
    const Mat3 R = some_rotation(c.body.dimension());
    const Vec3 shift = some_shift(c.body.dimension());
    const auto moved = [&](const Vector& X) { return Vector(((R * X.reshaped(3, X.size() / 3)).colwise() + shift).reshaped()); };
    const Vector found = c.fine.at(moved(c.mesh.X)), expected = moved(c.body.X);
    for (Index e = 0; e < c.body.cells.count(); ++e)
      for (Index v : c.body.cells.vertices(e)) EXPECT_LT((vertex(found, v) - vertex(expected, v)).norm(), 1e-12);
    EXPECT_EQ(c.fine.interpolated_cells(), 0);
  }
}

// A cell whose corners move as any combination of the probes does, and turn besides, moves its fine vertices in the same way.
TEST(HarmonicVertices, OfOneCellComeBackFromAnyCombinationOfTheProbes) {
  for (const Composite& c : {in_one_tet(), in_one_triangle()}) {
    const int d = c.body.dimension();
    const Mat3 R = some_rotation(d);
    const HarmonicCell cell(edges_of(c, c.mesh.X), harmonic_edges_of(c));
    Vector s(c.harmonic.cols());
    for (Index b = 0; b < s.size(); ++b) s[b] = 0.02 * std::cos(1.0 + b);
    const FineSampling sampling(c.body);
    const Vec3 X0 = vertex(c.mesh.X, 0);
    const auto moved = [&](const Vec3& X) -> Vec3 {
      const Eigen::MatrixXd h = sampling.at(X, c.harmonic) - sampling.at(X0, c.harmonic);
      return R * (X + cell.turned(X - X0, h) * s) + some_shift(d);
    };
    Vector x(c.mesh.X.size());
    for (Index i = 0; i < x.size() / 3; ++i) vertex(x, i) = moved(vertex(c.mesh.X, i));
    const Vector found = c.fine.at(x);
    double strained = 0;
    for (Index e = 0; e < c.body.cells.count(); ++e)
      for (Index v : c.body.cells.vertices(e)) {
        const Vec3 X = vertex(c.body.X, v);
        EXPECT_LT((vertex(found, v) - moved(X)).norm(), 1e-11);
        strained = std::max(strained, (moved(X) - R * X - some_shift(d)).norm());
      }
    EXPECT_GT(strained, 0.1);
  }
}

// One soft layer takes nearly all of a stretch: cells that interpolate their corners know nothing of it.
TEST(HarmonicVertices, OfAStretchedCompositeAreNearerToTheFineOnesThanInterpolatedOnes) {
  const Composite c = in_one_triangle();
  const Vector u = c.harmonic * (Vector(3) << 0, 0.01, 0).finished();  // pulled along y
  const FineSampling sampling(c.body);
  Vector x = c.mesh.X;
  for (Index i = 0; i < 3; ++i) vertex(x, i) += sampling.at(vertex(c.mesh.X, i), u);
  const Vector found = c.fine.at(x);
  const Mat3 F = edges_of(c, x) * edges_of(c, c.mesh.X).inverse();
  double reconstructed = 0, interpolated = 0;
  for (Index e = 0; e < c.body.cells.count(); ++e)
    for (Index v : c.body.cells.vertices(e)) {
      const Vec3 fine = vertex(c.body.X, v) + vertex(u, v);
      reconstructed = std::max(reconstructed, (vertex(found, v) - fine).norm());
      interpolated = std::max(interpolated, (vertex(x, 0) + F * (vertex(c.body.X, v) - vertex(c.mesh.X, 0)) - fine).norm());
    }
  std::printf("stretched composite triangle: reconstructed %.2e m off, interpolated %.2e m off\n", reconstructed, interpolated);
  EXPECT_LT(reconstructed, 0.2 * interpolated);
}
}  // namespace
}  // namespace lilyan::test
