#include <lilyan/mesh/quality.hpp>
#include <lilyan/meshing/manifold.hpp>
#include <lilyan/meshing/stuffing.hpp>

#include <gtest/gtest.h>

#include <tests/support/tets_over.hpp>

#include <cmath>
#include <numbers>
#include <random>

namespace lilyan {
namespace {

TetMesh stuffed(const Field3& field, double reach, double size) {
  const Lattice lattice({Vec3::Constant(-reach), Vec3::Constant(reach)}, size);
  std::vector<double> values;
  for (Index p = 0; p < lattice.points(); ++p) values.push_back(field(lattice.position(p)));
  return stuff(lattice, values, [&](const Vec3& inside, const Vec3& outside) { return bisect(field, inside, outside); });
}

TEST(Lattice, IsFilledByTetsOfTheSameShape) {
  const Lattice lattice({Vec3::Zero(), Vec3(3, 4, 5)}, 1);
  Vector X(3 * Eigen::Index{lattice.points()});
  for (Index p = 0; p < lattice.points(); ++p) {
    vertex(X, p) = lattice.position(p);
    EXPECT_EQ(lattice.point(lattice.place(p)), p);
  }
  double sum = 0;
  lattice.for_each_tet([&](const Tet& tet) {
    EXPECT_NEAR(std::abs(volume(X, tet)), 1.0 / 12, 1e-14);
    sum += std::abs(volume(X, tet));
  });
  EXPECT_GT(sum, 3 * 4 * 5);
}

// Fields that change as fast as the lattice can see, so that every pattern of cuts and snaps comes up.
TEST(Stuffing, KeepsItsAnglesInWildFields) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> number(-1, 1);
  std::size_t tets = 0;
  DihedralAngles worst{180, 0};
  for (int trial = 0; trial < 24; ++trial) {
    const Vec3 k(6 * number(random), 6 * number(random), 6 * number(random));
    const Vec3 phase(9 * number(random), 9 * number(random), 9 * number(random));
    const double level = number(random);
    const auto field = [&](const Vec3& p) {
      const double waves = std::sin(k[0] * p[0] + phase[0] + std::sin(k[1] * p[2])) + std::sin(k[1] * p[1] + phase[1] + p[0]) +
                           std::sin(k[2] * p[2] + phase[2] - p[1]) + level;
      return std::min(waves, 6 - p.cwiseAbs().maxCoeff());
    };
    const TetMesh mesh = stuffed(field, 6, 1);
    tets += mesh.tets.size();
    for (const Tet& tet : mesh.tets) {
      EXPECT_GT(volume(mesh.X, tet), 0);
      const DihedralAngles angles = dihedral_angles(mesh.X, tet);
      worst = {std::min(worst.smallest, angles.smallest), std::max(worst.largest, angles.largest)};
    }
  }
  EXPECT_GT(tets, 100'000u);
  EXPECT_GT(worst.smallest, 8);
  EXPECT_LT(worst.largest, 165);
}

TEST(Stuffing, PutsBoundaryVerticesOnTheSurface) {
  const auto ball = [](const Vec3& p) { return 1 - p.norm(); };
  const TetMesh mesh = stuffed(ball, 1, 0.2);
  for (const Triangle& triangle : surface(mesh))
    for (Index i : triangle) EXPECT_NEAR(vertex(mesh.X, i).norm(), 1, 1e-8);
  EXPECT_NEAR(figures(mesh).volume, 4 * std::numbers::pi / 3, 0.06);
}

TEST(MakeManifold, TakesTetsApartThatTouchAtAVertexOrAnEdge) {
  TetMesh at_vertex = test::tets_at_a_vertex(), at_edge = test::tets_at_an_edge();
  EXPECT_EQ(make_manifold(at_vertex).doubled_vertices, 1);
  EXPECT_EQ(figures(at_vertex).components, 2);
  EXPECT_TRUE(figures(at_vertex).manifold);
  EXPECT_EQ(make_manifold(at_edge).doubled_vertices, 2);
  EXPECT_TRUE(figures(at_edge).manifold);
}

TEST(MakeManifold, MendsWhatWildFieldsLeave) {
  const auto field = [](const Vec3& p) {
    return std::min(std::sin(2.9 * p[0]) + std::sin(3.1 * p[1] + 1) + std::sin(3.3 * p[2] + 2), 5 - p.cwiseAbs().maxCoeff());
  };
  TetMesh mesh = stuffed(field, 5, 1);
  ASSERT_FALSE(figures(mesh).manifold);  // or there is nothing to mend
  const double before = figures(mesh).volume;
  make_manifold(mesh);
  EXPECT_TRUE(figures(mesh).manifold);
  EXPECT_TRUE(figures(mesh).watertight);
  EXPECT_NO_THROW(make_valid(mesh, "wild"));
  EXPECT_GT(figures(mesh).volume, 0.8 * before);
}

TEST(DropSmallParts, KeepsTheLargest) {
  TetMesh mesh =
      test::tets_over({0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 2, 5, 0, 0, 6, 0, 0, 5, 1, 0, 5, 0, 1}, {{0, 1, 2, 3}, {4, 5, 6, 7}});
  EXPECT_EQ(drop_small_parts(mesh, 0.1), 0);
  EXPECT_EQ(drop_small_parts(mesh, 1), 1);
  EXPECT_EQ(mesh.tets.size(), 1u);
  EXPECT_EQ(mesh.vertices(), 4);
  EXPECT_EQ(drop_small_parts(mesh, 100), 0);
}

}  // namespace
}  // namespace lilyan
