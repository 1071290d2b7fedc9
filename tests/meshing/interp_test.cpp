#include <lilyan/core/error.hpp>
#include <lilyan/meshing/interp.hpp>

#include <tests/support/temporary_folder.hpp>

#include <gmock/gmock.h>

namespace lilyan {
namespace {

using ::testing::HasSubstr;

class Interp : public ::testing::Test {
 protected:
  void SetUp() override {
    body.X.resize(15);
    body.X << 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1;
    body.tets = {{0, 1, 2, 3}, {1, 2, 3, 4}};
    surface.X.resize(9);
    surface.X << 0.25, 0.25, 0.25, 0.1, 0.2, 0.3, 0.5, 0.5, 0.5;
    surface.triangles = {{0, 1, 2}};
  }
  TetEmbedding read(const std::string& text) { return read_interp(folder.write("a.interp", text), surface, body); }

  TetMesh body;
  TriangleMesh surface;
  test::TemporaryFolder folder;
};

TEST_F(Interp, ReadsCornersInAnyOrderAndScalesTheWeights) {
  const TetEmbedding embedding = read(
      "# made by hand\n"
      "0 3 0.25 2 0.25 1 0.25 0 0.25\n"
      "\n"
      "2 4 0.25 1 0.25 2 0.25 3 0.25\n"
      "1 0 0.4004 1 0.1001 2 0.2002 3 0.3003\n");
  EXPECT_EQ(embedding.anchors()[0].cell, 0);
  EXPECT_EQ(embedding.anchors()[2].cell, 1);
  EXPECT_LT((embedding.at(body.X) - surface.X).lpNorm<Eigen::Infinity>(), 1e-12);
}

TEST_F(Interp, GivesEachWeightToTheCornerThatItStandsBehind) {
  surface.X.tail<3>() = Vec3(0.1, 0.2, 0.3);
  const TetEmbedding embedding = read(
      "0 3 0.25 2 0.25 1 0.25 0 0.25\n"
      "1 3 0.3 0 0.4 2 0.2 1 0.1\n"
      "2 2 0.2 3 0.3 1 0.1 0 0.4\n");
  EXPECT_LT((embedding.at(body.X) - surface.X).lpNorm<Eigen::Infinity>(), 1e-12);
}

TEST_F(Interp, RefusesMalformedFilesWithLineAndReason) {
  const std::string good = "0 0 .25 1 .25 2 .25 3 .25\n1 0 .25 1 .25 2 .25 3 .25\n2 0 .25 1 .25 2 .25 3 .25\n";
  EXPECT_NO_THROW(read(good));
  const auto with_third = [&](const std::string& line) { return good.substr(0, good.find("2 0")) + line + "\n"; };
  const std::pair<std::string, std::string> cases[] = {
      {with_third("2 0 .25 1 .25 2 .25"), ":3: "},
      {with_third("2 0 .25 1 .25 2 .25 3 .25 4 0 "), ":3: "},
      {with_third("2 0 .25 1 .25 2 .25 3 .5"), "sum to 1.25"},
      {with_third("2 0 .25 1 .25 2 .25 3 nan"), ":3: "},
      {with_third("2 0 .25 1 .25 2 .25 5 .25"), "5 is not one of 0 ... 4"},
      {with_third("2 0 .25 1 .25 2 .25 -1 .25"), "-1 is not one of 0 ... 4"},
      {with_third("2 0 .25 1 .25 2 .25 4 .25"), "not those of a tet"},
      {with_third("2 0 .25 1 .25 1 .25 3 .25"), "not those of a tet"},
      {with_third("3 0 .25 1 .25 2 .25 3 .25"), "3 is not one of 0 ... 2"},
      {with_third("1 0 .25 1 .25 2 .25 3 .25"), "second time"},
      {with_third("2.0 0 .25 1 .25 2 .25 3 .25"), ":3: "},
      {with_third("2 0 .25 1 .25 2 .25 3 0x1p-2"), ":3: "},
      {with_third(""), "1 of the 3 vertices of the surface are missing, the first is 2"},
      {std::string("0 0 .25\0", 8), "binary"},
  };
  for (const auto& [text, expected] : cases) try {
      read(text);
      ADD_FAILURE() << "accepted: " << text;
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), HasSubstr("a.interp"));
      EXPECT_THAT(error.what(), HasSubstr(expected)) << text;
    }
  EXPECT_THROW(read(""), InputError);
  EXPECT_THROW(read_interp(folder / "none.interp", surface, body), InputError);
}

}  // namespace
}  // namespace lilyan
