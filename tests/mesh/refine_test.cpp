#include <lilyan/mesh/box.hpp>
#include <lilyan/mesh/refine.hpp>
#include <lilyan/mesh/shape_functions.hpp>

#include <gtest/gtest.h>

#include <set>

namespace lilyan {
namespace {

double total_volume(const BodyMesh& mesh, double& least) {
  double sum = 0;
  least = 1e300;
  for (Index e = 0; e < mesh.cells.count(); ++e) {
    const double V = volume(mesh.X, mesh.cells, e);
    sum += V;
    least = std::min(least, V);
  }
  return sum;
}

BodyMesh distorted(BodyMesh mesh) {
  mesh.X += 0.03 * Vector::LinSpaced(mesh.X.size(), 0, 50).array().sin().matrix();
  return mesh;
}

TEST(Refinement, KeepsTheShapeAndDividesEveryCell) {
  BodyMesh slice;
  slice.X.resize(12);
  slice.X << 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0;
  slice.cells.triangles = {{0, 1, 2}, {1, 3, 2}};
  slice.cells.thickness = {0.5, 0.25};
  for (const BodyMesh& mesh : {distorted(box(Vec3(2, 1, 1), {3, 2, 2}, Vec3::Zero(), Split::five)),
                               distorted(box(Vec3(2, 1, 1), {3, 2, 2}, Vec3::Zero(), Split::six)),
                               hex_box(Vec3(2, 1, 1), {3, 2, 2}, Vec3::Zero()), slice}) {
    const BodyMesh fine = refined(mesh);
    const Index parts = mesh.kind() == CellKind::triangle ? 4 : 8;
    EXPECT_EQ(fine.cells.count(), parts * mesh.cells.count());
    double least = 0, least_fine = 0;
    const double V = total_volume(mesh, least), fine_V = total_volume(fine, least_fine);
    EXPECT_NEAR(fine_V, V, 1e-12);
    EXPECT_GT(least_fine, least / (2 * parts));
    EXPECT_EQ(fine.X.head(mesh.X.size()), mesh.X);
    // No vertex twice, no face in the middle of nowhere: the surface has four times as many triangles.
    std::set<std::array<double, 3>> places;
    for (Index i = 0; i < fine.vertices(); ++i) places.insert({fine.X[3 * i], fine.X[3 * i + 1], fine.X[3 * i + 2]});
    EXPECT_EQ(places.size(), static_cast<std::size_t>(fine.vertices()));
    EXPECT_EQ(surface(fine.cells).size(), 4 * surface(mesh.cells).size());
  }
}

TEST(Refinement, OfARegularBoxIsTheFinerBox) {
  const BodyMesh fine = refined(hex_box(Vec3(2, 1, 1), {2, 1, 1}, Vec3::Zero())),
                 box_mesh = hex_box(Vec3(2, 1, 1), {4, 2, 2}, Vec3::Zero());
  EXPECT_EQ(fine.vertices(), box_mesh.vertices());
  EXPECT_EQ(fine.cells.count(), box_mesh.cells.count());
  for (const Hex& hex : fine.cells.hexes) EXPECT_NEAR(least_jacobian(fine.X, hex), 0.125 / 8, 1e-12);
}

TEST(Refinement, TakesSetsAndMaterialsAlong) {
  BodyMesh mesh = box(Vec3(2, 1, 1), {2, 1, 1}, Vec3::Zero(), Split::six);
  for (Index i = 0; i < mesh.vertices(); ++i)
    if (mesh.X[3 * i] < -0.9) mesh.vertex_sets["left"].push_back(i);
  mesh.cell_sets["two"] = {1, 5};
  mesh.cell_material.assign(12, 0);
  mesh.cell_material[3] = 1;
  const BodyMesh fine = refined(mesh);
  std::vector<Index> left;
  for (Index i = 0; i < fine.vertices(); ++i)
    if (fine.X[3 * i] < -0.9) left.push_back(i);
  EXPECT_EQ(fine.vertex_sets.at("left"), left);
  EXPECT_EQ(fine.cell_sets.at("two"), (std::vector<Index>{8, 9, 10, 11, 12, 13, 14, 15, 40, 41, 42, 43, 44, 45, 46, 47}));
  for (std::size_t e = 0; e < 96; ++e) EXPECT_EQ(fine.cell_material[e], e / 8 == 3 ? 1 : 0);
}

}  // namespace
}  // namespace lilyan
