#include <lilyan/mesh/box.hpp>
#include <lilyan/mesh/quality.hpp>

#include <gtest/gtest.h>

#include <tests/support/tets_over.hpp>

#include <cmath>
#include <numbers>

namespace {

using namespace lilyan;

TEST(Quality, IsOneForTheRegularTetAndSmallForASliver) {
  Vector x(12);
  x << 1, 1, 1, 1, -1, -1, -1, 1, -1, -1, -1, 1;
  EXPECT_NEAR(std::abs(quality(x, {0, 1, 2, 3})), 1, 1e-14);
  EXPECT_NEAR(quality(7 * x, {0, 1, 2, 3}), quality(x, {0, 1, 2, 3}), 1e-14);
  EXPECT_NEAR(quality(x, {0, 1, 3, 2}), -quality(x, {0, 1, 2, 3}), 1e-14) << "turned inside out it is negative";
  x << 0, 0, 0, 1, 0, 0, 1, 1, 1e-3, 0, 1, 0;
  EXPECT_LT(std::abs(quality(x, {0, 1, 2, 3})), 2e-3);
}

TEST(DihedralAngles, AreThoseOfKnownTets) {
  Vector x(12);
  x << 1, 1, 1, 1, -1, -1, -1, 1, -1, -1, -1, 1;
  const DihedralAngles regular = dihedral_angles(x, {0, 2, 1, 3});
  EXPECT_NEAR(regular.smallest, std::acos(1.0 / 3) * 180 / std::numbers::pi, 1e-12);
  EXPECT_NEAR(regular.largest, regular.smallest, 1e-12);
  x << 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1;  // the corner of a cube: right angles at the corner, acos(1/sqrt 3) elsewhere
  const DihedralAngles corner = dihedral_angles(x, {0, 1, 2, 3});
  EXPECT_NEAR(corner.smallest, std::acos(1 / std::sqrt(3.0)) * 180 / std::numbers::pi, 1e-12);
  EXPECT_NEAR(corner.largest, 90, 1e-12);
  x << 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 1e-3;  // a sliver
  EXPECT_LT(dihedral_angles(x, {0, 1, 2, 3}).smallest, 0.2);
  EXPECT_GT(dihedral_angles(x, {0, 1, 2, 3}).largest, 179);
}

TEST(Figures, OfABox) {
  TetMesh mesh = box(Vec3(4, 1, 1), {8, 2, 2}, Vec3(2, 0, 0), Split::five);
  mesh.tet_sets["left"] = {0, 1, 2};
  mesh.materials = {{"soft", 1, 1, 0}, {"hard", 2, 2, 0}};
  mesh.tet_material.assign(160, 1);
  mesh.tet_material[5] = 0;
  const MeshFigures f = figures(mesh);
  EXPECT_EQ(f.vertices, 81);
  EXPECT_EQ(f.tets, 160);
  EXPECT_EQ(f.lowest, Vec3(0, -0.5, -0.5));
  EXPECT_EQ(f.highest, Vec3(4, 0.5, 0.5));
  EXPECT_NEAR(f.volume, 4, 1e-13);
  EXPECT_EQ(f.components, 1);
  EXPECT_EQ(f.surface_triangles, 2 * (2 * 8 * 2 + 2 * 8 * 2 + 2 * 2 * 2));
  EXPECT_TRUE(f.watertight);
  EXPECT_TRUE(f.manifold);
  EXPECT_EQ(f.tet_sets.at("left"), 3);
  EXPECT_EQ(f.materials[0].tets, 1);
  EXPECT_EQ(f.materials[1].tets, 159);
  EXPECT_NEAR(f.dihedral.smallest, std::acos(1 / std::sqrt(3.0)) * 180 / std::numbers::pi, 1e-10);
  EXPECT_NEAR(f.dihedral.largest, 90, 1e-10);
  // The corner tets are the worst: three edges of 1/2 and three of sqrt(1/2).
  EXPECT_NEAR(f.worst_quality, 6 * std::sqrt(2.0) * (0.125 / 6) / std::pow((3 * 0.25 + 3 * 0.5) / 6, 1.5), 1e-12);
  EXPECT_NEAR(quality(mesh.X, mesh.tets[static_cast<std::size_t>(f.worst_tet)]), f.worst_quality, 0);
}

TEST(Figures, CountPartsThatShareNoVertex) {
  const TetMesh two =
      test::tets_over({0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 5, 0, 0, 6, 0, 0, 5, 1, 0, 5, 0, 1}, {{0, 1, 2, 3}, {4, 5, 6, 7}});
  EXPECT_EQ(figures(two).components, 2);
  EXPECT_TRUE(figures(two).manifold);
}

TEST(Figures, TetsThatTouchAtAVertexOrAnEdgeHaveNoManifoldSurface) {
  const TetMesh vertex_only = test::tets_at_a_vertex(), edge_only = test::tets_at_an_edge();
  EXPECT_EQ(figures(vertex_only).components, 1);
  EXPECT_TRUE(figures(vertex_only).watertight);
  EXPECT_FALSE(figures(vertex_only).manifold);
  EXPECT_TRUE(figures(edge_only).watertight);
  EXPECT_FALSE(figures(edge_only).manifold);
}

TEST(Figures, AFaceOfThreeTetsIsNotWatertight) {
  const TetMesh mesh =
      test::tets_over({0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, -1, 0.3, 0.3, 2}, {{0, 1, 2, 3}, {0, 2, 1, 4}, {0, 1, 2, 5}});
  EXPECT_FALSE(figures(mesh).watertight);
  EXPECT_FALSE(figures(mesh).manifold);
}

}  // namespace
