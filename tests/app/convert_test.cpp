// `lilyan convert` and the formats of frames in a scene, as users meet them.
#include "program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

namespace lilyan::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

class ConvertProgram : public ::testing::Test {
 protected:
  void SetUp() override { folder.write("bar.json", kGoodScene); }
  Outcome run(const std::vector<std::string>& arguments) { return run_program(arguments, folder.path()); }
  bool has(const std::string& file) { return std::filesystem::exists(folder.path() / file); }

  ScratchFolder folder;
};

TEST_F(ConvertProgram, WritesEveryFormatAndSaysWhere) {
  ASSERT_EQ(run({"run", "bar.json", "-o", "o", "--quiet", "--set", R"(output.frames=["vtu"])"}).status, 0);
  for (const auto& [format, out] : {std::pair("obj", "o/obj"), {"pc2", "o/pc2"}, {"glb", "o/animation.glb"}, {"npy", "o/npy"}}) {
    const Outcome outcome = run({"convert", "o", "--to", format});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(outcome.out, std::string(out) + ": 6 frames\n");
    EXPECT_THAT(outcome.err, IsEmpty());
  }
  for (const char* file : {"o/obj/frame_000005.obj", "o/pc2/mesh.obj", "o/pc2/mesh.pc2", "o/npy/positions.npy"})
    EXPECT_TRUE(has(file)) << file;
  const Outcome thinned =
      run({"convert", "o/frames.pvd", "--to", "glb", "-o", "bar.glb", "--every", "5", "--fps", "24", "--quiet"});
  EXPECT_EQ(thinned.out + thinned.err, "");
  EXPECT_THAT(folder.read("bar.glb"), StartsWith("glTF"));
}

TEST_F(ConvertProgram, RefusesWhatMeansNothing) {
  EXPECT_THAT(run({"convert", "nowhere", "--to", "obj"}).err, HasSubstr("is no folder of a run"));
  ASSERT_EQ(run({"run", "bar.json", "-o", "o", "--quiet"}).status, 0);
  const Outcome none = run({"convert", "o", "--to", "glb"});
  EXPECT_EQ(none.status, 2);
  EXPECT_THAT(none.err, HasSubstr(R"("output": {"frames": ["vtu"]})"));
  EXPECT_FALSE(has("o/animation.glb"));
  for (const std::vector<std::string>& more : {std::vector<std::string>{},
                                               {"--to", "mdd"},
                                               {"--to", "obj", "--every", "0"},
                                               {"--to", "obj", "--fps", "24"},
                                               {"--to", "glb", "--fps", "-3"},
                                               {"--to", "glb", "-o", ""}}) {
    std::vector<std::string> arguments = {"convert", "o"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.status, 2) << (more.empty() ? "" : more.back());
    EXPECT_THAT(outcome.err, StartsWith("error: "));
  }
}

TEST_F(ConvertProgram, ASceneAsksForFormatsAndTheSummaryNamesThem) {
  const Outcome outcome = run({"run", "bar.json", "-o", "o", "--set", R"(output.frames=["glb", "pc2", "glb"])"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("glb       o/animation.glb, 6 frames\n"));
  EXPECT_THAT(outcome.out, HasSubstr("pc2       o/pc2, 6 frames\n"));
  EXPECT_TRUE(has("o/frames.pvd"));
  EXPECT_FALSE(has("o/obj"));
  const Outcome wrong = run({"check", "bar.json", "--set", R"(output.frames=["gltf"])"});
  EXPECT_EQ(wrong.status, 2);
  EXPECT_THAT(wrong.err, HasSubstr("output/frames/0"));
}

TEST_F(ConvertProgram, AFormatThatCannotBeMadeIsAnErrorThatResumeMends) {
  folder.write("o/obj", "a file in the way");
  const Outcome outcome = run({"run", "bar.json", "-o", "o", "--replace", "--set", R"(output.frames=["obj"])"});
  EXPECT_EQ(outcome.status, 3);
  EXPECT_THAT(outcome.err, HasSubstr("o/obj: is a file"));
  EXPECT_THAT(outcome.out, HasSubstr("5 of 5 steps"));
  std::filesystem::remove(folder.path() / "o/obj");
  EXPECT_EQ(run({"run", "bar.json", "-o", "o", "--resume", "--set", R"(output.frames=["obj"])"}).status, 0);
  EXPECT_TRUE(has("o/obj/frame_000005.obj"));
}

TEST_F(ConvertProgram, ARenamedSceneCanBeResumed) {
  ASSERT_EQ(run({"run", "bar.json", "-o", "o", "--quiet"}).status, 0);
  const Outcome outcome = run({"run", "bar.json", "-o", "o", "--resume", "--set", "name=other", "--set", "time.steps=6"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("other: 6 of 6 steps"));
}

}  // namespace
}  // namespace lilyan::testing
