#include <lilyan/mesh/quality.hpp>
#include <lilyan/meshing/shapes.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace lilyan {
namespace {

constexpr double kPi = std::numbers::pi;

// What every shape promises: counted right, valid, one manifold part, and vertices on the surface exactly.
template <class Shape, class Distance>
MeshFigures expect_good(const Shape& shape, double smallest_angle, const Distance& outside) {
  TetMesh mesh = shape.mesh();
  EXPECT_EQ(mesh.vertices(), shape.count().vertices);
  EXPECT_EQ(static_cast<double>(mesh.tets.size()), shape.count().cells);
  EXPECT_NO_THROW(make_valid(mesh, "shape"));
  EXPECT_TRUE(mesh.notes.empty());
  const MeshFigures f = figures(mesh);
  EXPECT_EQ(f.components, 1);
  EXPECT_TRUE(f.watertight && f.manifold);
  EXPECT_GT(f.dihedral.smallest, smallest_angle);
  for (const Triangle& triangle : surface(mesh))
    for (Index i : triangle) EXPECT_NEAR(outside(Vec3(vertex(mesh.X, i))), 0, 1e-13);
  for (Index i = 0; i < mesh.vertices(); ++i) EXPECT_LT(outside(Vec3(vertex(mesh.X, i))), 1e-13);
  return f;
}

// The lightest vertex of a body of even density, against the mean.
double lightest(const TetMesh& mesh) {
  Vector share = Vector::Zero(mesh.vertices());
  for (const Tet& tet : mesh.tets)
    for (Index i : tet) share[i] += volume(mesh.X, tet);
  return share.minCoeff() / share.mean();
}

TEST(Ball, HasGoodTetsAndAVolumeOfSecondOrder) {
  const Vec3 center(1, 2, 3);
  double last = 0;
  for (const double size : {2.0, 0.5, 0.25, 0.125}) {
    const Ball ball{1, size, center};
    const MeshFigures f = expect_good(ball, 24, [&](const Vec3& p) { return (p - center).norm() - 1; });
    const double missing = 1 - f.volume / (4 * kPi / 3);
    EXPECT_GT(missing, 0);
    if (size < 0.4) {
      EXPECT_NEAR(last / missing, 4, 0.3) << size;
    }
    last = missing;
    EXPECT_GT(lightest(ball.mesh()), 0.1);
  }
  EXPECT_LT(last, 0.01);
}

TEST(Ball, IsSymmetricAboutItsCenter) {
  const TetMesh mesh = Ball{2, 0.5, Vec3(1, 0, 0)}.mesh();
  Vec3 moment = Vec3::Zero();
  Mat3 second = Mat3::Zero();
  for (Index i = 0; i < mesh.vertices(); ++i) {
    const Vec3 r = vertex(mesh.X, i) - Vec3(1, 0, 0);
    moment += r;
    second += r * r.transpose();
  }
  EXPECT_LT(moment.norm(), 1e-11);
  EXPECT_LT((second - second.trace() / 3 * Mat3::Identity()).norm(), 1e-10);
}

TEST(Cylinder, HasGoodTetsSharpRimsAndAVolumeOfSecondOrder) {
  double last = 0;
  for (const double size : {5.0, 0.5, 0.25, 0.125}) {
    const Cylinder cylinder{1, 3, size, Vec3(0, 1, 0), Vec3::UnitY()};
    const MeshFigures f =
        expect_good(cylinder, 20, [](const Vec3& p) { return std::max(std::hypot(p[0], p[2]) - 1, std::abs(p[1] - 1) - 1.5); });
    EXPECT_EQ(f.lowest[1], -0.5);
    EXPECT_EQ(f.highest[1], 2.5);
    const double missing = 1 - f.volume / (3 * kPi);
    if (size < 0.4) {
      EXPECT_NEAR(last / missing, 4, 0.3) << size;
    }
    last = missing;
    EXPECT_GT(lightest(cylinder.mesh()), 0.05);
  }
}

TEST(Cylinder, PointsAlongItsAxis) {
  const Vec3 axis = Vec3(1, 2, -2) / 3;
  const TetMesh mesh = Cylinder{0.5, 4, 0.5, Vec3(1, 1, 1), axis}.mesh();
  for (Index i = 0; i < mesh.vertices(); ++i) {
    const Vec3 r = vertex(mesh.X, i) - Vec3(1, 1, 1);
    EXPECT_LE(std::abs(r.dot(axis)), 2 + 1e-13);
    EXPECT_LE((r - r.dot(axis) * axis).norm(), 0.5 + 1e-13);
  }
}

TEST(Torus, HasGoodTetsAndAVolumeOfSecondOrder) {
  double last = 0;
  for (const double size : {3.0, 0.25, 0.125, 0.0625}) {
    const Torus torus{1, 0.5, size, Vec3(0, 0, 1), Vec3::UnitZ()};
    const MeshFigures f =
        expect_good(torus, 20, [](const Vec3& p) { return std::hypot(std::hypot(p[0], p[1]) - 1, p[2] - 1) - 0.5; });
    const double missing = 1 - f.volume / (2 * kPi * kPi * 0.25);
    if (size < 0.2) {
      EXPECT_NEAR(last / missing, 4, 0.3) << size;
    }
    last = missing;
    EXPECT_GT(lightest(torus.mesh()), 0.05);
  }
}

// Like a chessboard: at inner vertices eight triangles meet, then four, in turn.
TEST(Sheet, AlternatesItsDiagonals) {
  const BodyMesh mesh = sheet({2, 1}, {4, 4}, Vec3::Zero(), 0.001);
  std::vector<int> meeting(static_cast<std::size_t>(mesh.vertices()), 0);
  for (const Triangle& triangle : mesh.cells.triangles)
    for (Index i : triangle) ++meeting[static_cast<std::size_t>(i)];
  for (Index i = 1; i < 4; ++i)
    for (Index j = 1; j < 4; ++j)
      EXPECT_EQ(meeting[static_cast<std::size_t>(5 * i + j)], (i + j) % 2 == 0 ? 8 : 4) << i << " " << j;
}

}  // namespace
}  // namespace lilyan
