// Runs whose frames hold a render mesh or are converted at the end.
#include <lilyan/convert/convert.hpp>
#include <lilyan/convert/run_frames.hpp>
#include <lilyan/mesh/carried_surface.hpp>
#include <lilyan/meshing/embedding.hpp>
#include <lilyan/output/frame_content.hpp>
#include <lilyan/output/run.hpp>
#include <tests/run/expect_fault.hpp>
#include <tests/run/oscillator.hpp>
#include <tests/run/run_files.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lilyan::test {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Key;
using testing::Not;

// The swinging tet that carries two triangles inside it.
SwingingScene swing_with_skin(std::int64_t steps) {
  SwingingScene swing(steps);
  TetMesh body;
  body.X = swing.scene.simulation.initial().x;
  body.tets = swing.scene.inventory.cells.tets;
  TriangleMesh surface;
  surface.X.resize(12);
  surface.X << 0.1, 0.1, 0.1, 0.5, 0.1, 0.1, 0.1, 0.5, 0.1, 0.1, 0.1, 0.5;
  surface.triangles = {{0, 1, 2}, {0, 2, 3}};
  swing.scene.inventory.bodies[0].render = std::make_shared<TetEmbedding>(embed(surface, body));
  return swing;
}

SwingingScene swing_to_formats(std::int64_t steps) {
  SwingingScene swing = swing_with_skin(steps);
  swing.scene.output.formats = {FrameFormat::obj, FrameFormat::pc2, FrameFormat::glb, FrameFormat::npy};
  return swing;
}

struct KilledHere {};

TEST(RenderMesh, IsInEveryFrameWithItsFields) {
  TemporaryFolder folder;
  const SwingingScene swing = swing_with_skin(10);
  run(swing.scene, {folder.path(), false, {}, nullptr});
  const std::vector<RunFrame> frames = list_frames(folder.path());
  ASSERT_EQ(frames.size(), 5u);
  for (const RunFrame& frame : frames) {
    ASSERT_TRUE(frame.skin);
    const Skin skin = load_skin(frame);
    EXPECT_EQ(skin.triangles, (std::vector<Triangle>{{0, 1, 2}, {0, 2, 3}}));
    const VtkGrid body = read_vtk_grid(frame.body);
    EXPECT_LT((skin.x - swing.scene.inventory.bodies[0].render->at(body.X)).norm(), 1e-15);
    for (const char* name : {"velocity", "J", "energy_density", "von_mises", "body"})
      EXPECT_NE(find_field(skin.fields, name), nullptr);
    EXPECT_DOUBLE_EQ(find_field(skin.fields, "J")->values[3], find_field(body.tet_fields, "J")->values[0]);
  }
  EXPECT_EQ(frames[4].skin, folder / "frames/skin_000004.vtu");
}

TEST(RenderMesh, OfOneBodyBringsTheBoundaryOfTheOthers) {
  SwingingScene swing = swing_with_skin(0);
  // A second body: the same tet again, one metre above.
  swing.scene.inventory.bodies.push_back({"other", 4, 4, CellKind::tet, 1, 1});
  swing.scene.inventory.cells.tets = {{0, 1, 2, 3}, {4, 5, 6, 7}};
  Vector x(24);
  x << swing.scene.simulation.initial().x, swing.scene.simulation.initial().x + Vec3(0, 1, 0).replicate(4, 1);
  const SeenBodies seen(swing.scene.inventory);
  const Skin skin = seen.at(x, {{"i", 1, {0, 1, 2, 3, 4, 5, 6, 7}}}, {{"e", 1, {5, 6}}});
  ASSERT_EQ(skin.vertices(), 4 + 4);
  EXPECT_EQ(skin.triangles.size(), 2u + 4u);
  for (std::size_t t = 2; t < 6; ++t) EXPECT_THAT(skin.triangles[t], testing::Each(testing::Ge(4)));
  EXPECT_EQ(skin.x.tail(12), x.tail(12));
  EXPECT_EQ(find_field(skin.fields, "i")->values[7], 7);
  EXPECT_DOUBLE_EQ(find_field(skin.fields, "e")->values[0], 5);
  EXPECT_DOUBLE_EQ(find_field(skin.fields, "e")->values[7], 6);
  EXPECT_EQ(find_field(skin.fields, "body")->values, (std::vector<double>{0, 0, 0, 0, 1, 1, 1, 1}));
}

TEST(RenderMesh, SurvivesKillsToTheByte) {
  TemporaryFolder whole;
  run(swing_with_skin(13).scene, {whole.path(), false, {}, nullptr});
  for (const int kill : {1, 4, 5, 8, 13}) {
    TemporaryFolder folder;
    const SwingingScene swing = swing_with_skin(13);
    const auto die = [kill](const RunProgress& progress) {
      if (progress.step == kill) throw KilledHere{};
    };
    EXPECT_THROW(run(swing.scene, {folder.path(), false, die, nullptr}), KilledHere);
    // A frame and a skin that the killed run was writing.
    write_text(folder / "frames/frame_000009.vtu.part", "half");
    write_text(folder / "frames/skin_000009.vtu.part", "half");
    run(swing.scene, {folder.path(), true, {}, nullptr});
    EXPECT_EQ(lasting_files(folder.path()), lasting_files(whole.path())) << "killed after step " << kill;
  }
}

TEST(RenderMesh, IsRemovedWithTheFramesOfAnEarlierRun) {
  TemporaryFolder folder, other;
  run(swing_with_skin(13).scene, {folder.path(), false, {}, nullptr});
  run(SwingingScene(3).scene, {folder.path(), false, {}, nullptr});
  run(SwingingScene(3).scene, {other.path(), false, {}, nullptr});
  EXPECT_EQ(lasting_files(folder.path()), lasting_files(other.path()));
}

TEST(ConvertingRun, LeavesWhatTheCommandMakesOfItsFrames) {
  TemporaryFolder folder, plain;
  std::int64_t told = 0;
  RunSettings settings = {folder.path(), false, {}, nullptr};
  settings.converting = [&](FrameFormat, const ConvertProgress&) { ++told; };
  const RunResult result = run(swing_to_formats(10).scene, settings);
  EXPECT_TRUE(result.state.finished);
  ASSERT_EQ(result.converted.size(), 4u);
  EXPECT_EQ(result.converted[2].out, folder / "animation.glb");
  EXPECT_EQ(result.converted[2].frames, 5);
  EXPECT_EQ(told, 5 + 5 + 2 * 5 + 2 * 5);

  run(swing_with_skin(10).scene, {plain.path(), false, {}, nullptr});
  EXPECT_THAT(lasting_files(plain.path()), Not(Contains(Key("animation.glb"))));
  for (const FrameFormat format : swing_to_formats(10).scene.output.formats) convert_frames(plain.path(), format);
  EXPECT_EQ(lasting_files(folder.path()), lasting_files(plain.path()));
}

TEST(ConvertingRun, KilledAnywhereEvenWhileConvertingResumesToTheSameBytes) {
  TemporaryFolder whole;
  run(swing_to_formats(6).scene, {whole.path(), false, {}, nullptr});
  for (const int kill : {3, 6, 7, 9, 11, 14, 17, 20}) {
    TemporaryFolder folder;
    const SwingingScene swing = swing_to_formats(6);
    int told = 0;
    RunSettings settings = {folder.path(), false, {}, nullptr};
    const auto die = [&] {
      if (++told == kill) throw KilledHere{};
    };
    settings.progress = [&](const RunProgress&) { die(); };
    settings.converting = [&](FrameFormat, const ConvertProgress&) { die(); };
    EXPECT_THROW(run(swing.scene, settings), KilledHere);
    const RunResult result = run(swing.scene, {folder.path(), true, {}, nullptr});
    EXPECT_FALSE(result.unchanged);
    EXPECT_EQ(lasting_files(folder.path()), lasting_files(whole.path())) << "killed at " << kill;
  }
}

TEST(ConvertingRun, ThatIsStoppedConvertsWhatThereIsAndGoesOnLater) {
  TemporaryFolder folder, whole;
  const SwingingScene swing = swing_to_formats(13);
  std::atomic<bool> stop = false;
  const auto watch = [&](const RunProgress& progress) { stop = progress.step == 6; };
  const RunResult stopped = run(swing.scene, {folder.path(), false, watch, &stop});
  EXPECT_EQ(stopped.status, RunStatus::stopped);
  EXPECT_EQ(stopped.converted.at(0).frames, 3);
  run(swing.scene, {folder.path(), true, {}, nullptr});
  run(swing.scene, {whole.path(), false, {}, nullptr});
  EXPECT_EQ(lasting_files(folder.path()), lasting_files(whole.path()));
}

TEST(ConvertingRun, ThatFailsConvertsWhatThereIs) {
  TemporaryFolder folder;
  SwingingScene swing = swing_to_formats(10);
  swing.stepper->fails = [](const StepInput& input) { return input.step == 8; };
  const RunResult result = run(swing.scene, {folder.path(), false, {}, nullptr});
  EXPECT_EQ(result.status, RunStatus::failed);
  EXPECT_EQ(result.converted.size(), 4u);
  EXPECT_TRUE(std::filesystem::exists(folder / "obj/frame_000002.obj"));
}

TEST(ConvertingRun, SaysWhatCouldNotBeConvertedAndTriesAgain) {
  TemporaryFolder folder, whole;
  write_text(folder / "obj", "a file in the way");
  const SwingingScene swing = swing_to_formats(5);
  RunSettings settings = {folder.path(), false, {}, nullptr};
  settings.replace = true;
  const RunResult result = run(swing.scene, settings);
  EXPECT_EQ(result.status, RunStatus::done);
  ASSERT_EQ(result.faults.size(), 1u);
  EXPECT_EQ(result.faults[0].id, "convert.place");
  EXPECT_EQ(result.converted.size(), 3u);
  std::filesystem::remove(folder / "obj");
  EXPECT_THAT(run(swing.scene, {folder.path(), true, {}, nullptr}).faults, IsEmpty());
  run(swing.scene, {whole.path(), false, {}, nullptr});
  EXPECT_EQ(lasting_files(folder.path()), lasting_files(whole.path()));
  EXPECT_TRUE(run(swing.scene, {folder.path(), true, {}, nullptr}).unchanged);
}

TEST(ConvertingRun, RemovesTheConversionsOfTheRunBefore) {
  TemporaryFolder folder, other;
  run(swing_to_formats(10).scene, {folder.path(), false, {}, nullptr});
  run(SwingingScene(3).scene, {folder.path(), false, {}, nullptr});
  run(SwingingScene(3).scene, {other.path(), false, {}, nullptr});
  EXPECT_EQ(lasting_files(folder.path()), lasting_files(other.path()));
  EXPECT_FALSE(std::filesystem::exists(folder / "obj"));
}

}  // namespace lilyan::test
