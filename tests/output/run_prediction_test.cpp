#include <lilyan/output/run.hpp>
#include <lilyan/output/run_prediction.hpp>
#include <tests/run/expect_fault.hpp>
#include <tests/run/oscillator.hpp>
#include <tests/run/run_files.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace lilyan::test {

using testing::HasSubstr;

// How many frames lie in the folder, and how large they are on the average.
struct Written {
  double frames = 0, bytes = 0;
};
Written frames_in(const std::filesystem::path& folder) {
  Written written;
  for (const auto& entry : std::filesystem::directory_iterator(folder / "frames")) {
    ++written.frames;
    written.bytes += static_cast<double>(entry.file_size());
  }
  written.bytes /= written.frames;
  return written;
}

TEST(RunPrediction, FramesAndTheirSizeAreThoseThatTheRunWrites) {
  for (const double interval : {0.0, 0.01, 0.025, 0.033, 0.004}) {
    SwingingScene swing(20);
    swing.scene.output.frames = true;
    swing.scene.output.interval = interval > 0 ? std::optional(interval) : std::nullopt;
    const RunPrediction prediction = predict_run(swing.scene, swing.scene.simulation);
    const TemporaryFolder folder;
    run(swing.scene, {folder.path(), false, {}, nullptr});
    const Written written = frames_in(folder.path());
    EXPECT_EQ(prediction.frames, written.frames) << interval;
    EXPECT_NEAR(prediction.bytes_per_frame, written.bytes, 0.1 * written.bytes + 1000) << interval;
  }
}

TEST(RunPrediction, OfARunTakenUpIsOfWhatIsLeft) {
  SwingingScene swing(20);
  swing.scene.output.frames = true;
  swing.scene.output.interval = 0.02;
  for (int k = 0; k < 10; ++k) ASSERT_TRUE(swing.scene.simulation.step());
  EXPECT_EQ(predict_run(swing.scene, swing.scene.simulation).frames, 5);
}

TEST(RunPrediction, IsToldInOneLine) {
  EXPECT_EQ(to_text({12, 3 * 0x1p20, 101, 2048}), "3 MiB for the linear solver (factor), 101 frames of 2 KiB: 202 KiB of disk");
  EXPECT_EQ(to_text({12, 0, 0, 0}), "");
  RunPrediction reduced;
  reduced.reduction_bytes = 1.125 * 0x1p30;
  EXPECT_EQ(to_text(reduced), "1.12 GiB to make the energy of a reduced body");
}

TEST(RunPrediction, MemoryThatIsShortIsToldWithoutNegativeNumbers) {
  const RunPrediction prediction = {12, 64 * 0x1p20, 0, 0};
  refuse_little_memory(prediction, 96 * 0x1p20);
  EXPECT_EQ(fault_of([&] { refuse_little_memory(prediction, 95 * 0x1p20); }), "run.memory");
  EXPECT_THAT(
      error_text_of([&] { refuse_little_memory(prediction, 32 * 0x1p20); }),
      HasSubstr("32 MiB of memory are free, and the run needs 96 MiB: 64 MiB for its linear solver and 32 MiB for all else"));
}

TEST(RunPrediction, FramesBeyondTheDiskAreRefusedWithTheFigures) {
  const RunPrediction prediction = {12, 0, 500, 0x1p20};
  refuse_full_disk(prediction, "out", 500 * 0x1p20);
  EXPECT_EQ(fault_of([&] { refuse_full_disk(prediction, "out", 499 * 0x1p20); }), "output.disk");
  EXPECT_THAT(error_text_of([&] { refuse_full_disk(prediction, "out", 499 * 0x1p20); }),
              HasSubstr("500 frames of 1 MiB would take 500 MiB of disk; 499 MiB are free"));
}

TEST(RunPrediction, ARunWhoseFramesFillAnyDiskChangesNothing) {
  const TemporaryFolder folder;
  run(SwingingScene(3).scene, {folder.path(), false, {}, nullptr});
  const auto before = all_files(folder.path());
  SwingingScene endless(std::int64_t{1} << 60);
  endless.scene.output.frames = true;
  EXPECT_EQ(fault_of([&] { run(endless.scene, {folder.path(), false, {}, nullptr}); }), "output.disk");
  EXPECT_EQ(all_files(folder.path()), before);
}

TEST(RunPrediction, FreeDiskIsThatOfTheFolderToBeMade) {
  const TemporaryFolder folder;
  const double here = free_disk(folder.path());
  EXPECT_TRUE(std::isfinite(here));
  EXPECT_NEAR(free_disk(folder / "not/yet/there"), here, 0.1 * here);
  folder.write("out/frames/frame_000000.vtu", std::string(1 << 20, 'x'));
  EXPECT_GE(free_disk(folder / "out"), 1 << 20) << "frames that the run replaces are room";
}

}  // namespace lilyan::test
