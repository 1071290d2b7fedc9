#include <lilyan/core/error.hpp>
#include <lilyan/mesh/quality.hpp>
#include <lilyan/mesh_files/read.hpp>
#include <tests/support/temporary_folder.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

namespace {

using namespace lilyan;
using lilyan::test::TemporaryFolder;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;

TEST(ReadGmsh, TakesTetsPhysicalVolumesAndIdsWithGaps) {
  const TemporaryFolder folder;
  const TetMesh mesh =
      read_tet_mesh(folder.write("a.MSH",
                                 "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Comments\nanything $Nodes\n$EndComments\n"
                                 "$PhysicalNames\n2\n2 1 \"skin\"\n3 7 \"hard part\"\n$EndPhysicalNames\n"
                                 "$Nodes\n5\n30 0 0 0\n10 1 0 0\n20 0 1 0\n1000000000000 0 0 1\n5 1 1 1\n$EndNodes\n"
                                 "$Elements\n4\n1 15 2 1 1 30\n2 2 2 1 1 30 10 20\n3 4 2 7 1 30 10 20 1000000000000\n4 4 2 8 1 10 "
                                 "20 1000000000000 5\n$EndElements\n"));
  EXPECT_EQ(mesh.vertices(), 5);
  EXPECT_THAT(mesh.tets, ElementsAre(Tet{0, 1, 2, 3}, Tet{1, 2, 3, 4}));
  EXPECT_THAT(mesh.tet_sets.at("hard part"), ElementsAre(0));
  EXPECT_THAT(mesh.tet_sets.at("physical8"), ElementsAre(1));
  EXPECT_EQ(mesh.tet_sets.size(), 2u);
  EXPECT_TRUE(mesh.notes.empty());
}

TEST(ReadGmsh, DropsVerticesOfOtherElementsWithANote) {
  const TemporaryFolder folder;
  const TetMesh mesh =
      read_tet_mesh(folder.write("a.msh",
                                 "$MeshFormat\r\n2.2 0 8\r\n$EndMeshFormat\r\n$Nodes\r\n6\r\n9 5 5 5\r\n1 0 0 0\r\n2 1 0 0\r\n8 9 "
                                 "9 9\r\n3 0 1 0\r\n4 0 0 1\r\n$EndNodes\r\n"
                                 "$Elements\r\n3\r\n1 15 2 0 1 9\r\n2 1 2 0 1 8 9\r\n3 4 0 1 2 3 4\r\n$EndElements"));
  EXPECT_EQ(mesh.vertices(), 4);
  EXPECT_THAT(mesh.tets, ElementsAre(Tet{0, 1, 2, 3}));
  EXPECT_EQ(Vec3(vertex(mesh.X, 3)), Vec3(0, 0, 1));
  ASSERT_EQ(mesh.notes.size(), 1u);
  EXPECT_THAT(mesh.notes[0], HasSubstr("dropped 2 vertices"));
}

TEST(ReadGmsh, SaysWhichVolumeElementsItSkips) {
  const TemporaryFolder folder;
  const TetMesh mesh = read_tet_mesh(
      folder.write("a.msh",
                   "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n5\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n5 1 1 0\n$EndNodes\n"
                   "$Elements\n2\n1 7 0 1 2 5 3 4\n2 4 0 1 2 3 4\n$EndElements\n"));
  EXPECT_THAT(mesh.notes, ElementsAre(HasSubstr("1 pyramids"), HasSubstr("dropped 1 vertices")));
}

TEST(ReadGmsh, ATetInTwoPhysicalVolumesIsOneTetInTwoSets) {
  const TemporaryFolder folder;
  const TetMesh mesh = read_tet_mesh(
      folder.write("a.msh",
                   "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n5\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n5 1 1 1\n$EndNodes\n"
                   "$Elements\n3\n1 4 1 5 1 2 3 4\n2 4 1 -6 1 2 3 4\n3 4 1 6 2 3 4 5\n$EndElements\n"));
  EXPECT_EQ(mesh.tets.size(), 2u);
  EXPECT_THAT(mesh.tet_sets.at("physical5"), ElementsAre(0));
  EXPECT_THAT(mesh.tet_sets.at("physical6"), ElementsAre(0, 1));
}

const std::string kVegMesh =
    "# two tets\n*VERTICES\n5 3 0 0\n0 0 0 0\n1 1 0 0\n2 0 1 0\n3 0 0 1\n4 1 1 1\n\n*ELEMENTS\nTETS\n2 4 0\n0 0 1 2 3\n1 1 3 2 4\n";

TEST(ReadVeg, TakesSetsMaterialsAndRegionsOfWhichTheLastWins) {
  const TemporaryFolder folder;
  const TetMesh mesh = read_tet_mesh(folder.write(
      "a.veg", kVegMesh +
                   "*SET one\n1,\n*SET both\n0 1\n1\n*MATERIAL soft\nENU, 1000, 1E5, 0.45\n*MATERIAL hard\nENU, 2000, 1e7, -0.1\n"
                   "*REGION\nallElements, soft\n*REGION\none, hard"));
  EXPECT_EQ(mesh.vertices(), 5);
  EXPECT_GT(volume(mesh.X, mesh.tets[1]), 0);
  EXPECT_THAT(mesh.notes, ElementsAre(HasSubstr("flipped 1 of 2")));
  EXPECT_THAT(mesh.tet_sets.at("one"), ElementsAre(1));
  EXPECT_THAT(mesh.tet_sets.at("both"), ElementsAre(0, 1));
  ASSERT_EQ(mesh.materials.size(), 2u);
  EXPECT_EQ(mesh.materials[1].name, "hard");
  EXPECT_EQ(mesh.materials[1].density, 2000);
  EXPECT_EQ(mesh.materials[1].youngs_modulus, 1e7);
  EXPECT_EQ(mesh.materials[1].poissons_ratio, -0.1);
  EXPECT_THAT(mesh.tet_material, ElementsAre(0, 1));
}

TEST(ReadVeg, TakesEveryFormOfAnOrthotropicMaterial) {
  const TemporaryFolder folder;
  auto read = [&](const std::string& line) {
    return *read_tet_mesh(folder.write("a.veg", kVegMesh + "*MATERIAL m\n" + line + "\n*REGION\nallElements, m\n"))
                .materials.at(0)
                .orthotropy;
  };
  const std::string turn = ", 0, -1, 0, 1, 0, 0, 0, 0, 1";  // its columns are y, -x, z
  for (const char* name : {"ORTHOTROPIC", "ORTHOTROPIC_N3G3R9"}) {
    const FileOrthotropy m = read(name + std::string(", 9, 4, 1, 2, .1, .2, .3, 5, 6, 7") + turn);
    EXPECT_EQ(m.youngs_moduli, Vec3(4, 1, 2));
    EXPECT_EQ(m.poissons_ratios, Vec3(.1, .2, .3));
    EXPECT_EQ(m.shear_moduli, Vec3(5, 6, 7));
    EXPECT_EQ(m.axes, (Mat3{{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}}));
  }
  EXPECT_EQ(read("orthotropic_N3G3 9 4 1 2 .1 .2 .3 5 6 7").axes, Mat3::Identity());
  const FileOrthotropy one = read("ORTHOTROPIC_N1, 9, 4, 1, 1, .25");
  EXPECT_EQ(one.poissons_ratios, Vec3(.5, .25, .125));
  EXPECT_EQ(one.shear_moduli, Vec3(0.8, 0.4, 0.8));
  EXPECT_EQ(read("ORTHOTROPIC_N1G1, 9, 4, 1, 1, .25, 2").shear_moduli, Vec3(1.6, 0.8, 1.6));
  EXPECT_EQ(read("ORTHOTROPIC_N1G1R9, 9, 4, 1, 1, .25, 2" + turn).axes(0, 1), 1);
  EXPECT_EQ(read("ORTHOTROPIC_N1R9, 9, 4, 1, 1, .25" + turn).axes(1, 0), -1);
}

TEST(ReadVeg, WithoutMaterialsHasNone) {
  const TemporaryFolder folder;
  const TetMesh mesh = read_tet_mesh(folder.write("a.veg", kVegMesh));
  EXPECT_TRUE(mesh.materials.empty());
  EXPECT_TRUE(mesh.tet_material.empty());
}

TEST(ReadVeg, IncludesTablesInTheFormatOfTetGen) {
  const TemporaryFolder folder;
  folder.write("parts/a.node", "4 3 1 1\n1 0 0 0 9.5 1\n2 1 0 0 9.5 1\n3 0 1 0 9.5 1\n4 0 0 1 9.5 1\n");
  folder.write("parts/a.ele", "*INCLUDE parts/tet\n");
  folder.write("parts/tet", "1 4 0\n1 1 2 3 4");
  const TetMesh mesh =
      read_tet_mesh(folder.write("a.veg", "*VERTICES\n*INCLUDE parts/a.node\n*ELEMENTS\nTET\n*include parts/a.ele\n"));
  EXPECT_THAT(mesh.tets, ElementsAre(Tet{0, 1, 2, 3}));
}

TEST(ReadVeg, AnErrorInAnIncludedFileNamesThatFile) {
  const TemporaryFolder folder;
  folder.write("set.txt", "0,\n1,\n2\n");
  const std::filesystem::path file = folder.write("a.veg", kVegMesh + "*SET s\n*INCLUDE set.txt\n*SET t\n9\n");
  try {
    read_tet_mesh(file);
    FAIL() << "tet 2 of 2 was accepted";
  } catch (const InputError& error) {
    EXPECT_THAT(error.faults().front().place, EndsWith("set.txt:3"));
  }
  folder.write("set.txt", "0");
  try {
    read_tet_mesh(file);
    FAIL() << "tet 9 of 2 was accepted";
  } catch (const InputError& error) {
    EXPECT_THAT(error.faults().front().place, EndsWith("a.veg:18"));
  }
}

TEST(ReadTetGen, TakesEitherFileAndRegionsAsSets) {
  const TemporaryFolder folder;
  folder.write("a.node",
               "# vertices\n5 3 2 1\n0 0 0 0 1 2 0\n1 1 0 0 1 2 0\n2 0 1 0 1 2 0\n3 0 0 1 1 2 0\n4 1 1 1 1 2 -1\n# made by hand\n");
  folder.write("a.ele", "2 4 1\n0 0 1 2 3 1\n1 1 2 3 4 2.5\n");
  for (const char* name : {"a.node", "a.ele"}) {
    const TetMesh mesh = read_tet_mesh(folder.path() / name);
    EXPECT_THAT(mesh.tets, ElementsAre(Tet{0, 1, 2, 3}, Tet{1, 2, 3, 4}));
    EXPECT_THAT(mesh.tet_sets.at("region1"), ElementsAre(0));
    EXPECT_THAT(mesh.tet_sets.at("region2.5"), ElementsAre(1));
  }
}

TEST(ReadTetGen, HasOneRegionZero) {
  const TemporaryFolder folder;
  folder.write("a.node", "5 3 0 0\n0 0 0 0\n1 1 0 0\n2 0 1 0\n3 0 0 1\n4 1 1 1\n");
  const TetMesh mesh = read_tet_mesh(folder.write("a.ele", "2 4 1\n0 0 1 2 3 -0\n1 1 2 3 4 0\n"));
  EXPECT_THAT(mesh.tet_sets.at("region0"), ElementsAre(0, 1));
  EXPECT_EQ(mesh.tet_sets.size(), 1u);
}

TEST(ReadTetGen, CountsFromOneToo) {
  const TemporaryFolder folder;
  folder.write("a.node", "4 3 0 0\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1");
  EXPECT_THAT(read_tet_mesh(folder.write("a.ele", "1 4 0\n1 1 2 3 4")).tets, ElementsAre(Tet{0, 1, 2, 3}));
}

// Meshes that others made, where they are at hand.
class RealMesh : public testing::Test {
 protected:
  void SetUp() override {
    const char* data = std::getenv("LILYAN_TEST_DATA");
    if (data == nullptr) GTEST_SKIP() << "set LILYAN_TEST_DATA to the folder of real meshes";
    folder_ = data;
  }
  std::filesystem::path folder_;
};

TEST_F(RealMesh, TheBunnyIsOneWatertightPiece) {
  const TetMesh mesh = read_tet_mesh(folder_ / "bunny.msh");
  const MeshFigures f = figures(mesh);
  EXPECT_EQ(f.vertices, 1869);
  EXPECT_EQ(f.tets, 7356);
  EXPECT_EQ(f.components, 1);
  EXPECT_TRUE(f.watertight);
  EXPECT_GT(f.worst_quality, 0);
}

TEST_F(RealMesh, TheBeamHasItsSizeAndItsMaterial) {
  const TetMesh mesh = read_tet_mesh(folder_ / "beam3_tet.veg");
  EXPECT_EQ(mesh.vertices(), 208);
  EXPECT_EQ(mesh.tets.size(), 450u);
  EXPECT_NEAR(figures(mesh).volume, 0.12 * 1 * 0.04, 1e-9);
  ASSERT_EQ(mesh.materials.size(), 1u);
  EXPECT_EQ(mesh.materials[0].youngs_modulus, 1e7);
  EXPECT_THAT(mesh.tet_material, testing::Each(0));
}

TEST_F(RealMesh, TheBeamOfHexesIsRefused) { EXPECT_THROW(read_tet_mesh(folder_ / "beam3.veg"), InputError); }

TEST_F(RealMesh, TheTurtleHasAHardShellOnASoftBody) {
  const MeshFigures f = figures(read_tet_mesh(folder_ / "turtle-volumetric-heterogeneous.veg"));
  EXPECT_EQ(f.vertices, 347);
  EXPECT_EQ(f.tets, 1185);
  EXPECT_EQ(f.components, 1);
  ASSERT_EQ(f.materials.size(), 2u);
  EXPECT_EQ(f.materials[0].material.name, "hardMaterial");
  EXPECT_EQ(f.materials[0].material.youngs_modulus, 2.5e7);
  EXPECT_EQ(f.materials[1].material.poissons_ratio, 0.35);
  EXPECT_EQ(f.materials[0].tets, f.tet_sets.at("backshell"));
  EXPECT_EQ(f.materials[1].tets, f.tet_sets.at("theRest"));
  EXPECT_EQ(f.materials[0].tets + f.materials[1].tets, 1185);
}

TEST_F(RealMesh, TheOrthotropicTurtleHasItsShellIsotropicAndTheRestNot) {
  const TetMesh turtle = read_tet_mesh(folder_ / "turtle-volumetric-heterogeneous.ortho.veg");
  ASSERT_EQ(turtle.materials.size(), 2u);
  EXPECT_FALSE(turtle.materials[0].orthotropy);
  ASSERT_TRUE(turtle.materials[1].orthotropy);
  EXPECT_EQ(turtle.materials[1].orthotropy->youngs_moduli, Vec3(25e9, 25e5, 25e3));
  EXPECT_NEAR(turtle.materials[1].orthotropy->poissons_ratios[0], 35, 1e-12);
}

}  // namespace
