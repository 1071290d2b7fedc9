#include <lilyan/algebra/threads.hpp>
#include <lilyan/core/error.hpp>
#include <lilyan/mesh/quality.hpp>
#include <lilyan/mesh_files/read.hpp>
#include <lilyan/meshing/locators.hpp>
#include <lilyan/meshing/mesh_surface.hpp>
#include <lilyan/meshing/surface_queries.hpp>

#include <tests/meshing/good_mesh.hpp>
#include <tests/meshing/surfaces.hpp>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <numbers>
#include <random>

namespace lilyan {
namespace {

using test::expect_good_mesh;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

double largest_distance(const TetMesh& body, const TriangleMesh& to) {
  const BoxTree tree(triangle_boxes(to));
  double largest = 0;
  for (const Triangle& triangle : surface(body))
    for (Index i : triangle) {
      const Vec3 p = vertex(body.X, i);
      const auto distance = [&](Index t) {
        const Triangle& c = to.triangles[static_cast<std::size_t>(t)];
        return (p - closest_point(p, vertex(to.X, c[0]), vertex(to.X, c[1]), vertex(to.X, c[2]))).squaredNorm();
      };
      largest = std::max(largest, distance(tree.nearest(p, distance)));
    }
  return std::sqrt(largest);
}

TEST(MeshSurface, OfABumpySphereIsGoodAndLiesOnIt) {
  const TriangleMesh surface = test::bumpy_sphere(5);
  const SurfaceMesh result = expect_good_mesh(surface, test::enclosed_volume(surface));
  EXPECT_NEAR(static_cast<double>(result.mesh.tets.size()), kFewestTets, 1000);
  EXPECT_EQ(figures(result.mesh).components, 1);
  EXPECT_THAT(result.mesh.notes, IsEmpty());
  EXPECT_LT(largest_distance(result.mesh, surface), 1e-6);
}

TEST(MeshSurface, TakesTheSizeOrNumberAskedFor) {
  const TriangleMesh surface = test::bumpy_sphere(4);
  const double V = test::enclosed_volume(surface);
  EXPECT_NEAR(std::log(static_cast<double>(expect_good_mesh(surface, V, 0.01, {{}, 20000}).mesh.tets.size()) / 20000), 0, 0.15);
  EXPECT_EQ(expect_good_mesh(surface, V, 0.1, {0.4, {}}).size, 0.4);
}

TEST(MeshSurface, OfTorusAndBoxWithSharpEdges) {
  const TriangleMesh torus = test::torus_surface(1, 0.3, 60, 30);
  expect_good_mesh(torus, test::enclosed_volume(torus));
  expect_good_mesh(test::box_surface(Vec3(1, 2, 3), 5), 6);
  expect_good_mesh(test::box_surface(Vec3(1, 1, 0.05), 5), 0.05);
}

TEST(MeshSurface, BridgesHolesAndSaysSo) {
  TriangleMesh surface = test::box_surface(Vec3(1, 1, 1), 10);
  for (const int triangle : {13, 90, 100, 300, 310, 555}) surface.triangles.erase(surface.triangles.begin() + triangle);
  const SurfaceMesh result = expect_good_mesh(surface, 1, 0.03);
  EXPECT_THAT(result.mesh.notes, Contains(AllOf(HasSubstr("is open in 6 places (18 edges have"),
                                                HasSubstr("0.141 m across, near ["), HasSubstr("keeps its holes"))));
}

TEST(MeshSurface, TurnsInwardAndMixedTriangles) {
  const TriangleMesh sphere = test::sphere_surface(4);
  const double V = test::enclosed_volume(sphere);
  EXPECT_THAT(expect_good_mesh(test::turned_inside_out(sphere), V).mesh.notes, Contains(HasSubstr("faced inwards")));
  TriangleMesh mixed = sphere;
  for (std::size_t k = 0; k < mixed.triangles.size(); k += 3) std::swap(mixed.triangles[k][1], mixed.triangles[k][2]);
  EXPECT_THAT(expect_good_mesh(mixed, V).mesh.notes, Contains(HasSubstr("turned 683 triangles")));
}

TEST(MeshSurface, LeavesOutRepeatedAndFlatTriangles) {
  const TriangleMesh sphere = test::sphere_surface(4);
  TriangleMesh doubled = test::joined(sphere, test::turned_inside_out(sphere));
  doubled.triangles.push_back({0, 1, 1});
  const SurfaceMesh result = expect_good_mesh(doubled, test::enclosed_volume(sphere));
  EXPECT_THAT(result.mesh.notes, Contains(HasSubstr("2048 triangles that stood there twice")));
  EXPECT_THAT(result.mesh.notes, Contains(HasSubstr("1 triangles without area")));
}

TEST(MeshSurface, LeavesCavitiesEmptyAndCountsOverlapsOnce) {
  const TriangleMesh outer = test::sphere_surface(4), inner = test::sphere_surface(4, 0.5);
  expect_good_mesh(test::joined(outer, test::turned_inside_out(inner)),
                   test::enclosed_volume(outer) - test::enclosed_volume(inner));
  expect_good_mesh(test::joined(outer, inner), test::enclosed_volume(outer));
  const double h = 0.4;  // of each cap that two unit spheres 1.2 apart have in common
  expect_good_mesh(test::joined(outer, test::sphere_surface(4, 1, Vec3(1.2, 0, 0))),
                   2 * test::enclosed_volume(outer) - 2 * std::numbers::pi * h * h * (3 - h) / 3, 0.03);
}

TEST(MeshSurface, NotesSeparateAndLostParts) {
  const TriangleMesh two = test::joined(test::sphere_surface(3), test::sphere_surface(3, 0.5, Vec3(3, 0, 0)));
  EXPECT_THAT(expect_good_mesh(two, test::enclosed_volume(two)).mesh.notes, Contains(HasSubstr("has 2 parts")));
  TriangleMesh with_hair = test::box_surface(Vec3(0.02, 3, 0.02), 1);  // much thinner than the tets
  with_hair = test::joined(test::sphere_surface(4), with_hair);
  EXPECT_THAT(mesh_surface(with_hair, {0.2, {}}, "hair").mesh.notes, Contains(HasSubstr("thin parts are lost")));
}

TEST(MeshSurface, DropsWhatThinWallsWouldLetComeOff) {
  // Two balls that a wire, much thinner than the tets, makes one piece of surface.
  const TriangleMesh large = test::sphere_surface(3), small = test::sphere_surface(3, 0.5, Vec3(3, 0, 0));
  TriangleMesh dumbbell = test::joined(large, small);
  const Index first = large.vertices();
  dumbbell.triangles.push_back({0, 10, first + 20});
  dumbbell.triangles.push_back({10, first + 25, first + 20});
  const SurfaceMesh result = mesh_surface(dumbbell, {0.2, {}}, "dumbbell");
  EXPECT_EQ(figures(result.mesh).components, 1);
  EXPECT_THAT(result.mesh.notes, Contains(HasSubstr("dropped 1 parts that the surface joins to the rest by a wall too thin")));
  double volume_left = 0;
  for (const Tet& tet : result.mesh.tets) volume_left += volume(result.mesh.X, tet);
  EXPECT_NEAR(volume_left, test::enclosed_volume(large), 0.05 * test::enclosed_volume(large)) << "the larger one stays";
}

TEST(MeshSurface, WorksInAnyUnit) {
  for (const double radius : {1e-6, 1e6}) {
    const TriangleMesh sphere = test::sphere_surface(4, radius);
    expect_good_mesh(sphere, test::enclosed_volume(sphere));
  }
}

TEST(MeshSurface, GivesTheSameBytesForAnyNumberOfThreads) {
  const TriangleMesh surface = test::bumpy_sphere(4);
  const SurfaceMesh one = mesh_surface(surface, {}, "surface");
  set_threads(3);
  const SurfaceMesh three = mesh_surface(surface, {}, "surface");
  set_threads(1);
  EXPECT_EQ(one.mesh.X, three.mesh.X);
  EXPECT_EQ(one.mesh.tets, three.mesh.tets);
}

TEST(MeshSurface, RefusesHopelessSurfacesWithTheReason) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> number(-1, 1);
  TriangleMesh soup;
  soup.X = Vector::NullaryExpr(540, [&] { return number(random); });
  for (Index i = 0; i < 60; ++i) soup.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  TriangleMesh hemisphere = test::sphere_surface(3);
  std::erase_if(hemisphere.triangles, [&](const Triangle& t) { return hemisphere.X[3 * t[0] + 2] < 0.1; });
  TriangleMesh broken = test::sphere_surface(2);
  broken.X[5] = NAN;
  TriangleMesh stray = test::sphere_surface(2);
  stray.triangles[3][1] = 1000;
  struct Case {
    TriangleMesh surface;
    SurfaceMeshSettings settings;
    const char* reason;
  };
  const Case cases[] = {
      {test::sheet_surface(10), {}, "encloses no volume"},
      {soup, {}, "is unclear"},
      {hemisphere, {}, "unclear"},
      {broken, {}, "not finite"},
      {stray, {}, "the vertex 1000"},
      {TriangleMesh{}, {}, "no triangle"},
      {test::sphere_surface(2), {10.0, {}}, "thinner than tets of 10 m"},
      {test::sphere_surface(2), {1e-4, {}}, "need a lattice of"},
      {test::sphere_surface(2), {-1.0, {}}, "size above 0"},
  };
  for (const auto& [surface, settings, reason] : cases) try {
      mesh_surface(surface, settings, "bad.obj");
      ADD_FAILURE() << "meshed what should be refused: " << reason;
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), HasSubstr("bad.obj"));
      EXPECT_THAT(error.what(), HasSubstr(reason));
    }
}

TEST(MeshSurface, OfTheTurtle) {
  const char* data = std::getenv("LILYAN_TEST_DATA");
  if (data == nullptr) GTEST_SKIP() << "LILYAN_TEST_DATA does not name the folder with the meshes";
  const TriangleMesh surface = read_triangle_mesh(std::filesystem::path(data) / "turtle.obj");
  const SurfaceMesh result = mesh_surface(surface, {}, "turtle.obj");
  expect_good_mesh(surface, result.surface_volume);
  EXPECT_EQ(figures(result.mesh).components, 1);
}

}  // namespace
}  // namespace lilyan
