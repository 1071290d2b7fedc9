#include <lilyan/convert/run_frames.hpp>
#include <lilyan/convert/run_obstacles.hpp>
#include <lilyan/mesh/box.hpp>
#include <lilyan/mesh_files/vtk/pvd.hpp>
#include <lilyan/mesh_files/vtk/vtu.hpp>
#include <lilyan/output/run.hpp>
#include <tests/run/expect_fault.hpp>
#include <tests/run/oscillator.hpp>
#include <tests/run/run_files.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lilyan::test {

using testing::HasSubstr;

TEST(RunFrames, AreThoseThatTheRunWrote) {
  TemporaryFolder folder;
  const SwingingScene swing(10);
  run(swing.scene, {folder.path(), false, {}, nullptr});
  const std::vector<RunFrame> frames = list_frames(folder.path());
  ASSERT_EQ(frames.size(), 5u);
  EXPECT_EQ(frames[0].t, 0);
  EXPECT_EQ(frames[1].t, 3 * 0.01);
  EXPECT_EQ(frames[4].body, folder.path() / "frames/frame_000004.vtu");
  EXPECT_FALSE(frames[4].skin);
  EXPECT_EQ(list_frames(folder.path() / "frames.pvd").size(), 5u);
  EXPECT_EQ(list_frames(frames[2].body).size(), 1u);

  const Skin skin = load_skin(frames[0]);
  EXPECT_EQ(skin.x, swing.scene.simulation.initial().x);
  EXPECT_EQ(skin.triangles.size(), 4u);
  ASSERT_NE(find_field(skin.fields, "velocity"), nullptr);
  EXPECT_EQ(find_field(skin.fields, "velocity")->values[10], 3.0 / 4);
  ASSERT_NE(find_field(skin.fields, "J"), nullptr);
  EXPECT_NEAR(find_field(skin.fields, "J")->values[2], 1, 1e-15);
}

TEST(RunFrames, ShowTheRenderMeshWhereThereIsOne) {
  TemporaryFolder folder;
  const TetMesh mesh = box(Vec3(1, 1, 1), {1, 1, 1}, Vec3::Zero(), Split::six);
  Vector x(9);
  x << 0, 0, 0, 1, 0, 0, 0, 1, 0;
  const std::vector<double> heat = {1, 2, 3};
  write_vtu(folder / "body.vtu", mesh.X, mesh.tets, {}, {});
  write_vtu(folder / "skin.vtu", x, std::vector<Triangle>{{0, 1, 2}}, {{"heat", 1, heat}}, {});
  PvdIndex::create(folder / "frames.pvd").add(0.5, {"body.vtu", "skin.vtu"});
  const std::vector<RunFrame> frames = list_frames(folder.path());
  ASSERT_EQ(frames.size(), 1u);
  const Skin skin = load_skin(frames[0]);
  EXPECT_EQ(skin.x, x);
  EXPECT_EQ(skin.triangles, (std::vector<Triangle>{{0, 1, 2}}));
  EXPECT_EQ(find_field(skin.fields, "heat")->values, heat);
}

TEST(RunFrames, OneLoaderGivesTheSameAsManyEvenWhereTheTetsChange) {
  TemporaryFolder folder;
  PvdIndex index = PvdIndex::create(folder / "frames.pvd");
  for (int k = 0; k < 4; ++k) {
    const TetMesh mesh = box(Vec3(1 + k, 1, 1), {2, 2, 2 + k / 3}, Vec3::Zero(), Split::five);
    std::vector<double> J(mesh.tets.size());
    for (std::size_t e = 0; e < J.size(); ++e) J[e] = static_cast<double>(e % 7);
    const std::string name = std::to_string(k) + ".vtu";
    write_vtu(folder / name.c_str(), mesh.X, mesh.tets, {}, {{"J", 1, J}});
    index.add(k, {name});
  }
  SkinLoader loader, bare(SkinLoader::Fields::none);
  for (const RunFrame& frame : list_frames(folder.path())) {
    const Skin one = loader.load(frame), other = load_skin(frame), plain = bare.load(frame);
    EXPECT_EQ(one.x, other.x);
    EXPECT_EQ(one.triangles, other.triangles);
    EXPECT_EQ(one.fields.front().values, other.fields.front().values);
    EXPECT_EQ(plain.x, one.x);
    EXPECT_TRUE(plain.fields.empty());
  }
}

TEST(RunFrames, SayWhatIsMissing) {
  TemporaryFolder folder;
  EXPECT_EQ(fault_of([&] { list_frames(folder / "nowhere"); }), "frames.none");
  EXPECT_THAT(error_text_of([&] { list_frames(folder.path()); }), HasSubstr(R"("output": {"frames": ["vtu"]})"));
  EXPECT_EQ(fault_of([&] { list_frames(folder / "gone.vtu"); }), "frames.missing");
  PvdIndex index = PvdIndex::create(folder / "frames.pvd");
  EXPECT_EQ(fault_of([&] { list_frames(folder.path()); }), "frames.none");
  index.add(0, {"frames/gone.vtu"});
  EXPECT_EQ(fault_of([&] { list_frames(folder.path()); }), "frames.missing");
  write_text(folder / "frames.pvd", "<html></html>");
  EXPECT_EQ(fault_of([&] { list_frames(folder.path()); }), "frames.index");
}

TEST(RunFrames, RefuseAnIndexThatIsNotOneOfARun) {
  TemporaryFolder folder;
  for (const char* name : {"a.vtu", "b.vtu"}) write_text(folder / name, "");
  const auto fault = [&](const std::vector<PvdEntry>& entries) {
    std::string text = "<VTKFile type=\"Collection\"><Collection>";
    for (const PvdEntry& e : entries)
      text += "<DataSet timestep='" + std::to_string(e.time) + "' part='" + std::to_string(e.part) + "' file='a.vtu'/>";
    write_text(folder / "frames.pvd", text + "</Collection></VTKFile>");
    return fault_of([&] { list_frames(folder.path()); });
  };
  EXPECT_EQ(fault({{0, 0, {}, 0}, {0, 1, {}, 0}, {1, 0, {}, 0}}), "");
  EXPECT_EQ(fault({{0, 1, {}, 0}}), "frames.index");
  EXPECT_EQ(fault({{0, 0, {}, 0}, {1, 1, {}, 0}}), "frames.index");
  EXPECT_EQ(fault({{0, 0, {}, 0}, {0, 1, {}, 0}, {0, 1, {}, 0}}), "frames.index");
  EXPECT_EQ(fault({{0, 0, {}, 0}, {0, 2, {}, 0}}), "frames.index");
  EXPECT_EQ(fault({{1, 0, {}, 0}, {0, 0, {}, 0}}), "frames.index");
}

TEST(RunFrames, TellObstaclesFromWhatIsSeenByTheirName) {
  TemporaryFolder folder;
  for (const char* name : {"a.vtu", "b.vtu", "c.vtu"}) write_text(folder / name, "");
  const auto frames = [&](const std::vector<std::string>& files, const std::string& name) {
    PvdIndex::create(folder / "frames.pvd").add(0.5, files, name);
    return list_frames(folder.path()).front();
  };
  EXPECT_EQ(frames({"a.vtu", "b.vtu"}, "obstacles").obstacles, folder / "b.vtu");
  EXPECT_FALSE(frames({"a.vtu", "b.vtu"}, "obstacles").skin);
  EXPECT_EQ(frames({"a.vtu", "b.vtu", "c.vtu"}, "obstacles").skin, folder / "b.vtu");
  EXPECT_EQ(frames({"a.vtu", "b.vtu", "c.vtu"}, "obstacles").obstacles, folder / "c.vtu");
  EXPECT_EQ(fault_of([&] { frames({"a.vtu", "b.vtu", "c.vtu"}, ""); }), "frames.index");
  std::filesystem::remove(folder / "c.vtu");
  EXPECT_EQ(fault_of([&] { frames({"a.vtu", "b.vtu", "c.vtu"}, "obstacles"); }), "frames.missing");
}

TEST(RunFrames, RefuseAListOfObstaclesThatIsNone) {
  TemporaryFolder folder;
  EXPECT_TRUE(read_obstacle_list(folder.path()).empty());
  for (const char* text :
       {"{", "[]", R"({"obstacles": [{"name": "floor"}]})", R"({"obstacles": [{"name": "f", "body": 1, "point": [0]}]})"}) {
    write_text(folder / "obstacles.json", text);
    EXPECT_EQ(fault_of([&] { read_obstacle_list(folder.path()); }), "frames.obstacles") << text;
  }
}

TEST(RunFrames, NameTheFrameThatIsDamaged) {
  TemporaryFolder folder;
  run(SwingingScene(4).scene, {folder.path(), false, {}, nullptr});
  const RunFrame frame = list_frames(folder.path()).back();
  const std::string whole = read_text(frame.body);
  for (const std::size_t size : {std::size_t{0}, whole.size() / 3, whole.size() - 200}) {
    write_text(frame.body, whole.substr(0, size));
    EXPECT_THAT(error_text_of([&] { load_skin(frame); }), HasSubstr(frame.body.filename().string())) << size;
  }
}

}  // namespace lilyan::test
