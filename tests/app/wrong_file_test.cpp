// Something else given in the place of a scene: the program says what it is, and the command that leads on works.
#include "program.hpp"

#include <gmock/gmock.h>

namespace lilyan::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

const char* const kTetrahedron = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";

class WrongFile : public ::testing::Test {
 protected:
  void SetUp() override { folder.write("bar.json", kGoodScene); }
  Outcome run(const std::vector<std::string>& arguments) { return run_program(arguments, folder.path()); }

  ScratchFolder folder;
};

std::string after(const std::string& text, const std::string& mark) {
  const std::size_t at = text.find(mark);
  return at == std::string::npos ? "" : text.substr(at + mark.size(), text.find('\n', at) - at - mark.size());
}

TEST_F(WrongFile, ASurfaceIsFollowedByCommandsThatRunIt) {
  for (const std::string name : {"star.obj", "two words.obj", "bar.obj"}) {
    folder.write(name, kTetrahedron);
    const Outcome outcome = run({"run", name});
    EXPECT_EQ(outcome.status, 2);
    EXPECT_THAT(outcome.err, HasSubstr(name + ": is a mesh of triangles, not a scene [scene.not-a-scene]"));
    const std::string commands = after(outcome.err, "and run that: ");
    ASSERT_THAT(commands, AllOf(HasSubstr("lilyan mesh "), HasSubstr(" --scene "), HasSubstr(" && lilyan run ")));
    const Outcome followed = run_shell("lilyan() { \"$lilyan\" \"$@\"; }\n" + commands + " --set time.steps=2", folder.path());
    EXPECT_EQ(followed.status, 0) << commands << "\n" << followed.err;
    EXPECT_THAT(followed.out, HasSubstr("2 of 2 steps"));
  }
  EXPECT_EQ(folder.read("bar.json"), kGoodScene);
}

TEST_F(WrongFile, TetsAndMeshesWithFaultsAreToldApart) {
  folder.write("tet.mesh",
               "MeshVersionFormatted 2\nDimension 3\nVertices\n4\n0 0 0 0\n1 0 0 0\n0 1 0 0\n0 0 1 0\n"
               "Tetrahedra\n1\n1 2 3 4 7\n");
  const Outcome tets = run({"check", "tet.mesh"});
  EXPECT_EQ(tets.status, 2);
  EXPECT_THAT(tets.err, AllOf(HasSubstr("tet.mesh: is a mesh of tets"), HasSubstr(R"("path": "tet.mesh")")));
  folder.write("bad.msh", "nonsense");
  EXPECT_THAT(run({"run", "bad.msh"}).err, AllOf(HasSubstr("is a mesh file"), HasSubstr("lilyan info bad.msh")));
}

TEST_F(WrongFile, AFolderOfARunIsNamedWithWhatCanBeDoneWithIt) {
  ASSERT_EQ(run({"run", "bar.json", "-o", "o", "--quiet"}).status, 0);
  const Outcome outcome = run({"run", "o"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err,
              AllOf(HasSubstr("o: is the folder of a run"), HasSubstr("lilyan run SCENE -o o --resume"),
                    HasSubstr("lilyan report o"), HasSubstr("lilyan render o -o"), HasSubstr("lilyan convert o --to glb")));
  EXPECT_THAT(run({"run", "."}).err, AllOf(HasSubstr("is a folder, not a scene"), HasSubstr("lilyan run ./bar.json")));
}

TEST_F(WrongFile, ABinaryFileAndAMissingOneHaveTheirOwnWords) {
  folder.write("picture.png", std::string("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16));
  EXPECT_THAT(run({"run", "picture.png"}).err, HasSubstr("picture.png: is a binary file, not a scene [scene.not-a-scene]"));
  const Outcome missing = run({"run", "baar.json"});
  EXPECT_EQ(missing.status, 2);
  EXPECT_THAT(missing.err, AllOf(HasSubstr("[scene.missing]"), HasSubstr("did you mean \"bar.json\"?"), Not(HasSubstr("mesh."))));
  EXPECT_THAT(run({"run", "nothing/here.json"}).err, AllOf(HasSubstr("[scene.missing]"), HasSubstr("lilyan list scenes")));
  folder.write("empty.json", "");
  EXPECT_THAT(run({"run", "empty.json"}).err, HasSubstr("[scene.empty]"));
  EXPECT_THAT(run({"list", "errors"}).out, AllOf(HasSubstr("scene.missing"), HasSubstr("scene.not-a-scene")));
}

}  // namespace
}  // namespace lilyan::testing
