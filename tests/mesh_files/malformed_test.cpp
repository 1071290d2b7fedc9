// Mesh files that are wrong in one way each: every one must be refused quickly, with its file and line.
#include <lilyan/core/error.hpp>
#include <lilyan/core/platform/file_reader.hpp>
#include <lilyan/mesh_files/content.hpp>
#include <lilyan/mesh_files/read.hpp>
#include <tests/support/temporary_folder.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <ctime>

namespace {

using namespace lilyan;
using lilyan::test::TemporaryFolder;

const std::string kGoodMsh =
    "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n1\n3 1 \"all\"\n$EndPhysicalNames\n"  // lines 1 to 7
    "$Nodes\n5\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n5 1 1 1\n$EndNodes\n"                        // 8 to 15
    "$Elements\n2\n1 4 2 1 1 1 2 3 4\n2 4 2 1 1 2 3 4 5\n$EndElements\n";                        // 16 to 20
const std::string kGoodVeg =
    "*MATERIAL m\nENU, 1000, 1e6, 0.4\n*VERTICES\n5 3 0 0\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n5 1 1 1\n"  // 1 to 9
    "*ELEMENTS\nTET\n2 4 0\n1 1 2 3 4\n2 2 3 4 5\n*SET s\n1, 2\n*REGION\ns, m\n";                          // 10 to 18
const std::string kGoodNode = "5 3 0 0\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n5 1 1 1\n";
const std::string kGoodEle = "2 4 0\n1 1 2 3 4\n2 2 3 4 5\n";

// The text with its first `from` replaced; that `from` occurs is part of the test.
std::string with(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

// Throws nothing but InputError, within two seconds of processor time, with a place that ends as told.
void expect_refused(const std::filesystem::path& file, const std::string& place_end, const std::string& id) {
  const std::clock_t start = std::clock();
  try {
    read_tet_mesh(file);
    ADD_FAILURE() << "was accepted";
  } catch (const InputError& error) {
    const Fault& fault = error.faults().front();
    EXPECT_THAT(fault.place, testing::EndsWith(place_end)) << error.what();
    EXPECT_EQ(fault.id, id) << error.what();
    EXPECT_LT(fault.message.size(), 300u);
    EXPECT_EQ(fault.message.find('\n'), std::string::npos);
  }
  EXPECT_LT(std::clock() - start, 2 * CLOCKS_PER_SEC);
}

struct Case {
  const char* what;
  std::string name;  // of the file; its extension decides the reader
  std::string text;
  std::string place;  // the end of the expected place: "a.msh:3"
  std::string id;
};

std::vector<Case> gmsh_cases() {
  auto msh = [](const char* what, const std::string& from, const std::string& to, int line, const char* id) {
    return Case{what, "a.msh", with(kGoodMsh, from, to), "a.msh:" + std::to_string(line), id};
  };
  return {
      msh("version 4.0", "2.2 0 8", "4 0 8", 2, "mesh.version"),
      {"version 2.2 called 4.1", "a.msh", with(kGoodMsh, "2.2 0 8", "4.1 0 8"), "a.msh:14", "mesh.count"},
      {"text called binary", "a.msh", with(kGoodMsh, "2.2 0 8", "2.2 1 8"), "a.msh, byte 24", "mesh.syntax"},
      msh("version is a word", "2.2 0 8", "two 0 8", 2, "mesh.version"),
      msh("format line too short", "2.2 0 8", "2.2", 2, "mesh.syntax"),
      {"format 1", "a.msh", "$NOD\n1\n1 0 0 0\n$ENDNOD\n", "a.msh:1", "mesh.version"},
      msh("no format", "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n", "", 1, "mesh.syntax"),
      msh("text before the format", "$MeshFormat", "hello\n$MeshFormat", 1, "mesh.syntax"),
      msh("NaN coordinate", "3 0 1 0", "3 nan 1 0", 12, "mesh.number"),
      msh("infinite coordinate", "3 0 1 0", "3 0 -inf 0", 12, "mesh.number"),
      msh("coordinate beyond double", "3 0 1 0", "3 0 1e999 0", 12, "mesh.number"),
      msh("hexadecimal coordinate", "3 0 1 0", "3 0 0x1p3 0", 12, "mesh.number"),
      msh("coordinate with a decimal comma", "3 0 1 0", "3 0 1,5 0", 12, "mesh.number"),
      msh("word as coordinate", "3 0 1 0", "3 0 one 0", 12, "mesh.number"),
      msh("very long token", "3 0 1 0", "3 0 " + std::string(1 << 20, '1') + "x 0", 12, "mesh.number"),
      msh("missing coordinate", "3 0 1 0", "3 0 1", 12, "mesh.syntax"),
      msh("coordinate too many", "3 0 1 0", "3 0 1 0 0", 12, "mesh.syntax"),
      msh("vertex id is a fraction", "3 0 1 0", "3.5 0 1 0", 12, "mesh.number"),
      msh("vertex id twice", "3 0 1 0", "2 0 1 0", 15, "mesh.index"),
      msh("10^18 vertices", "$Nodes\n5", "$Nodes\n1000000000000000000", 9, "mesh.count"),
      msh("10^30 vertices", "$Nodes\n5", "$Nodes\n1000000000000000000000000000000", 9, "mesh.number"),
      msh("negative number of vertices", "$Nodes\n5", "$Nodes\n-5", 9, "mesh.count"),
      msh("no vertices", "$Nodes\n5", "$Nodes\n0", 9, "mesh.count"),
      msh("number of vertices is a word", "$Nodes\n5", "$Nodes\nmany", 9, "mesh.number"),
      msh("a vertex too many announced", "$Nodes\n5", "$Nodes\n6", 15, "mesh.syntax"),
      msh("a vertex too few announced", "$Nodes\n5", "$Nodes\n4", 14, "mesh.syntax"),
      msh("second $Nodes", "$Elements", "$Nodes\n1\n1 0 0 0\n$EndNodes\n$Elements", 16, "mesh.syntax"),
      msh("10^18 elements", "$Elements\n2", "$Elements\n1000000000000000000", 17, "mesh.count"),
      msh("two thousand million elements", "$Elements\n2", "$Elements\n2000000000", 17, "mesh.count"),
      msh("negative number of elements", "$Elements\n2", "$Elements\n-1", 17, "mesh.count"),
      msh("unknown vertex", "1 2 3 4\n", "1 2 3 99\n", 18, "mesh.index"),
      msh("negative vertex", "1 2 3 4\n", "1 2 3 -4\n", 18, "mesh.index"),
      msh("vertex is a word", "1 2 3 4\n", "1 2 3 d\n", 18, "mesh.number"),
      msh("tet of three vertices", "1 2 3 4\n", "1 2 3\n", 18, "mesh.syntax"),
      msh("tet of five vertices", "1 2 3 4\n", "1 2 3 4 5\n", 18, "mesh.syntax"),
      msh("negative number of tags", "1 4 2 1 1 1 2 3 4", "1 4 -2 1 1 1 2 3 4", 18, "mesh.count"),
      msh("10^18 tags", "1 4 2 1 1 1 2 3 4", "1 4 1000000000000000000 1 1 1 2 3 4", 18, "mesh.count"),
      msh("unknown vertex of a triangle", "1 4 2 1 1 1 2 3 4", "1 2 2 1 1 1 2 77", 18, "mesh.index"),
      msh("flat tet", "4 0 0 1", "4 1 1 0", 18, "mesh.degenerate"),
      msh("vertex twice in a tet", "1 2 3 4\n", "1 2 3 3\n", 18, "mesh.degenerate"),
      msh("tet twice", "2 4 2 1 1 2 3 4 5", "2 4 2 1 1 4 3 2 1", 19, "mesh.duplicate"),
      msh("vertex in nothing", "2 4 2 1 1 2 3 4 5", "2 2 2 1 1 2 3 4", 14, "mesh.orphan"),
      msh("coordinates whose volume overflows", "5 1 1 1", "5 1e308 1e308 1e308", 19, "mesh.degenerate"),
      {"triangles only", "a.msh",
       with(with(kGoodMsh, "1 4 2 1 1 1 2 3 4", "1 2 2 1 1 1 2 3"), "2 4 2 1 1 2 3 4 5", "2 2 2 1 1 2 3 4"), "a.msh", "mesh.empty"},
      {"quadratic tets only", "a.msh",
       with(with(kGoodMsh, "1 4 2 1 1 1 2 3 4", "1 11 2 1 1 1 2 3 4 1 2 3 4 1 2"), "2 4 2 1 1 2 3 4 5", "2 2 2 1 1 2 3 4"), "a.msh",
       "mesh.empty"},
      msh("name without quotes", "3 1 \"all\"", "3 1 all", 6, "mesh.syntax"),
      msh("name with one quote", "3 1 \"all\"", "3 1 \"all", 6, "mesh.syntax"),
      msh("name that is not UTF-8", "3 1 \"all\"", "3 1 \"a\xff\"", 6, "mesh.name"),
      msh("10^18 names", "$PhysicalNames\n1", "$PhysicalNames\n1000000000000000000", 5, "mesh.count"),
      msh("unknown section without end", "$Nodes", "$Periodic\n$Nodes", 21, "mesh.truncated"),
      msh("byte zero", "3 0 1 0", std::string("3 0 1\0 0", 8), 12, "mesh.binary"),
  };
}

std::vector<Case> veg_cases() {
  auto veg = [](const char* what, const std::string& from, const std::string& to, int line, const char* id) {
    return Case{what, "a.veg", with(kGoodVeg, from, to), "a.veg:" + std::to_string(line), id};
  };
  return {
      veg("hexes", "TET\n", "CUBIC\n", 11, "mesh.element-type"),
      veg("unknown element type", "TET\n", "PRISM\n", 11, "mesh.element-type"),
      veg("orthotropic material without its rotation", "ENU, 1000, 1e6, 0.4", "ORTHOTROPIC, 1000, 1, 1, 1, 0, 0, 0, 1, 1, 1", 2,
          "mesh.syntax"),
      veg("orthotropic material of an unknown form", "ENU, 1000, 1e6, 0.4", "ORTHOTROPIC_N2, 1000, 1, 1, 1, 0", 2, "mesh.material"),
      veg("orthotropic material with a negative modulus", "ENU, 1000, 1e6, 0.4", "ORTHOTROPIC_N1, 1000, 1, -1, 1, 0", 2,
          "mesh.material"),
      veg("orthotropic material with a ratio of 0.5", "ENU, 1000, 1e6, 0.4", "ORTHOTROPIC_N1, 1000, 1, 1, 1, 0.5", 2,
          "mesh.material"),
      veg("orthotropic material without shear stiffness", "ENU, 1000, 1e6, 0.4", "ORTHOTROPIC_N1G1, 1000, 1, 1, 1, 0.3, 0", 2,
          "mesh.material"),
      veg("orthotropic material with a rotation of no numbers", "ENU, 1000, 1e6, 0.4",
          "ORTHOTROPIC_N1R9, 1000, 1, 1, 1, 0.3, 1, 0, 0, 0, x, 0, 0, 0, 1", 2, "mesh.number"),
      veg("Mooney-Rivlin material", "ENU, 1000, 1e6, 0.4", "MOONEYRIVLIN, 1000, 1, 1, 1", 2, "mesh.material"),
      veg("zero density", "1000", "0", 2, "mesh.material"),
      veg("negative stiffness", "1e6", "-1e6", 2, "mesh.material"),
      veg("incompressible", "0.4", "0.5", 2, "mesh.material"),
      veg("Poisson's ratio -1", "0.4", "-1", 2, "mesh.material"),
      veg("NaN stiffness", "1e6", "nan", 2, "mesh.number"),
      veg("material without nu", ", 0.4", "", 2, "mesh.syntax"),
      veg("second material of a name", "*VERTICES", "*MATERIAL m\nENU 1 1 0\n*VERTICES", 3, "mesh.name"),
      veg("numbering from 2", "1 0 0 0", "2 0 0 0", 5, "mesh.index"),
      veg("numbering with a gap", "3 0 1 0", "7 0 1 0", 7, "mesh.index"),
      veg("two dimensions", "5 3 0 0", "5 2 0 0", 4, "mesh.syntax"),
      veg("10^18 vertices", "5 3 0 0", "1000000000000000000 3 0 0", 4, "mesh.count"),
      veg("negative attributes", "5 3 0 0", "5 3 -1 0", 4, "mesh.count"),
      veg("10^18 attributes", "5 3 0 0", "5 3 1000000000000000000 0", 4, "mesh.count"),
      veg("infinite coordinate", "3 0 1 0", "3 0 inf 0", 7, "mesh.number"),
      veg("index 0 counted from 1", "1 1 2 3 4", "1 0 2 3 4", 13, "mesh.index"),
      veg("index above the last", "1 1 2 3 4", "1 6 2 3 4", 13, "mesh.index"),
      veg("ten vertices a tet", "2 4 0", "2 10 0", 12, "mesh.element-type"),
      veg("10^18 tets", "2 4 0", "1000000000000000000 4 0", 12, "mesh.count"),
      veg("flat tet", "2 2 3 4 5", "2 2 3 4 4", 14, "mesh.degenerate"),
      veg("set with an index too large", "1, 2", "1, 3", 16, "mesh.index"),
      veg("set with a word", "1, 2", "1, two", 16, "mesh.number"),
      veg("set of the reserved name", "*SET s", "*SET allElements", 15, "mesh.name"),
      veg("set without a name", "*SET s", "*SET", 15, "mesh.syntax"),
      veg("region of an unknown set", "s, m", "t, m", 18, "mesh.region"),
      veg("region of an unknown material", "s, m", "s, n", 18, "mesh.region"),
      veg("tet in no region", "1, 2", "1", 14, "mesh.region"),
      veg("misspelt section", "*VERTICES", "*VERTEXES", 3, "mesh.syntax"),
      veg("elements first", "*VERTICES", "*ELEMENTS", 3, "mesh.syntax"),
      veg("second *VERTICES", "*SET s", "*VERTICES\n*SET s", 15, "mesh.syntax"),
      veg("include of nothing", "*SET s", "*INCLUDE\n*SET s", 15, "mesh.include"),
      veg("include of a missing file", "*SET s", "*INCLUDE none.txt\n*SET s", 15, "mesh.include"),
      veg("include of the folder", "*SET s", "*INCLUDE .\n*SET s", 15, "mesh.include"),
      veg("include of itself", "*SET s", "*INCLUDE a.veg\n*SET s", 15, "mesh.include"),
      veg("include through ..", "*SET s", "*INCLUDE ../outside.txt\n*SET s", 15, "mesh.include"),
      veg("include by absolute path", "*SET s", "*INCLUDE /etc/passwd\n*SET s", 15, "mesh.include"),
      veg("include of a device", "*SET s", "*INCLUDE /dev/zero\n*SET s", 15, "mesh.include"),
      {"no text at all", "a.veg", "# only a comment\n", "a.veg:1", "mesh.truncated"},
  };
}

std::vector<Case> other_cases() {
  std::string garbage;
  for (int i = 0; i < 5000; ++i) garbage += static_cast<char>(1 + (i * 7919 + i * i * 31) % 255);
  return {
      {"garbage", "a.msh", garbage, "a.msh:1", "mesh.syntax"},
      {"zeros", "a.veg", std::string(4096, '\0'), "a.veg:1", "mesh.binary"},
      {"empty file", "a.msh", "", "a.msh", "mesh.empty-file"},
      {"only blank lines", "a.msh", "\n\n \n", "a.msh:3", "mesh.truncated"},
      {"surface mesh", "a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "a.obj", "mesh.empty"},
      {"unknown extension", "a.blend", "x", "a.blend", "mesh.extension"},
      {"no extension", "mesh", "x", "mesh", "mesh.extension"},
      {"extension of a sentence", "a." + std::string(200, 'x'), "x", "x", "mesh.extension"},
      {"no partner", "alone.node", kGoodNode, "alone.ele", "mesh.missing"},
  };
}

class Malformed : public testing::TestWithParam<Case> {};

TEST_P(Malformed, MeshIsRefusedWithItsPlace) {
  SCOPED_TRACE(GetParam().what);
  const TemporaryFolder folder;
  folder.write("outside.txt", "1");  // what an include must not reach
  const std::filesystem::path file = folder.write("inside/" + GetParam().name, GetParam().text);
  expect_refused(file, GetParam().place, GetParam().id);
}

std::string name_of_case(const testing::TestParamInfo<Case>& info) {
  std::string name;
  for (const char* c = info.param.what; *c != '\0'; ++c) name += std::isalnum(static_cast<unsigned char>(*c)) ? *c : '_';
  return name;
}
INSTANTIATE_TEST_SUITE_P(Gmsh, Malformed, testing::ValuesIn(gmsh_cases()), name_of_case);
INSTANTIATE_TEST_SUITE_P(Veg, Malformed, testing::ValuesIn(veg_cases()), name_of_case);
INSTANTIATE_TEST_SUITE_P(Other, Malformed, testing::ValuesIn(other_cases()), name_of_case);

struct TetGenCase {
  const char* what;
  std::string node, ele, place, id;
};

TEST(MalformedTetGen, MeshIsRefusedWithItsPlace) {
  const TetGenCase cases[] = {
      {"quadratic tets", kGoodNode, "1 10 0\n1 1 2 3 4 5 1 2 3 4 5\n", "a.ele:1", "mesh.element-type"},
      {"index above the last", kGoodNode, "1 4 0\n1 1 2 3 6\n", "a.ele:2", "mesh.index"},
      {"10^18 vertices", with(kGoodNode, "5 3", "1000000000000000000 3"), kGoodEle, "a.node:1", "mesh.count"},
      {"10^18 tets", kGoodNode, with(kGoodEle, "2 4", "1000000000000000000 4"), "a.ele:1", "mesh.count"},
      {"no tets", kGoodNode, "0 4 0\n", "a.ele:1", "mesh.count"},
      {"marker announced, none there", with(kGoodNode, "0 0\n", "0 1\n"), kGoodEle, "a.node:2", "mesh.syntax"},
      {"a line too many", kGoodNode + "6 0 0 0\n", kGoodEle, "a.node:7", "mesh.syntax"},
      {"a tet too many", kGoodNode, kGoodEle + "3 1 2 3 5\n", "a.ele:4", "mesh.syntax"},
      {"NaN attribute", kGoodNode, "1 4 1\n1 1 2 3 4 nan\n", "a.ele:2", "mesh.number"},
      {"flat tet", with(kGoodNode, "4 0 0 1", "4 1 1 0"), kGoodEle, "a.ele:2", "mesh.degenerate"},
      {"vertex in no tet", kGoodNode, "1 4 0\n1 1 2 3 4\n", "a.node:6", "mesh.orphan"},
      {"empty .ele", kGoodNode, "", "a.ele", "mesh.empty-file"},
      {"numbering from 5", "4 3\n5 0 0 0\n6 1 0 0\n7 0 1 0\n8 0 0 1\n", "1 4\n5 5 6 7 8\n", "a.node:2", "mesh.index"},
  };
  for (const TetGenCase& c : cases) {
    SCOPED_TRACE(c.what);
    const TemporaryFolder folder;
    folder.write("a.node", c.node);
    expect_refused(folder.write("a.ele", c.ele), c.place, c.id);
  }
}

// The text cut after each of its lines but the last.
std::vector<std::string> truncations(const std::string& text) {
  std::vector<std::string> result;
  for (std::size_t at = text.find('\n'); at + 1 < text.size(); at = text.find('\n', at + 1))
    result.push_back(text.substr(0, at + 1));
  return result;
}

TEST(Malformed, AMeshThatEndsAfterAnyOfItsLinesIsRefused) {
  auto refused = [](const std::filesystem::path& file, const std::string& name) {
    try {
      read_tet_mesh(file);
    } catch (const InputError& error) {
      return error.faults().front().place.find(name) != std::string::npos;
    }
    return false;
  };
  const TemporaryFolder folder;
  folder.write("good.node", kGoodNode);
  for (const std::string& text : truncations(kGoodMsh)) EXPECT_TRUE(refused(folder.write("a.msh", text), "a.msh")) << text;
  for (const std::string& text : truncations(kGoodVeg)) EXPECT_TRUE(refused(folder.write("a.veg", text), "a.veg")) << text;
  for (const std::string& text : truncations(kGoodEle)) EXPECT_TRUE(refused(folder.write("good.ele", text), "good.ele")) << text;
  folder.write("b.ele", kGoodEle);
  for (const std::string& text : truncations(kGoodNode)) EXPECT_TRUE(refused(folder.write("b.node", text), "b.node")) << text;
}

TEST(Malformed, TheGoodMeshesOfThisFileAreGood) {
  const TemporaryFolder folder;
  EXPECT_NO_THROW(read_tet_mesh(folder.write("a.msh", kGoodMsh)));
  EXPECT_NO_THROW(read_tet_mesh(folder.write("a.veg", kGoodVeg)));
  folder.write("b.node", kGoodNode);
  EXPECT_NO_THROW(read_tet_mesh(folder.write("b.ele", kGoodEle)));
}

// Of files in memory, which is quick enough for every byte.
void expect_no_crash(const std::string& name, std::string text) {
  try {
    to_tet_mesh(parse_mesh_content({name, std::move(text)}));
  } catch (const InputError&) {
  }
}

TEST(Malformed, AMeshCutOrChangedAtAnyByteNeverCrashes) {
  for (const auto& [name, text] : {std::pair{"a.msh", kGoodMsh}, {"a.veg", kGoodVeg}})
    for (std::size_t at = 0; at < text.size(); ++at) {
      expect_no_crash(name, text.substr(0, at));
      for (char change : {'-', '9', '*', '$', '\n', '\xff'}) {
        std::string changed = text;
        changed[at] = change;
        expect_no_crash(name, changed);
      }
    }
}

TEST(Malformed, WhatIsNoRegularFileIsRefusedAtOnce) {
  const TemporaryFolder folder;
  expect_refused(folder.path() / "missing.msh", "missing.msh", "mesh.missing");
  expect_refused(folder.path() / "missing.veg", "missing.veg", "mesh.missing");
  expect_refused(folder.path() / "missing.ele", "missing.node", "mesh.missing");
  std::filesystem::create_directory(folder.path() / "folder.msh");
  expect_refused(folder.path() / "folder.msh", "folder.msh", "mesh.not-a-file");
  ASSERT_EQ(::mkfifo((folder.path() / "pipe.msh").c_str(), 0600), 0);
  expect_refused(folder.path() / "pipe.msh", "pipe.msh", "mesh.not-a-file");
  std::filesystem::create_symlink("/dev/zero", folder.path() / "zero.msh");
  expect_refused(folder.path() / "zero.msh", "zero.msh", "mesh.not-a-file");
  std::filesystem::create_symlink("loop.veg", folder.path() / "loop.veg");
  expect_refused(folder.path() / "loop.veg", "loop.veg", "mesh.unreadable");
  // A hole in a file costs no disk.
  folder.write("large.msh", "x");
  std::filesystem::resize_file(folder.path() / "large.msh", kLargestFile + 1);
  expect_refused(folder.path() / "large.msh", "large.msh", "mesh.too-large");
  if (::geteuid() != 0) {  // root reads everything
    std::filesystem::permissions(folder.write("secret.msh", kGoodMsh), std::filesystem::perms::none);
    expect_refused(folder.path() / "secret.msh", "secret.msh", "mesh.unreadable");
  }
}

TEST(Malformed, IncludesCannotLeaveTheFolderByALinkOrGoRound) {
  const TemporaryFolder folder;
  folder.write("outside.txt", "1");
  std::filesystem::create_directories(folder.path() / "inside");
  std::filesystem::create_symlink("../outside.txt", folder.path() / "inside/link.txt");
  std::filesystem::create_symlink("..", folder.path() / "inside/up");
  const std::string begin = with(kGoodVeg, "1, 2\n", "");
  auto refused = [&](const std::string& include, const std::string& place) {
    expect_refused(folder.write("inside/a.veg", with(begin, "*SET s\n", "*SET s\n*INCLUDE " + include + "\n")), place,
                   "mesh.include");
  };
  refused("link.txt", "a.veg:16");
  refused("up/outside.txt", "a.veg:16");
  folder.write("inside/b.txt", "1\n*INCLUDE c.txt\n");
  folder.write("inside/c.txt", "\n\n*INCLUDE b.txt\n");
  refused("b.txt", "c.txt:3");
  ASSERT_EQ(::mkfifo((folder.path() / "inside/pipe").c_str(), 0600), 0);
  refused("pipe", "a.veg:16");
  // Each file includes the next twice: a few hundred bytes that would read as millions.
  for (int i = 0; i < 30; ++i)
    folder.write("inside/d" + std::to_string(i),
                 "*INCLUDE d" + std::to_string(i + 1) + "\n*INCLUDE d" + std::to_string(i + 1) + "\n");
  refused("d0", "d6:1");
  std::string flood;
  for (int i = 0; i < 300; ++i) flood += "*INCLUDE one\n";
  folder.write("inside/one", "1");
  folder.write("inside/flood", flood);
  refused("flood", "flood:256");
}

}  // namespace
