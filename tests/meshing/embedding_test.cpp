#include <lilyan/mesh/box.hpp>
#include <lilyan/meshing/embedding.hpp>

#include <tests/meshing/surfaces.hpp>

#include <gtest/gtest.h>

#include <algorithm>

namespace lilyan {
namespace {

// A surface of which some vertices lie outside the box that carries it.
TetEmbedding embedded_sphere(const TetMesh& body) { return embed(test::sphere_surface(3, 0.55), body); }

TEST(TetEmbedding, FollowsEveryAffineMotionExactly) {
  const TetMesh body = box(Vec3(1, 1, 1), {3, 4, 5}, Vec3::Zero(), Split::five);
  const TetEmbedding embedding = embedded_sphere(body);
  Mat3 A;
  A << 1.2, 0.3, -0.4, 0.1, -0.7, 0.2, 0.5, 0.6, 2.0;
  const Vec3 b(3, -2, 1);
  Vector x = body.X, expected = embedding.surface().X;
  for (Index i = 0; i < body.vertices(); ++i) vertex(x, i) = A * vertex(body.X, i) + b;
  for (Index i = 0; i < embedding.surface().vertices(); ++i) vertex(expected, i) = A * vertex(embedding.surface().X, i) + b;
  EXPECT_LT((embedding.at(x) - expected).lpNorm<Eigen::Infinity>(), 1e-12);
  EXPECT_LT((embedding.at(body.X) - embedding.surface().X).lpNorm<Eigen::Infinity>(), 1e-12);
}

TEST(TetEmbedding, WeightsSumToOneAndAreNegativeOnlyOutside) {
  const TetMesh body = box(Vec3(1, 1, 1), {3, 4, 5}, Vec3::Zero(), Split::five);
  const TetEmbedding embedding = embedded_sphere(body);
  Index outside = 0;
  for (Index i = 0; i < embedding.surface().vertices(); ++i) {
    const std::array<double, 4>& w = embedding.anchors()[static_cast<std::size_t>(i)].weights;
    EXPECT_NEAR(w[0] + w[1] + w[2] + w[3], 1, 1e-14);
    const bool is_outside = vertex(embedding.surface().X, i).cwiseAbs().maxCoeff() > 0.5;
    outside += is_outside;
    EXPECT_EQ(*std::min_element(w.begin(), w.end()) < -1e-12, is_outside);
  }
  EXPECT_GT(outside, 0);
  const std::vector<double> overhang = embedding.overhangs(body.X);
  EXPECT_NEAR(*std::max_element(overhang.begin(), overhang.end()), 0.05, 1e-12);
}

// Two tets of volumes 1 and 3 meet at a face: at its corners a field of cells is the mean by volume.
TEST(TetEmbedding, CarriesFieldsOfTetsAsMeansByVolume) {
  TetMesh body;
  body.X.resize(15);
  body.X << 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, -1, 0, 0, 3;
  body.tets = {{0, 2, 1, 3}, {0, 1, 2, 4}};
  TriangleMesh surface;
  surface.X.resize(9);
  surface.X << 0, 0, 0, 1, 0, 0, 0, 1, 0;
  surface.triangles = {{0, 1, 2}};
  const Skin skin = embed(surface, body).skin(body.X, {}, {MeshField{"value", 1, {10, 2}}});
  for (double value : skin.fields[0].values) EXPECT_NEAR(value, (10 + 3 * 2) / 4.0, 1e-12);
}

TEST(TetEmbedding, CarriesLinearFieldsAndDoesNotExtrapolate) {
  const TetMesh body = box(Vec3(1, 1, 1), {4, 4, 4}, Vec3::Zero(), Split::six);
  const TetEmbedding embedding = embedded_sphere(body);
  const MeshField place{"place", 3, {body.X.data(), body.X.data() + body.X.size()}};
  const MeshField constant{"constant", 1, std::vector<double>(body.tets.size(), 7.0)};
  MeshField height{"height", 1, {}};
  for (const Tet& tet : body.tets) {
    double sum = 0;
    for (Index i : tet) sum += vertex(body.X, i)[1];
    height.values.push_back(sum / 4);
  }
  const Skin skin = embedding.skin(body.X, {place}, {constant, height});
  ASSERT_EQ(skin.fields.size(), 3u);
  ASSERT_EQ(skin.triangles, embedding.surface().triangles);
  for (Index i = 0; i < skin.vertices(); ++i) {
    const auto k = static_cast<std::size_t>(i);
    const Vec3 p = vertex(embedding.surface().X, i);
    const bool is_inside = p.cwiseAbs().maxCoeff() <= 0.5;
    for (std::size_t c = 0; c < 3; ++c) {
      if (is_inside) {
        EXPECT_NEAR(skin.fields[0].values[3 * k + c], p[static_cast<Eigen::Index>(c)], 1e-12);
      }
      EXPECT_LE(std::abs(skin.fields[0].values[3 * k + c]), 0.5);
    }
    EXPECT_NEAR(skin.fields[1].values[k], 7, 1e-12);
    EXPECT_NEAR(skin.fields[2].values[k], p[1], 0.25);
    EXPECT_LE(std::abs(skin.fields[2].values[k]), 0.5);
  }
}

}  // namespace
}  // namespace lilyan
