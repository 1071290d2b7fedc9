#include <lilyan/core/error.hpp>
#include <lilyan/mesh/box.hpp>
#include <lilyan/mesh_files/vtk/pvd.hpp>
#include <lilyan/mesh_files/vtk/vtu.hpp>
#include <tests/support/largest_file.hpp>
#include <tests/support/temporary_folder.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <regex>

namespace {

using namespace lilyan;
using lilyan::test::read_text;
using lilyan::test::TemporaryFolder;
using testing::EndsWith;
using testing::HasSubstr;

// The bytes of the array called `name`, found as a VTK reader finds them.
std::string appended_array(const std::string& file, const std::string& name) {
  std::smatch found;
  const std::string head = file.substr(0, file.find("<AppendedData"));
  if (!std::regex_search(head, found, std::regex("Name=\"" + name + "\"[^>]*offset=\"([0-9]+)\""))) return "no such array";
  const std::string marker = "<AppendedData encoding=\"raw\">\n_";
  const std::size_t at = file.find(marker) + marker.size() + std::stoul(found[1]);
  std::uint64_t size = 0;
  std::memcpy(&size, file.data() + at, sizeof size);
  return file.substr(at + sizeof size, size);
}

template <class T>
std::vector<T> values_of(const std::string& bytes) {
  std::vector<T> values(bytes.size() / sizeof(T));
  EXPECT_EQ(bytes.size() % sizeof(T), 0u);
  std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
  return values;
}

TEST(Vtu, HoldsWhatWasWritten) {
  const TemporaryFolder folder;
  const TetMesh mesh = box(Vec3(1, 2, 3), {1, 2, 1}, Vec3::Zero(), Split::five);
  const std::vector<double> v(static_cast<std::size_t>(mesh.X.size()), 0.1), J(mesh.tets.size(), 1.0 / 3);
  write_vtu(folder.path() / "a.vtu", mesh.X, mesh.tets, {{"velocity", 3, v}}, {{"J <\"&", 1, J}});

  const std::string file = read_text(folder.path() / "a.vtu");
  EXPECT_THAT(file, HasSubstr("NumberOfPoints=\"12\" NumberOfCells=\"10\""));
  EXPECT_THAT(file, HasSubstr("header_type=\"UInt64\""));
  EXPECT_EQ(values_of<double>(appended_array(file, "Points")), std::vector<double>(mesh.X.begin(), mesh.X.end()));
  EXPECT_EQ(values_of<double>(appended_array(file, "velocity")), v);
  EXPECT_EQ(values_of<double>(appended_array(file, "J &lt;&quot;&amp;")), J);
  std::vector<std::int64_t> connectivity, offsets;
  for (const Tet& tet : mesh.tets) {
    connectivity.insert(connectivity.end(), tet.begin(), tet.end());
    offsets.push_back(static_cast<std::int64_t>(connectivity.size()));
  }
  EXPECT_EQ(values_of<std::int64_t>(appended_array(file, "connectivity")), connectivity);
  EXPECT_EQ(values_of<std::int64_t>(appended_array(file, "offsets")), offsets);
  EXPECT_EQ(values_of<std::uint8_t>(appended_array(file, "types")), std::vector<std::uint8_t>(mesh.tets.size(), 10));
  EXPECT_THAT(file, EndsWith("\n</AppendedData>\n</VTKFile>\n"));
}

TEST(Vtu, HoldsTriangles) {
  const TemporaryFolder folder;
  const TetMesh mesh = box(Vec3(1, 1, 1), {1, 1, 1}, Vec3::Zero(), Split::six);
  const std::vector<Triangle> triangles = surface(mesh);
  write_vtu(folder.path() / "a.vtu", mesh.X, triangles, {}, {});
  const std::string file = read_text(folder.path() / "a.vtu");
  EXPECT_THAT(file, HasSubstr("NumberOfPoints=\"8\" NumberOfCells=\"12\""));
  std::vector<std::int64_t> connectivity;
  for (const Triangle& triangle : triangles) connectivity.insert(connectivity.end(), triangle.begin(), triangle.end());
  EXPECT_EQ(values_of<std::int64_t>(appended_array(file, "connectivity")), connectivity);
  EXPECT_EQ(values_of<std::int64_t>(appended_array(file, "offsets")).back(), 36);
  EXPECT_EQ(values_of<std::uint8_t>(appended_array(file, "types")), std::vector<std::uint8_t>(12, 5));
}

TEST(Vtu, LeavesNoOtherFileAndReplacesAnOldOne) {
  const TemporaryFolder folder;
  const TetMesh mesh = box(Vec3(1, 1, 1), {1, 1, 1}, Vec3::Zero(), Split::six);
  folder.write("a.vtu", "old");
  write_vtu(folder.path() / "a.vtu", mesh.X, mesh.tets, {}, {});
  const std::string first = read_text(folder.path() / "a.vtu");
  write_vtu(folder.path() / "a.vtu", mesh.X, mesh.tets, {}, {});
  EXPECT_EQ(read_text(folder.path() / "a.vtu"), first);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
}

TEST(Vtu, SaysWhyItCannotBeWritten) {
  const TemporaryFolder folder;
  const TetMesh mesh = box(Vec3(1, 1, 1), {1, 1, 1}, Vec3::Zero(), Split::six);
  try {
    write_vtu(folder.path() / "nowhere" / "a.vtu", mesh.X, mesh.tets, {}, {});
    FAIL() << "written into a folder that does not exist";
  } catch (const InputError& error) {
    EXPECT_EQ(error.faults().front().id, "output.write");
    EXPECT_THAT(error.what(), HasSubstr("No such file or directory"));
  }
  std::filesystem::create_directories(folder.path() / "taken.vtu" / "full");
  EXPECT_THROW(write_vtu(folder.path() / "taken.vtu", mesh.X, mesh.tets, {}, {}), InputError);
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "taken.vtu.part"));
}

TEST(Vtu, AFullDiskIsAnErrorAndNotAShortFile) {
  for (Index cells : {1, 9}) {  // smaller and larger than a stream's buffer: the failure shows at the end or on the way
    const TemporaryFolder folder;
    const TetMesh mesh = box(Vec3(1, 1, 1), {cells, cells, cells}, Vec3::Zero(), Split::six);
    const test::LargestFile limit(100);
    EXPECT_THROW(write_vtu(folder.path() / "a.vtu", mesh.X, mesh.tets, {}, {}), InputError);
    EXPECT_FALSE(std::filesystem::exists(folder.path() / "a.vtu"));
  }
}

const char* const kPvdOfTwo =
    "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\">\n<Collection>\n"
    "<DataSet timestep=\"0\" part=\"0\" file=\"frames/0.vtu\"/>\n"
    "<DataSet timestep=\"0.1\" part=\"0\" file=\"frames/1.vtu\"/>\n"
    "</Collection>\n</VTKFile>\n";

TEST(Pvd, IsWholeAfterEveryEntry) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "run.pvd";
  PvdIndex index = PvdIndex::create(file);
  EXPECT_THAT(read_text(file), EndsWith("<Collection>\n</Collection>\n</VTKFile>\n"));
  index.add(0, {"frames/0.vtu"});
  EXPECT_THAT(read_text(file), EndsWith("0.vtu\"/>\n</Collection>\n</VTKFile>\n"));
  index.add(0.1, {"frames/1.vtu"});
  EXPECT_EQ(read_text(file), kPvdOfTwo);
}

TEST(Pvd, AddsThePartsOfAnInstantTogether) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "run.pvd";
  PvdIndex index = PvdIndex::create(file);
  index.add(0.5, {"frames/0.vtu", "frames/skin.vtu"});
  EXPECT_THAT(read_text(file), HasSubstr("<DataSet timestep=\"0.5\" part=\"0\" file=\"frames/0.vtu\"/>\n"
                                         "<DataSet timestep=\"0.5\" part=\"1\" file=\"frames/skin.vtu\"/>\n</Coll"));
  EXPECT_EQ(PvdIndex::resume(file, index.offset()).offset(), index.offset());
}

TEST(Pvd, ResumedAtAnOffsetGivesTheSameBytes) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "run.pvd";
  PvdIndex first = PvdIndex::create(file);
  first.add(0, {"frames/0.vtu"});
  const std::int64_t offset = first.offset();
  first.add(0.5, {"frames/lost.vtu"});
  first.add(0.75, {"frames/lost too.vtu"});
  PvdIndex second = PvdIndex::resume(file, offset);
  EXPECT_THAT(read_text(file), EndsWith("0.vtu\"/>\n</Collection>\n</VTKFile>\n"));
  second.add(0.1, {"frames/1.vtu"});
  EXPECT_EQ(read_text(file), kPvdOfTwo);
}

TEST(Pvd, ResumesAnIndexWithoutEntries) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "run.pvd";
  const std::int64_t offset = PvdIndex::create(file).offset();
  PvdIndex index = PvdIndex::resume(file, offset);
  index.add(0, {"frames/0.vtu"});
  index.add(0.1, {"frames/1.vtu"});
  EXPECT_EQ(read_text(file), kPvdOfTwo);
}

TEST(Pvd, RefusesToResumeAFileThatIsNotItsOwn) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "run.pvd";
  PvdIndex index = PvdIndex::create(file);
  index.add(0, {"frames/0.vtu"});
  EXPECT_THROW(PvdIndex::resume(file, index.offset() - 1), InputError);
  EXPECT_THROW(PvdIndex::resume(file, index.offset() + 1000), InputError);
  EXPECT_THROW(PvdIndex::resume(file, -5), InputError);
  EXPECT_THROW(PvdIndex::resume(folder.path() / "none.pvd", 80), InputError);
  folder.write("other.pvd", std::string(500, '\n'));
  EXPECT_THROW(PvdIndex::resume(folder.path() / "other.pvd", index.offset()), InputError);
}

}  // namespace
