// Surfaces carried by hexes.
#include <lilyan/mesh/box.hpp>
#include <lilyan/mesh/shape_functions.hpp>
#include <lilyan/meshing/embedding.hpp>
#include <lilyan/meshing/locators.hpp>

#include <tests/meshing/surfaces.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace lilyan {
namespace {

// A box of hexes whose inner vertices are moved, so that no hex is a parallelepiped.
BodyMesh distorted_box() {
  BodyMesh body = hex_box(Vec3(1, 1, 1), {3, 4, 5}, Vec3::Zero());
  std::mt19937 random(3);
  for (Index i = 0; i < body.vertices(); ++i)
    if (vertex(body.X, i).cwiseAbs().maxCoeff() < 0.49) vertex(body.X, i) += test::random_point(random, 0.04);
  return body;
}

// A surface of which some vertices lie outside the box that carries it.
HexEmbedding embedded_sphere(const BodyMesh& body) { return embed(test::sphere_surface(3, 0.55), body.X, body.cells.hexes); }

template <class Map>
Vector moved(const Vector& X, const Map& map) {
  Vector x(X.size());
  for (Index i = 0; 3 * Eigen::Index{i} < X.size(); ++i) vertex(x, i) = map(Vec3(vertex(X, i)));
  return x;
}

TriangleMesh triangle_at(const Vec3& a, const Vec3& b, const Vec3& c) {
  TriangleMesh surface;
  surface.X.resize(9);
  surface.X << a, b, c;
  surface.triangles = {{0, 1, 2}};
  return surface;
}

TEST(HexEmbedding, FollowsEveryAffineMotionExactly) {
  const BodyMesh body = distorted_box();
  const HexEmbedding embedding = embedded_sphere(body);
  Mat3 A;
  A << 1.2, 0.3, -0.4, 0.1, -0.7, 0.2, 0.5, 0.6, 2.0;
  const auto affine = [&](const Vec3& X) { return Vec3(A * X + Vec3(3, -2, 1)); };
  EXPECT_LT((embedding.at(moved(body.X, affine)) - moved(embedding.surface().X, affine)).lpNorm<Eigen::Infinity>(), 1e-12);
  EXPECT_LT((embedding.at(body.X) - embedding.surface().X).lpNorm<Eigen::Infinity>(), 1e-12);
}

TEST(HexEmbedding, FollowsTrilinearMotionsExactlyAlsoOutside) {
  const BodyMesh body = hex_box(Vec3(1, 1, 1), {3, 4, 5}, Vec3::Zero());
  const HexEmbedding embedding = embedded_sphere(body);
  const auto trilinear_motion = [](const Vec3& X) {
    const double x = X[0], y = X[1], z = X[2];
    return Vec3(1 + x + 0.4 * x * y - 0.3 * y * z, 2 * y - x * z + 0.7 * x * y * z, z - 0.2 * x * y + 0.9 * x * y * z);
  };
  const Vector expected = moved(embedding.surface().X, trilinear_motion);
  EXPECT_LT((embedding.at(moved(body.X, trilinear_motion)) - expected).lpNorm<Eigen::Infinity>(), 1e-12);
}

// In hexes of any shape a place moves as the shape functions move it.
TEST(HexEmbedding, KeepsThePlaceThatAVertexHasInItsHex) {
  const BodyMesh body = distorted_box();
  std::mt19937 random(8);
  Vector x = body.X;
  for (Index i = 0; i < body.vertices(); ++i) vertex(x, i) += test::random_point(random, 0.3);
  for (const Hex& hex : body.cells.hexes) {
    const Vec3 a = test::random_point(random, 0.999), b = test::random_point(random, 0.999), c = test::random_point(random, 0.999);
    const auto place = [&](const Vector& at, const Vec3& xi) { return hex_place(at, hex, xi); };
    const HexEmbedding embedding =
        embed(triangle_at(place(body.X, a), place(body.X, b), place(body.X, c)), body.X, body.cells.hexes);
    Vector expected(9);
    expected << place(x, a), place(x, b), place(x, c);
    EXPECT_LT((embedding.at(x) - expected).lpNorm<Eigen::Infinity>(), 1e-12);
  }
}

// Two hexes side by side, of which one turns: what lies above it turns with it.
TEST(HexEmbedding, OutsideTakesTheNearestHexOn) {
  const BodyMesh body = hex_box(Vec3(2, 1, 1), {2, 1, 1}, Vec3(1, 0.5, 0.5));
  const auto sheared = [](const Vec3& X) { return Vec3(X[0], X[1] + (X[0] > 1 ? 0.5 * (X[0] - 1) : 0), X[2]); };
  const HexEmbedding embedding =
      embed(triangle_at(Vec3(0.5, 1.2, 0.5), Vec3(1.5, 1.3, 0.5), Vec3(2.5, 1.5, -0.5)), body.X, body.cells.hexes);
  EXPECT_EQ(embedding.anchors()[0].cell, 0);
  EXPECT_EQ(embedding.anchors()[1].cell, 1);
  EXPECT_EQ(embedding.anchors()[2].cell, 1);
  const Vector x = embedding.at(moved(body.X, sheared));
  EXPECT_LT((x - moved(embedding.surface().X, sheared)).lpNorm<Eigen::Infinity>(), 1e-12);
  const std::vector<double> overhang = embedding.overhangs(body.X);
  EXPECT_NEAR(overhang[0], 0.2, 1e-12);
  EXPECT_NEAR(overhang[1], 0.3, 1e-12);
  EXPECT_NEAR(overhang[2], std::sqrt(0.75), 1e-12);
}

// Beyond the edge of a wedge the shape functions reach nothing; an affine motion is still followed.
TEST(HexEmbedding, FollowsAffineMotionsAlsoWhereTheHexFoldsSpaceOver) {
  BodyMesh body = hex_box(Vec3(2, 2, 2), {1, 1, 1}, Vec3::Zero());
  for (Index a = 0; a < 8; ++a)
    if (vertex(body.X, a)[2] > 0) vertex(body.X, a)[0] *= 0.5;
  const Vec3 p(0.1, 0.2, 4);
  ASSERT_FALSE(hex_coordinates(body.X, body.cells.hexes[0], p));
  const HexEmbedding embedding = embed(triangle_at(p, Vec3(0, 1, 5), Vec3(0.2, 0, 0)), body.X, body.cells.hexes);
  Mat3 A;
  A << 1.2, 0.3, -0.4, 0.1, -0.7, 0.2, 0.5, 0.6, 2.0;
  const auto affine = [&](const Vec3& X) { return Vec3(A * X + Vec3(3, -2, 1)); };
  EXPECT_LT((embedding.at(moved(body.X, affine)) - moved(embedding.surface().X, affine)).lpNorm<Eigen::Infinity>(), 1e-12);
}

TEST(HexEmbedding, WeightsSumToOneAndAreNegativeOnlyOutside) {
  const BodyMesh body = distorted_box();
  const HexEmbedding embedding = embedded_sphere(body);
  Index outside = 0;
  for (Index i = 0; i < embedding.surface().vertices(); ++i) {
    const std::array<double, 8>& w = embedding.anchors()[static_cast<std::size_t>(i)].weights;
    double sum = 0;
    for (double weight : w) sum += weight;
    EXPECT_NEAR(sum, 1, 1e-13);
    const bool is_outside = vertex(embedding.surface().X, i).cwiseAbs().maxCoeff() > 0.5;
    outside += is_outside;
    EXPECT_EQ(*std::min_element(w.begin(), w.end()) < -1e-12, is_outside);
  }
  EXPECT_GT(outside, 0);
  const std::vector<double> overhang = embedding.overhangs(body.X);
  EXPECT_NEAR(*std::max_element(overhang.begin(), overhang.end()), 0.05, 1e-12);
}

// Two hexes of volumes 1 and 3 meet at a face: at its corners a field of cells is the mean by volume.
TEST(HexEmbedding, CarriesFieldsOfHexesAsMeansByVolume) {
  BodyMesh body = hex_box(Vec3(2, 1, 1), {2, 1, 1}, Vec3(1, 0.5, 0.5));
  for (Index i = 0; i < body.vertices(); ++i)
    if (vertex(body.X, i)[0] > 1.5) vertex(body.X, i)[0] = 4;
  const HexEmbedding embedding = embed(triangle_at(Vec3(1, 0, 0), Vec3(1, 1, 0), Vec3(1, 0, 1)), body.X, body.cells.hexes);
  const Skin skin = embedding.skin(body.X, {}, {MeshField{"value", 1, {10, 2}}});
  for (double value : skin.fields[0].values) EXPECT_NEAR(value, (10 + 3 * 2) / 4.0, 1e-12);
}

TEST(HexEmbedding, CarriesLinearFieldsAndDoesNotExtrapolate) {
  const BodyMesh body = distorted_box();
  const HexEmbedding embedding = embedded_sphere(body);
  const MeshField place{"place", 3, {body.X.data(), body.X.data() + body.X.size()}};
  const MeshField constant{"constant", 1, std::vector<double>(body.cells.hexes.size(), 7.0)};
  const Skin skin = embedding.skin(body.X, {place}, {constant});
  ASSERT_EQ(skin.fields.size(), 2u);
  ASSERT_EQ(skin.triangles, embedding.surface().triangles);
  for (Index i = 0; i < skin.vertices(); ++i) {
    const auto k = static_cast<std::size_t>(i);
    const Vec3 p = vertex(embedding.surface().X, i);
    for (std::size_t c = 0; c < 3; ++c) {
      const double value = skin.fields[0].values[3 * k + c];
      if (p.cwiseAbs().maxCoeff() <= 0.5) {
        EXPECT_NEAR(value, p[static_cast<Eigen::Index>(c)], 1e-12);
      }
      EXPECT_LE(std::abs(value), 0.5 + 1e-15);
    }
    EXPECT_NEAR(skin.fields[1].values[k], 7, 1e-12);
  }
}

TEST(HexLocator, FindsTheHexThatHoldsAPoint) {
  const BodyMesh body = distorted_box();
  const HexLocator locator(body.X, body.cells.hexes);
  std::mt19937 random(9);
  for (std::size_t h = 0; h < body.cells.hexes.size(); ++h)
    for (int k = 0; k < 8; ++k)
      EXPECT_EQ(locator.find(hex_place(body.X, body.cells.hexes[h], test::random_point(random, 0.9999))), static_cast<Index>(h));
}

}  // namespace
}  // namespace lilyan
