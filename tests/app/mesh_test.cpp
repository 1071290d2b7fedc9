// lilyan mesh as its users meet it.
#include "program.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <nlohmann/json.hpp>

namespace lilyan::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// A cube of 12 triangles around the origin, with edges of length 2.
const char* const kCube =
    "v -1 -1 -1\nv 1 -1 -1\nv 1 1 -1\nv -1 1 -1\nv -1 -1 1\nv 1 -1 1\nv 1 1 1\nv -1 1 1\n"
    "f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 3 4 8 7\nf 2 3 7 6\nf 1 5 8 4\n";

class MeshCommand : public ::testing::Test {
 protected:
  void SetUp() override { folder.write("cube.obj", kCube); }
  Outcome run(const std::vector<std::string>& arguments) { return run_program(arguments, folder.path()); }

  ScratchFolder folder;
};

TEST_F(MeshCommand, MakesShapesAndSaysWhatItMade) {
  const Outcome outcome = run({"mesh", "ball", "--radius", "1", "--size", "0.25", "-o", "ball.msh"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("tets      1280 with"));  // 20 n^3
  EXPECT_THAT(run({"info", "ball.msh"}).out, HasSubstr("1280"));
  EXPECT_EQ(run({"mesh", "torus", "--radius", "1", "--tube-radius", "0.3", "--size", "0.3", "--axis", "0", "0", "1", "-o", "t.vtu"})
                .status,
            0);
  EXPECT_EQ(run({"mesh", "cylinder", "--radius", "1", "--length", "3", "--size", "0.5", "-o", "c.veg"}).status, 0);
  const Outcome quiet = run({"mesh", "box", "--size", "4", "1", "1", "--cells", "8", "2", "2", "-o", "box.msh", "--quiet"});
  EXPECT_EQ(quiet.status, 0);
  EXPECT_EQ(quiet.out + quiet.err, "");
}

TEST_F(MeshCommand, GoesFromASurfaceToASceneThatRuns) {
  const Outcome outcome = run({"mesh", "cube.obj", "--tets", "1000", "--scale", "0.1", "-o", "cube.msh", "--scene", "cube.json"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("12 triangles"));
  EXPECT_THAT(outcome.out, HasSubstr("against the surface's"));
  EXPECT_THAT(outcome.out, HasSubstr("extent    0.2 x 0.2 x 0.2 m"));
  const Outcome simulated = run({"run", "cube.json", "-o", "out", "--set", "time.steps=2"});
  EXPECT_EQ(simulated.status, 0) << simulated.err;
  EXPECT_THAT(simulated.err, Not(HasSubstr("note")));
  EXPECT_TRUE(std::filesystem::exists(folder / "out/frames/skin_000000.vtu"));
}

// A heavy block on a thin stem by which it hangs: as soft as a bar of its length, the stem would be torn to thrice its length.
const char* const kClapper =
    "v -.1 0 -.1\nv .1 0 -.1\nv .1 1 -.1\nv -.1 1 -.1\nv -.1 0 .1\nv .1 0 .1\nv .1 1 .1\nv -.1 1 .1\n"
    "f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 3 4 8 7\nf 2 3 7 6\nf 1 5 8 4\n"
    "v -.5 -.4 -.5\nv .5 -.4 -.5\nv .5 .05 -.5\nv -.5 .05 -.5\nv -.5 -.4 .5\nv .5 -.4 .5\nv .5 .05 .5\nv -.5 .05 .5\n"
    "f 9 12 11 10\nf 13 14 15 16\nf 9 10 14 13\nf 11 12 16 15\nf 10 11 15 14\nf 9 13 16 12\n";

TEST_F(MeshCommand, WritesScenesOfBodiesThatSagVisiblyAndCrushNoCell) {
  folder.write("clapper.obj", kClapper);
  // The length in the file, the scale, and how many steps are a second.
  const std::tuple<std::string, double, std::string, std::string> cases[] = {
      {"cube", 2, "1", "50"}, {"cube", 2, "0.1", "150"}, {"clapper", 1.4, "1", "60"}, {"clapper", 1.4, "0.1", "180"}};
  for (const auto& [name, length, scale, steps] : cases) {
    SCOPED_TRACE(name + " at the scale " + scale);
    const Outcome made =
        run({"mesh", name + ".obj", "--tets", "800", "--scale", scale, "-o", "b.msh", "--scene", "b.json", "--replace"});
    ASSERT_EQ(made.status, 0) << made.err;
    const Outcome moved =
        run({"run", "b.json", "-o", "out", "--replace", "--set", "time.steps=" + steps, "--set", "output.frames=[]"});
    ASSERT_EQ(moved.status, 0) << moved.err;
    const auto summary = nlohmann::json::parse(folder.read("out/summary.json"));
    EXPECT_GT(summary.at("inverted").at("least_j"), 0.3);
    EXPECT_GT(summary.at("max_displacement"), 0.02 * length * std::stod(scale));
    EXPECT_LT(summary.at("max_displacement"), 0.6 * length * std::stod(scale));
  }
}

TEST_F(MeshCommand, DoubtsSizesThatHardlyAnyBodyHas) {
  const auto err_at = [&](const std::string& scale) {
    return run({"mesh", "cube.obj", "--scale", scale, "--tets", "100", "-o", "cube.msh"}).err;
  };
  EXPECT_THAT(err_at("200"), HasSubstr("the body is 400 m long; if the file is in millimetres, give --scale 0.2\n"));
  const char* const scene = R"({"lilyan": 1, "bodies": [{"name": "cube", "mesh": {"type": "file", "path": "cube.msh"},
    "material": {"type": "preset", "name": "jelly"}}], "integrator": {"type": "avf"}, "time": {"step": 0.01, "steps": 1}})";
  folder.write("cube.json", scene);
  const Outcome large = run({"check", "cube.json"});
  EXPECT_EQ(large.status, 0);
  EXPECT_THAT(large.err,
              HasSubstr(R"(cube: the body is 400 m long; if the file is in millimetres, give "transform": {"scale": 0.001})"));
  EXPECT_EQ(run({"check", "cube.json", "--set", "bodies.0.mesh.transform.scale=1"}).err, "");  // the user has thought of it
  EXPECT_THAT(err_at("1e-4"), HasSubstr("the body is only 0.0002 m long; lengths are in metres, and --scale multiplies"));
  EXPECT_THAT(run({"check", "cube.json"}).err, HasSubstr("transform.scale multiplies"));
  EXPECT_EQ(err_at("25").find("long"), std::string::npos);
  EXPECT_EQ(err_at("0.0005").find("long"), std::string::npos);
}

TEST_F(MeshCommand, OverwritesNoFileOfTheUsers) {
  folder.write("mine.json", "{}");
  folder.write("cube_surface.obj", kCube);
  const Outcome scene = run({"mesh", "cube.obj", "-o", "cube.msh", "--scene", "mine.json"});
  EXPECT_EQ(scene.status, 2);
  EXPECT_THAT(scene.err, HasSubstr("is there already"));
  EXPECT_EQ(run({"mesh", "cube.obj", "-o", "cube.msh", "--scene", "cube.obj"}).status, 2);
  EXPECT_EQ(run({"mesh", "cube_surface.obj", "--scale", "0.1", "-o", "cube.msh", "--scene", "new.json"}).status, 2);
  EXPECT_EQ(folder.read("mine.json"), "{}");
  EXPECT_EQ(folder.read("cube.obj"), kCube);
  EXPECT_EQ(folder.read("cube_surface.obj"), kCube);
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "cube.msh"));
  ASSERT_EQ(run({"mesh", "cube.obj", "-o", "cube.msh"}).status, 0);
  const std::string made = folder.read("cube.msh");
  EXPECT_EQ(run({"mesh", "cube.msh", "-o", "cube.msh"}).status, 2);
  EXPECT_EQ(folder.read("cube.msh"), made);
}

TEST_F(MeshCommand, EndsWithStatus4OnASignalAndTakesAnOutsideProgramAlong) {
  folder.write("gmsh", "#!/bin/sh\necho $$ > ../pid\nexec sleep 100\n");
  const Outcome outcome = run_shell(
      "chmod +x gmsh; PATH=$PWD:$PATH TMPDIR=$PWD \"$lilyan\" mesh cube.obj --mesher gmsh -o c.msh & "
      "child=$!; while [ -z \"$(cat pid 2>/dev/null)\" ]; do sleep 0.05; done; kill -TERM $child; wait $child; echo $?; sleep "
      "0.2; "
      "ls -d lilyan-* 2>/dev/null; case $(cut -d' ' -f3 /proc/$(cat pid)/stat 2>/dev/null) in ''|Z) echo gone ;; *) echo alive ;; "
      "esac",
      folder.path());
  EXPECT_EQ(outcome.out, "4\ngone\n");
}

TEST_F(MeshCommand, RefusesWhatMakesNoSense) {
  folder.write("sheet.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nf 1 2 3\n");
  folder.write("old.msh", "keep me");
  const std::pair<std::vector<std::string>, const char*> cases[] = {
      {{"ball", "--radius", "1"}, "--size: a ball needs it"},
      {{"ball", "--radius", "0", "--size", "1"}, "--radius: 0 is not a number above 0"},
      {{"ball", "--radius", "1", "--size", "1", "2"}, "--size: 1 2 is not"},
      {{"ball", "--radius", "1", "--size", "1", "--length", "2"}, "a ball has no such parameter"},
      {{"ball", "--radius", "1", "--size", "1", "--tets", "5"}, "--tets"},
      {{"ball", "--radius", "1", "--size", "1e-9"}, "--size"},
      {{"box", "--size", "1", "1", "1", "--cells", "1", "1.5", "1"}, "--cells"},
      {{"torus", "--radius", "1", "--tube-radius", "2", "--size", "1"}, "--tube-radius"},
      {{"bal", "--radius", "1", "--size", "1"}, "did you mean \"ball\"?"},
      {{"cube.obj", "--radius", "1"}, "is a surface, not a shape"},
      {{"cube.obj", "--size", "0"}, "--size"},
      {{"cube.obj", "--size", "1", "--tets", "100"}, "given together"},
      {{"cube.obj", "--size", "50"}, "thinner than tets of 50 m"},
      {{"cube.obj", "--scale", "-1"}, "--scale"},
      {{"cube.obj", "--mesher", "magic"}, "--mesher"},
      {{"sheet.obj"}, "encloses no volume"},
      {{"none.obj"}, "none.obj"},
  };
  for (const auto& [arguments, expected] : cases) {
    std::vector<std::string> all = {"mesh"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    all.insert(all.end(), {"-o", "old.msh"});
    const Outcome outcome = run(all);
    EXPECT_EQ(outcome.status, 2) << arguments[0];
    EXPECT_THAT(outcome.err, HasSubstr(expected));
  }
  EXPECT_EQ(folder.read("old.msh"), "keep me");
  EXPECT_THAT(run({"mesh", "cube.obj", "-o", "cube.xyz"}).err, HasSubstr("cube.xyz"));
}

}  // namespace
}  // namespace lilyan::testing
