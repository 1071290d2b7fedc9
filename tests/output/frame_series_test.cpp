#include <lilyan/output/frame_series.hpp>
#include <lilyan/run/run_time.hpp>
#include <tests/run/oscillator.hpp>
#include <tests/run/run_files.hpp>

#include <gtest/gtest.h>

namespace lilyan::test {

std::vector<std::int64_t> due_steps(std::optional<double> interval, double h, std::int64_t steps) {
  OutputPlan output;
  output.interval = interval;
  std::vector<std::int64_t> due;
  for (std::int64_t step = 0; step <= steps; ++step) {
    if (frame_is_due(output, h, step)) due.push_back(step);
  }
  return due;
}

TEST(FrameSeries, IsDueAtEveryStepWithoutAnInterval) { EXPECT_EQ(due_steps({}, 0.01, 3), (std::vector<std::int64_t>{0, 1, 2, 3})); }

TEST(FrameSeries, IsDueWhenAMultipleIsReachedOrPassed) {
  EXPECT_EQ(due_steps(0.025, 0.01, 10), (std::vector<std::int64_t>{0, 3, 5, 8, 10}));
  EXPECT_EQ(due_steps(0.004, 0.01, 3), (std::vector<std::int64_t>{0, 1, 2, 3}));
}

TEST(FrameSeries, IsNotDeceivedByRounding) {
  for (const double h : {0.1, 0.01, 0.001, 1.0 / 3, 1.0 / 60}) {
    for (const int every : {2, 3, 7, 10}) {
      const std::vector<std::int64_t> due = due_steps(every * h, h, 20000);
      ASSERT_EQ(due.size(), static_cast<std::size_t>(20000 / every + 1)) << "h " << h << ", every " << every;
      for (std::size_t k = 0; k < due.size(); ++k) ASSERT_EQ(due[k], static_cast<std::int64_t>(k) * every);
    }
  }
}

TEST(FrameSeries, GoesOnAfterAFrameAsIfItHadNeverWrittenMore) {
  const SwingingScene swing(0);
  TemporaryFolder folder;
  const RunFolder run_folder(folder.path());
  FrameSeries series = FrameSeries::create(swing.scene, run_folder, 0);
  Snapshot frame = swing.scene.simulation.initial();
  series.write(frame);
  const std::uint64_t index_size = series.index_size();
  const auto after_one = all_files(folder.path());

  frame.t = 1;
  series.write(frame);
  series.sync();
  write_text(run_folder.frames() / "frame_000002.vtu.part", "half a frame");
  write_text(run_folder.frames() / "notes.txt", "not ours");
  EXPECT_EQ(all_files(folder.path()).size(), 5u);

  const FrameSeries again = FrameSeries::open_at(swing.scene, run_folder, 1, index_size);
  EXPECT_EQ(again.frames(), 1);
  auto files = all_files(folder.path());
  EXPECT_EQ(files.erase("frames/notes.txt"), 1u);
  EXPECT_EQ(files, after_one);
}

TEST(FrameSeries, WritesTheFieldsThatPicturesShow) {
  const SwingingScene swing(0);
  TemporaryFolder folder;
  FrameSeries::create(swing.scene, RunFolder(folder.path()), 0).write(swing.scene.simulation.initial());
  const std::string frame = read_text(folder / "frames/frame_000000.vtu");
  for (const char* field : {"velocity", "J", "energy_density", "von_mises", "body"}) {
    EXPECT_NE(frame.find("Name=\"" + std::string(field) + "\""), std::string::npos) << field;
  }
  EXPECT_NE(read_text(folder / "frames.pvd").find("frames/frame_000000.vtu"), std::string::npos);
}

}  // namespace lilyan::test
