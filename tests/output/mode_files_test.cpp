#include <lilyan/mesh_files/vtk/pvd.hpp>
#include <lilyan/output/mode_files.hpp>
#include <tests/run/oscillator.hpp>
#include <tests/support/temporary_folder.hpp>

#include <gtest/gtest.h>

namespace lilyan::test {
namespace {

// Modes of the oscillator's tet, with shapes of their own.
Modes some_modes(const Inventory& inventory, Index count) {
  Modes modes;
  modes.frequencies = Vector::LinSpaced(count, 1, count);
  modes.residuals = Vector::Constant(count, 1e-9);
  modes.shapes = Eigen::MatrixXd::Zero(inventory.rest.size(), count);
  for (Index k = 0; k < count; ++k) modes.shapes(3 * (k % 4) + k % 3, k) = 3.0;
  modes.rigid = modes.mechanisms = 1;
  return modes;
}

TEST(ModeFiles, AreATableAndAPeriodOfEveryMode) {
  SwingingScene swing(0);
  TemporaryFolder folder;
  write_modes(folder / "modes", swing.scene.simulation.system(), swing.scene.inventory, some_modes(swing.scene.inventory, 2));
  EXPECT_EQ(read_text(folder / "modes/modes.csv").find("mode,frequency,rigid,mechanism,x,y,z,residual\n1,1,1,0,"), 0u);
  EXPECT_NE(read_text(folder / "modes/modes.csv").find("\n2,2,0,1,"), std::string::npos);
  for (const char* mode : {"mode_01", "mode_02"}) {
    const std::vector<PvdEntry> frames = read_pvd(folder.path() / "modes" / mode / "frames.pvd");
    ASSERT_EQ(frames.size(), 16u);
    for (std::size_t k = 0; k < frames.size(); ++k) {
      EXPECT_EQ(frames[k].time, static_cast<double>(k) / 16);
      EXPECT_NE(read_text(frames[k].file).find("Name=\"displacement\""), std::string::npos);
    }
    EXPECT_NE(read_text(frames[4].file), read_text(frames[12].file)) << "the swing goes both ways";
  }
}

TEST(ModeFiles, ReplaceThoseOfAnEarlierCallAndNothingElse) {
  SwingingScene swing(0);
  TemporaryFolder folder;
  write_modes(folder.path(), swing.scene.simulation.system(), swing.scene.inventory, some_modes(swing.scene.inventory, 3));
  folder.write("mode_03/notes.txt", "mine");
  folder.write("notes.txt", "mine");
  write_modes(folder.path(), swing.scene.simulation.system(), swing.scene.inventory, some_modes(swing.scene.inventory, 1));
  EXPECT_TRUE(std::filesystem::exists(folder / "mode_01/frames.pvd"));
  EXPECT_FALSE(std::filesystem::exists(folder / "mode_02"));
  EXPECT_FALSE(std::filesystem::exists(folder / "mode_03/frames.pvd"));
  EXPECT_EQ(folder.read("mode_03/notes.txt") + folder.read("notes.txt"), "minemine");
}

}  // namespace
}  // namespace lilyan::test
