#include <lilyan/core/error.hpp>
#include <lilyan/mesh_files/vtk/pvd.hpp>
#include <tests/support/temporary_folder.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace {

using namespace lilyan;
using lilyan::test::TemporaryFolder;
using testing::HasSubstr;

std::string pvd_error(const std::string& text) {
  const TemporaryFolder folder;
  folder.write("run.pvd", text);
  try {
    read_pvd(folder.path() / "run.pvd");
  } catch (const InputError& error) {
    return error.faults().front().id + " " + error.what();
  }
  return "no error";
}

TEST(ReadPvd, FindsWhatTheIndexWrote) {
  const TemporaryFolder folder;
  PvdIndex index = PvdIndex::create(folder.path() / "run.pvd");
  index.add(0, {"frames/0.vtu"});
  index.add(1.0 / 3, {"frames/<1> & \"co\".vtu", "frames/skin.vtu"});
  const std::vector<PvdEntry> entries = read_pvd(folder.path() / "run.pvd");
  ASSERT_EQ(entries.size(), 3u);
  EXPECT_EQ(entries[0].file, folder.path() / "frames/0.vtu");
  EXPECT_EQ(entries[1].time, 1.0 / 3);
  EXPECT_EQ(entries[1].file, folder.path() / "frames/<1> & \"co\".vtu");
  EXPECT_EQ(entries[2].part, 1);
  EXPECT_EQ(entries[2].line, 6u);
}

TEST(ReadPvd, ReadsTheIndexOfAnotherProgram) {
  const TemporaryFolder folder;
  folder.write("run.pvd",
               "<VTKFile byte_order='LittleEndian' type='Collection'><!-- <DataSet file=\"no.vtu\"/> -->\r\n<Collection>\r\n"
               "<DataSet group=\"\" file = \"a b.vtu\" part='0' timestep='2.5e-1'></DataSet><DataSet file=\"c.vtu\" />\r\n"
               "</Collection></VTKFile>");
  const std::vector<PvdEntry> entries = read_pvd(folder.path() / "run.pvd");
  ASSERT_EQ(entries.size(), 2u);
  EXPECT_EQ(entries[0].time, 0.25);
  EXPECT_EQ(entries[0].file.filename(), "a b.vtu");
  EXPECT_EQ(entries[1].time, 0);
}

TEST(ReadPvd, NamesTheLineOfAFault) {
  const std::string head = "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\">\n<Collection>\n",
                    tail = "</Collection></VTKFile>";
  EXPECT_THAT(pvd_error(head + tail), "no error");
  EXPECT_THAT(pvd_error("<html></html>"), HasSubstr("frames.index"));
  EXPECT_THAT(pvd_error("<VTKFile type=\"UnstructuredGrid\"></VTKFile>"), HasSubstr("frames.index"));
  EXPECT_THAT(pvd_error("<VTKFile type=\"Collection\"></VTKFile>"), HasSubstr("frames.index"));
  EXPECT_THAT(pvd_error(head + "<DataSet timestep=\"0\"/>" + tail), HasSubstr("names no file"));
  EXPECT_THAT(pvd_error(head + "<DataSet file=\"\"/>" + tail), HasSubstr("names no file"));
  EXPECT_THAT(pvd_error(head + "\n<DataSet file=\"a\" timestep=\"soon\"/>" + tail), HasSubstr("run.pvd:5: timestep is \"soon\""));
  for (const char* bad : {"timestep=\"nan\"", "timestep=\"1e999\"", "timestep=\"\"", "part=\"99999999999\"", "part=\"0.5\""})
    EXPECT_THAT(pvd_error(head + "<DataSet file=\"a\" " + bad + "/>" + tail), HasSubstr("frames.index")) << bad;
  for (const char* bad : {"<DataSet file=\"a.vtu\"", "<DataSet file=\"a.vtu", "<DataSet file", "<DataSet file=a.vtu/>",
                          "<DataSet =\"a\"/>", "<!-- never ends", "<", "<DataSet file=\"a.vtu\"/>"})
    EXPECT_THAT(pvd_error(head + bad), HasSubstr("run.pvd:4: ")) << bad;
}

TEST(ReadPvd, ReadsTheIndexOfALongRun) {
  const TemporaryFolder folder;
  std::string text = "<VTKFile type=\"Collection\"><Collection>\n";
  for (int k = 0; k < 150'000; ++k) text += "<DataSet timestep=\"" + std::to_string(k) + "\" file=\"a.vtu\"/>\n";
  folder.write("run.pvd", text + "</Collection></VTKFile>");
  const std::vector<PvdEntry> entries = read_pvd(folder.path() / "run.pvd");
  ASSERT_EQ(entries.size(), 150'000u);
  EXPECT_EQ(entries.back().line, 150'001u);
}

}  // namespace
