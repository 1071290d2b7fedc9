#include <gtest/gtest.h>

#include <lilyan/mesh/box.hpp>
#include <lilyan/mesh/skin.hpp>

#include <Eigen/Geometry>

namespace lilyan {
namespace {

TEST(CellSkin, EnclosesTheVolumeOfTheBodyAndKeepsOnlyVerticesOnIt) {
  const TetMesh mesh = box(Vec3(2, 1, 1), {4, 3, 3}, Vec3::Zero(), Split::five);
  const Skin skin = CellSkin(Cells{mesh.tets}).at(mesh.X);
  EXPECT_EQ(skin.vertices(), mesh.vertices() - 3 * 2 * 2);  // those inside
  double six_volumes = 0;
  for (const Triangle& t : skin.triangles) {
    const Vec3 a = vertex(skin.x, t[0]), b = vertex(skin.x, t[1]), c = vertex(skin.x, t[2]);
    six_volumes += a.dot(b.cross(c));
  }
  EXPECT_NEAR(six_volumes / 6, 2, 1e-13);
}

TEST(CellSkin, CarriesFieldsOfVerticesAsTheyAreAndOfTetsAsMeans) {
  TetMesh mesh = box(Vec3(1, 1, 1), {3, 3, 3}, Vec3::Zero(), Split::six);
  for (Index i = 0; i < mesh.vertices(); ++i) vertex(mesh.X, i)[0] *= 1 + 0.3 * vertex(mesh.X, i)[1];  // so that volumes differ
  MeshField place{"place", 3, {mesh.X.data(), mesh.X.data() + mesh.X.size()}};
  MeshField constant{"constant", 1, std::vector<double>(mesh.tets.size(), 7.0)};
  MeshField height{"height", 1, {}};
  for (const Tet& tet : mesh.tets)
    height.values.push_back((vertex(mesh.X, tet[0]) + vertex(mesh.X, tet[1]) + vertex(mesh.X, tet[2]) + vertex(mesh.X, tet[3]))[1] /
                            4);
  // The mean over the tets that meet at a vertex, weighted by their volumes.
  const auto mean_around = [&](const Vec3& at, const MeshField& field) {
    double sum = 0, volumes = 0;
    for (std::size_t e = 0; e < mesh.tets.size(); ++e)
      for (Index v : mesh.tets[e])
        if (vertex(mesh.X, v) == at) sum += volume(mesh.X, mesh.tets[e]) * field.values[e], volumes += volume(mesh.X, mesh.tets[e]);
    return sum / volumes;
  };
  const Skin skin = CellSkin(Cells{mesh.tets}).at(mesh.X, {place}, {constant, height});
  ASSERT_EQ(skin.fields.size(), 3u);
  for (Index i = 0; i < skin.vertices(); ++i) {
    const auto k = static_cast<std::size_t>(i);
    for (std::size_t c = 0; c < 3; ++c)
      EXPECT_EQ(skin.fields[0].values[3 * k + c], vertex(skin.x, i)[static_cast<Eigen::Index>(c)]);
    EXPECT_NEAR(skin.fields[1].values[k], 7, 1e-14);
    EXPECT_NEAR(skin.fields[2].values[k], mean_around(vertex(skin.x, i), height), 1e-13);
  }
  EXPECT_EQ(find_field(skin.fields, "height"), &skin.fields[2]);
  EXPECT_EQ(find_field(skin.fields, "none"), nullptr);
}

}  // namespace
}  // namespace lilyan
