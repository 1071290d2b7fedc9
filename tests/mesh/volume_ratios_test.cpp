#include <lilyan/mesh/box.hpp>
#include <lilyan/mesh/volume_ratios.hpp>

#include <gtest/gtest.h>

#include <numeric>

namespace lilyan {
namespace {

std::vector<Index> all(const Cells& cells) {
  std::vector<Index> numbers(static_cast<std::size_t>(cells.count()));
  std::iota(numbers.begin(), numbers.end(), Index{0});
  return numbers;
}

Vector mapped(const Vector& X, const Mat3& F) {
  Vector x = X;
  for (Index i = 0; 3 * i < X.size(); ++i) vertex(x, i) = F * vertex(X, i);
  return x;
}

BodyMesh tets() {
  const TetMesh box_mesh = box(Vec3(2, 1, 1), {2, 1, 1}, Vec3::Zero(), Split::six);
  BodyMesh mesh;
  mesh.X = box_mesh.X;
  mesh.cells.tets = box_mesh.tets;
  return mesh;
}

BodyMesh slice() {
  BodyMesh mesh;
  mesh.X.resize(12);
  mesh.X << 0, 0, 1, 1, 0, 1, 0, 1, 1, 1, 1, 1;
  mesh.cells.triangles = {{0, 1, 2}, {1, 2, 3}};  // one of them turned round
  return mesh;
}

TEST(HonestVolumeRatios, AreTheDeterminantOfTheDeformation) {
  for (const BodyMesh& mesh : {tets(), hex_box(Vec3(2, 1, 1), {2, 1, 1}, Vec3::Zero()), slice()}) {
    const VolumeRatios ratios(mesh.X, mesh.cells, all(mesh.cells));
    EXPECT_NEAR(ratios.look(mesh.X).least, 1, 1e-12);
    EXPECT_EQ(ratios.look(mesh.X).inverted, 0);
    const VolumeRatios::Seen pressed = ratios.look(mapped(mesh.X, Vec3(0.5, 0.8, 1).asDiagonal()));
    EXPECT_NEAR(pressed.least, 0.4, 1e-12);
    EXPECT_EQ(pressed.inverted, 0);
    const VolumeRatios::Seen turned = ratios.look(mapped(mesh.X, Vec3(-1.5, 1, 1).asDiagonal()));
    EXPECT_NEAR(turned.least, -1.5, 1e-12);
    EXPECT_EQ(turned.inverted, mesh.cells.count());
  }
}

TEST(HonestVolumeRatios, NameTheWorstCellAndCountTheOthersNot) {
  const BodyMesh mesh = tets();
  const VolumeRatios ratios(mesh.X, mesh.cells, all(mesh.cells));
  Vector x = mesh.X;
  const Tet& worst = mesh.cells.tets[7];
  vertex(x, worst[0]) += 1.5 * ((vertex(x, worst[1]) + vertex(x, worst[2]) + vertex(x, worst[3])) / 3 - vertex(x, worst[0]));
  const VolumeRatios::Seen seen = ratios.look(x);
  EXPECT_GE(seen.inverted, 1);
  EXPECT_LT(seen.inverted, mesh.cells.count());
  EXPECT_LE(seen.least, -0.5 + 1e-12);
  const VolumeRatios only(mesh.X, mesh.cells, {7});
  EXPECT_EQ(only.look(x).cell, 7);
  EXPECT_NEAR(only.look(x).least, -0.5, 1e-12);
  EXPECT_EQ(only.look(x).inverted, 1);
  EXPECT_EQ(VolumeRatios(mesh.X, mesh.cells, {}).look(x).cell, -1);
  EXPECT_EQ(VolumeRatios(mesh.X, mesh.cells, {}).look(x).least, 1);
}

// A hex of which one corner is pushed in too far has volume left and is no shape of a hex any more.
TEST(HonestVolumeRatios, OfAHexAreTheLeastOfItsCorners) {
  const BodyMesh mesh = hex_box(Vec3(1, 1, 1), {1, 1, 1}, Vec3(0.5, 0.5, 0.5));
  const VolumeRatios ratios(mesh.X, mesh.cells, {0});
  Vector x = mesh.X;
  for (Index i = 0; i < 8; ++i)
    if (vertex(mesh.X, i).sum() > 2.9) vertex(x, i) = Vec3(0.5, 0.5, 0.5);
  EXPECT_NEAR(ratios.look(x).least, -0.5, 1e-12);  // det [-1/2 e + I], e of ones, of the corner's three edges
  EXPECT_EQ(ratios.look(x).inverted, 1);
}

}  // namespace
}  // namespace lilyan
