// `lilyan info` of scenes, meshes and folders of runs.
#include "program.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

namespace lilyan::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

using InfoCommand = ProgramWithABar;

TEST_F(InfoCommand, DescribesScenesAndMeshes) {
  EXPECT_THAT(run({"info", "bar.json"}).out, HasSubstr("2 kg"));
  folder.write("tet.node", "4 3 0 0\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n");
  folder.write("tet.ele", "1 4 0\n1 1 2 3 4\n");
  const Outcome mesh = run({"info", "tet.node"});
  EXPECT_EQ(mesh.status, 0) << mesh.err;
  EXPECT_THAT(mesh.out, HasSubstr("0.166667 m^3"));
}

TEST_F(InfoCommand, DescribesAScene) {
  const Outcome text = run({"info", "bar.json"});
  for (const char* words :
       {"12 vertices, 10 tets", "method    avf: ", "time      5 steps of 0.01 s: 0.05 s", "output    no frames"})
    EXPECT_THAT(text.out, HasSubstr(words));
  const nlohmann::json json = nlohmann::json::parse(run({"info", "bar.json", "--json"}).out);
  EXPECT_EQ(json.at("scene"), "bar");
  EXPECT_EQ(json.at("bodies").at(0).at("tets"), 10);
  EXPECT_DOUBLE_EQ(json.at("mass").get<double>(), 2);
  EXPECT_EQ(json.at("bodies").at(0).at("box").at("max"), (nlohmann::json{1, 0.5, 0.5}));
  EXPECT_EQ(json.at("integrator"), "avf");
  EXPECT_EQ(json.at("time").at("steps"), 5);
}

TEST_F(InfoCommand, DescribesTheFolderOfARun) {
  ASSERT_EQ(run({"run", "bar.json", "-o", "o", "--quiet", "--set", R"(output={"frames": ["vtu"]})"}).status, 0);
  const Outcome text = run({"info", "o"});
  EXPECT_EQ(text.status, 0) << text.err;
  EXPECT_THAT(text.out, StartsWith("o: finished\n"));
  for (const char* words : {"scene     bar, 36 unknowns, with avf", "steps     5 of 5 of 0.01 s", "6 rows, t = 0 to 0.05 s",
                            "6 frames, t = 0 to", "file      ledger.csv, ", "folder    frames/ with 6 files"})
    EXPECT_THAT(text.out, HasSubstr(words));
  nlohmann::json json = nlohmann::json::parse(run({"info", "o", "--json"}).out);
  EXPECT_EQ(json.at("status"), "done");
  EXPECT_EQ(json.at("rows").at("count"), 6);
  EXPECT_EQ(json.at("frames").at("count"), 6);
  EXPECT_EQ(json.at("files").at("frames/").at("files"), 6);

  // As a killed run leaves it, and with a file that something else has spoilt.
  std::filesystem::remove(folder.path() / "o/summary.json");
  folder.write("o/frames.pvd", "spoilt");
  json = nlohmann::json::parse(run({"info", "o", "--json"}).out);
  EXPECT_EQ(json.at("status"), "unfinished");
  EXPECT_EQ(json.at("steps"), 5);
  EXPECT_EQ(json.at("faults").size(), 1u);
  EXPECT_THAT(run({"info", "o"}).out, HasSubstr("not finished"));

  const Outcome outside = run({"info", "."});
  EXPECT_EQ(outside.status, 2);
  EXPECT_THAT(outside.err, HasSubstr("folders of runs in it: ./o"));
}

TEST_F(InfoCommand, DescribesAMeshThatCannotBeSimulated) {
  folder.write("bad.mesh",
               "MeshVersionFormatted 2\nDimension 3\nVertices\n5\n0 0 0 0\n1 0 0 0\n0 1 0 0\n0 0 1 0\n1 1 0 0\n"
               "Tetrahedra\n2\n2 1 3 4 7\n1 2 3 5 0\n");
  const Outcome text = run({"info", "bad.mesh"});
  EXPECT_EQ(text.status, 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr("1 tets inverted, 1 without volume, 0 twice"));
  EXPECT_THAT(text.out, HasSubstr("set       ref7: 1 tets"));
  const nlohmann::json json = nlohmann::json::parse(run({"info", "bad.mesh", "--json"}).out);
  EXPECT_EQ(json.at("faults").at("inverted"), 1);
  EXPECT_EQ(json.at("tet_sets").at("ref7"), 1);
  EXPECT_EQ(json.at("surface").at("open_edges"), 0);
  folder.write("open.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  EXPECT_THAT(run({"info", "open.obj"}).out, HasSubstr("not watertight"));
  EXPECT_THAT(run({"info", "open.obj"}).out, HasSubstr("3 open"));
}

TEST_F(InfoCommand, TellsTheModuliOfAnOrthotropicMaterial) {
  folder.write("fir.veg",
               "*VERTICES\n4 3 0 0\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n*ELEMENTS\nTET\n1 4 0\n1 1 2 3 4\n"
               "*MATERIAL fir\nORTHOTROPIC_N3G3, 500, 3e9, 2e8, 1e8, 0.3, 0.4, 0.02, 1e8, 1e7, 2e8\n*REGION\nallElements, fir\n");
  EXPECT_THAT(run({"info", "fir.veg"}).out,
              HasSubstr("fir: 1 tets, density 500 kg/m^3, orthotropic: youngs_moduli [3e+09, 2e+08, 1e+08]"));
  const nlohmann::json material = nlohmann::json::parse(run({"info", "fir.veg", "--json"}).out).at("materials").at(0);
  EXPECT_EQ(material.at("shear_moduli"), (nlohmann::json{1e8, 1e7, 2e8}));
  EXPECT_EQ(material.at("axes").at(1), (nlohmann::json{0, 1, 0}));
}

}  // namespace
}  // namespace lilyan::testing
