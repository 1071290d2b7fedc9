// In a program of its own: under the sanitizers, which find nothing here that smaller surfaces do not show, it takes a minute.
#include <gtest/gtest.h>

#include <tests/meshing/good_mesh.hpp>
#include <tests/meshing/surfaces.hpp>

#include <cmath>

namespace lilyan::test {
namespace {

TEST(MeshSurface, TakesManyTriangles) {
  const TriangleMesh surface = bumpy_sphere(7);
  ASSERT_EQ(surface.triangles.size(), 131072u);
  const double V = enclosed_volume(surface);
  EXPECT_NEAR(std::log(static_cast<double>(expect_good_mesh(surface, V, 0.01, {{}, 20000}).mesh.tets.size()) / 20000), 0, 0.15);
  EXPECT_EQ(expect_good_mesh(surface, V, 0.1, {0.4, {}}).size, 0.4);
}

}  // namespace
}  // namespace lilyan::test
