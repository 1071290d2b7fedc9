#include <lilyan/core/error.hpp>
#include <lilyan/mesh/box.hpp>
#include <lilyan/mesh/tet_mesh.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <Eigen/Geometry>

#include <set>
#include <utility>

namespace {

using namespace lilyan;
using testing::HasSubstr;

TetMesh unit_tet() {
  TetMesh mesh;
  mesh.X.resize(12);
  mesh.X << 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1;
  mesh.tets = {{0, 1, 2, 3}};
  return mesh;
}

std::string fault_id_of(TetMesh mesh) {
  try {
    make_valid(mesh, "here");
  } catch (const InputError& error) {
    EXPECT_EQ(error.faults().front().place, "here");
    return error.faults().front().id;
  }
  return "";
}

TEST(TetMesh, TheUnitTetHasASixthOfTheUnitCube) {
  const TetMesh mesh = unit_tet();
  EXPECT_DOUBLE_EQ(volume(mesh.X, mesh.tets[0]), 1.0 / 6);
  EXPECT_DOUBLE_EQ(volume(mesh.X, {0, 2, 1, 3}), -1.0 / 6);
}

TEST(MakeValid, LeavesAGoodMeshAlone) {
  TetMesh mesh = box(Vec3(1, 1, 1), {2, 2, 2}, Vec3::Zero(), Split::five);
  const std::vector<Tet> before = mesh.tets;
  make_valid(mesh, "box");
  EXPECT_EQ(mesh.tets, before);
  EXPECT_TRUE(mesh.notes.empty());
}

TEST(MakeValid, FlipsInvertedTetsAndSaysSo) {
  TetMesh mesh = unit_tet();
  mesh.tets = {{0, 2, 1, 3}};
  make_valid(mesh, "here", 1);
  EXPECT_GT(volume(mesh.X, mesh.tets[0]), 0);
  ASSERT_EQ(mesh.notes.size(), 1u);
  EXPECT_THAT(mesh.notes[0], HasSubstr("flipped 1 of 1"));
}

TEST(MakeValid, AcceptsTinyAndHugeBodies) {
  for (double scale : {1e-90, 1e-9, 1e9, 1e90}) {
    TetMesh mesh = unit_tet();
    mesh.X *= scale;
    EXPECT_EQ(fault_id_of(mesh), "") << scale;
  }
}

TEST(MakeValid, RefusesFlatTets) {
  TetMesh flat = unit_tet();
  flat.X[11] = 1e-13;  // height over edge below 1e-12
  EXPECT_EQ(fault_id_of(flat), "mesh.degenerate");
  flat.X[11] = 1e-11;
  EXPECT_EQ(fault_id_of(flat), "");
  TetMesh doubled = unit_tet();
  doubled.tets.push_back({0, 1, 2, 2});
  EXPECT_EQ(fault_id_of(doubled), "mesh.degenerate");
  TetMesh point = unit_tet();
  point.X.setZero();
  EXPECT_EQ(fault_id_of(point), "mesh.degenerate");
  for (double scale : {1e-200, 1e200, 1e308}) {  // volumes that a double cannot hold
    TetMesh extreme = unit_tet();
    extreme.X *= scale;
    EXPECT_EQ(fault_id_of(extreme), "mesh.degenerate") << scale;
  }
}

TEST(MakeValid, RefusesWhatIsNoMesh) {
  TetMesh mesh = unit_tet();
  mesh.tets.push_back({3, 2, 1, 0});
  EXPECT_EQ(fault_id_of(mesh), "mesh.duplicate");

  mesh = unit_tet();
  mesh.X.conservativeResize(15);
  mesh.X.tail<3>().setOnes();
  EXPECT_EQ(fault_id_of(mesh), "mesh.orphan");

  mesh = unit_tet();
  mesh.X[4] = std::nan("");
  EXPECT_EQ(fault_id_of(mesh), "mesh.not-finite");

  for (Index bad : {-1, 4}) {
    mesh = unit_tet();
    mesh.tets[0][2] = bad;
    EXPECT_EQ(fault_id_of(mesh), "mesh.index");
  }
  mesh = unit_tet();
  mesh.tets.clear();
  EXPECT_EQ(fault_id_of(mesh), "mesh.empty");
}

TEST(MakeValid, ListsTheFirstIdsOfTheFileAndTheirNumber) {
  TetMesh mesh = unit_tet();
  mesh.tets.insert(mesh.tets.end(), 7, Tet{0, 1, 2, 2});
  try {
    make_valid(mesh, "bar.veg", 1);
    FAIL() << "flat tets were accepted";
  } catch (const InputError& error) {
    ASSERT_EQ(error.faults().size(), 2u);  // flat and repeated, told together
    EXPECT_THAT(error.faults()[0].message, HasSubstr("2, 3, 4, 5, 6, ... (7 in all)"));
    EXPECT_THAT(error.faults()[1].message, HasSubstr("3, 4, 5, 6, 7, ... (6 in all)"));
  }
}

TEST(Surface, OfATetIsItsFourFacesSeenFromOutside) {
  const TetMesh mesh = unit_tet();
  const std::vector<Triangle> triangles = surface(mesh);
  ASSERT_EQ(triangles.size(), 4u);
  for (const Triangle& t : triangles) {
    const Vec3 a = vertex(mesh.X, t[0]), b = vertex(mesh.X, t[1]), c = vertex(mesh.X, t[2]);
    EXPECT_GT((b - a).cross(c - a).dot((a + b + c) / 3 - Vec3::Constant(0.25)), 0);
  }
}

TEST(Surface, IsClosedAndEnclosesTheVolume) {
  for (Split split : {Split::five, Split::six}) {
    const TetMesh mesh = box(Vec3(4, 1, 2), {8, 2, 3}, Vec3(3, 1, 0), split);
    std::set<std::pair<Index, Index>> edges;
    double enclosed = 0;  // divergence theorem: V = 1/3 integral of x . n
    for (const Triangle& t : surface(mesh)) {
      for (int k = 0; k < 3; ++k) EXPECT_TRUE(edges.emplace(t[k], t[(k + 1) % 3]).second);
      enclosed += Vec3(vertex(mesh.X, t[0])).dot(Vec3(vertex(mesh.X, t[1])).cross(Vec3(vertex(mesh.X, t[2])))) / 6;
    }
    for (const auto& [a, b] : edges) EXPECT_TRUE(edges.contains({b, a}));
    EXPECT_NEAR(enclosed, 8, 1e-12);
  }
}

}  // namespace
