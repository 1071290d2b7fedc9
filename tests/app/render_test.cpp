// `lilyan render` as its users meet it: pictures of runs, scenes and meshes, and what it refuses.
#include "program.hpp"

#include <tests/render/png_decoder.hpp>

#include <gmock/gmock.h>

namespace lilyan::testing {
namespace {

using ::testing::HasSubstr;

class Render : public ::testing::Test {
 protected:
  void SetUp() override {
    folder.write("bar.json", kGoodScene);
    ASSERT_EQ(run({"run", "bar.json", "-o", "out", "--quiet", "--set", R"(output={"frames": ["vtu"]})"}).status, 0);
  }
  Outcome run(const std::vector<std::string>& arguments) { return run_program(arguments, folder.path()); }
  Outcome render(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"render"});
    arguments.insert(arguments.end(), {"--size", "96x64"});
    return run(arguments);
  }
  bool exists(const std::string& name) { return std::filesystem::exists(folder / name); }

  ScratchFolder folder;
};

TEST_F(Render, DrawsTheLastFrameOfARun) {
  const Outcome outcome = render({"out", "-o", "bar.png"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("bar.png: 96 x 64 pixels, frame 5 of 0 to 5"));
  const render::Image image = test::decode_png(folder.read("bar.png"));
  EXPECT_EQ(image.width, 96);
  EXPECT_EQ(image.height, 64);
  EXPECT_EQ(render({"out", "-o", "last.png", "--frame", "last", "--quiet"}).out, "");
  EXPECT_EQ(folder.read("last.png"), folder.read("bar.png"));
}

TEST_F(Render, ChoosesFramesByNumberNameAndTime) {
  for (const char* frame : {"0", "first", "middle", "3", "last"})
    EXPECT_EQ(render({"out", "-o", std::string(frame) + ".png", "--frame", frame, "--stamp"}).status, 0) << frame;
  EXPECT_EQ(folder.read("0.png"), folder.read("first.png"));
  EXPECT_NE(folder.read("first.png"), folder.read("last.png")) << "the stamp tells another time";
  EXPECT_THAT(render({"out", "-o", "t.png", "--time", "0.0201"}).out, HasSubstr("frame 2 of"));
}

TEST_F(Render, DrawsScenesAndMeshes) {
  EXPECT_EQ(render({"bar.json", "-o", "scene.png", "--field", "J", "--set", "name=other"}).status, 0);
  folder.write("one.node", "4 3 0 0\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n");
  folder.write("one.ele", "1 4 0\n1 1 2 3 4\n");
  EXPECT_EQ(render({"one.node", "-o", "mesh.png"}).status, 0);
  EXPECT_EQ(test::decode_png(folder.read("mesh.png")).pixels.size(), 96u * 64u);
  folder.write("one.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  EXPECT_EQ(render({"one.obj", "-o", "surface.png"}).out, "surface.png: 96 x 64 pixels\n");
}

TEST_F(Render, WritesAllFramesAsNumberedPictures) {
  const Outcome outcome = render({"out", "-o", "film_%03d.png", "--quiet"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  for (const char* name : {"film_000.png", "film_005.png"}) EXPECT_TRUE(exists(name)) << name;
  EXPECT_FALSE(exists("film_006.png"));
}

TEST_F(Render, DrawsTheSameForAnyNumberOfThreads) {
  for (const char* threads : {"1", "2", "3"})
    ASSERT_EQ(render({"out", "-o", std::string(threads) + ".png", "--threads", threads, "--field", "von_mises"}).status, 0);
  EXPECT_EQ(folder.read("1.png"), folder.read("2.png"));
  EXPECT_EQ(folder.read("1.png"), folder.read("3.png"));
}

TEST_F(Render, TakesACameraAndLooksThroughIt) {
  EXPECT_EQ(
      render({"out", "-o", "a.png", "--from", "5", "3", "9", "--to", "0", "0", "0", "--up", "0", "1", "0", "--fov", "40"}).status,
      0);
  EXPECT_EQ(render({"out", "-o", "b.png", "--azimuth", "-60", "--elevation", "90", "--zoom", "0.5", "--fit", "all"}).status, 0);
  EXPECT_NE(folder.read("a.png"), folder.read("b.png"));
  EXPECT_EQ(render({"out", "-o", "c.png", "--from", "0", "5", "0", "--to", "0", "0", "0"}).status, 2) << "looks along its up";
}

TEST_F(Render, RefusesBadInputWithAHintAndLeavesTheOldPictureAlone) {
  folder.write("old.png", "old");
  const std::vector<std::pair<std::vector<std::string>, std::string>> bad = {
      {{"out", "-o", "old.png", "--field", "von_miss"}, "did you mean \"von_mises\"?"},
      {{"out", "-o", "old.png", "--frame", "6"}, "there are frames 0 to 5"},
      {{"out", "-o", "old.png", "--frame", "-1"}, "first, middle or last"},
      {{"out", "-o", "old.png", "--time", "7"}, "the frames go from 0 to 0.05 s"},
      {{"out", "-o", "old.png", "--field", "J", "--range", "2", "1"}, "the lower one first"},
      {{"out", "-o", "old.png", "--range", "1", "2"}, "name the field"},
      {{"out", "-o", "old.jpg"}, "a picture ends in .png"},
      {{"out", "-o", "old_%s.png"}, "film_%04d.png"},
      {{"out", "-o", "old.png", "--set", "name=x"}, "only the values of a scene"},
      {{"nowhere", "-o", "old.png"}, "no such folder or file"},
      {{"bar.json", "-o", "none/old.png"}, "No such file or directory"},
      {{"out", "-o", "a.mp4", "--background", "transparent"}, "film_%04d.png"},
  };
  for (const auto& [arguments, message] : bad) {
    const Outcome outcome = render(arguments);
    EXPECT_EQ(outcome.status, 2) << message;
    EXPECT_THAT(outcome.err, HasSubstr(message));
  }
  for (const char* size : {"8x8", "99999x99999", "100", "x", "axb", "100x"})
    EXPECT_EQ(run({"render", "out", "-o", "old.png", "--size", size}).status, 2) << size;
  EXPECT_EQ(run({"render", "out"}).status, 2) << "no output";
  EXPECT_EQ(folder.read("old.png"), "old");
}

TEST_F(Render, SaysWhatIsMissingForAFilm) {
  const Outcome outcome = run_shell("PATH= \"$lilyan\" render out -o a.mp4", folder.path());
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("apt-get install ffmpeg"));
  EXPECT_FALSE(exists("a.mp4") || exists("a.mp4.part"));
}

}  // namespace
}  // namespace lilyan::testing
