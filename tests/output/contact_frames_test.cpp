// What frames tell of contact: obstacles as a part of their own, and the pressure at the vertices.
#include <lilyan/convert/run_frames.hpp>
#include <lilyan/convert/run_obstacles.hpp>
#include <lilyan/energy/contact/planes/plane_responses.hpp>
#include <lilyan/mesh_files/vtk/pvd.hpp>
#include <lilyan/mesh_files/vtk/vtk_grid.hpp>
#include <lilyan/output/frame_series.hpp>
#include <lilyan/output/run.hpp>
#include <tests/run/obstacles.hpp>
#include <tests/run/oscillator.hpp>
#include <tests/run/run_files.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace lilyan::test {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr double kGap = 4e-4, kDistance = 1e-3, kStiffness = 2e4;  // [m], [m], [N/m]

// A tet, a particle and a rod, whose lower vertices are held a gap above the plane y = 0.
Scene pressed_scene() {
  Vector X(3 * 7);
  X << 0, kGap, 0, 1, kGap, 0, 0, 1 + kGap, 0, 0, kGap, 1,  // the tet
      5, kGap, 0,                                           // the particle
      7, kGap, 0, 7, kGap, 3;                               // the rod
  Inventory inventory;
  inventory.cells.tets = {{0, 1, 2, 3}};
  inventory.cells.edges = {{5, 6}};
  inventory.cells.points = {4};
  inventory.cells.cross_section = {std::numbers::pi / 4 * 0.2 * 0.2};
  inventory.bodies = {
      {"tet", 0, 4, CellKind::tet, 0, 1}, {"particle", 4, 1, CellKind::point, 2, 1}, {"rod", 5, 2, CellKind::edge, 1, 1}};
  inventory.rest = X;
  inventory.law_of_cell = {-1, -1, -1};
  std::vector<ContactPoint> points;
  for (Index i = 0; i < 7; ++i) points.push_back({i, kStiffness});
  std::vector<std::unique_ptr<Potential>> potentials;
  potentials.push_back(std::make_unique<PlaneBarrier>(Vec3::Zero(), Vec3::UnitY(), kDistance, points));
  auto system = std::make_unique<System>(Vector::Ones(7), Vec3::Zero(), Coordinates(X, {}), std::move(potentials));
  auto stepper = std::make_unique<SwingingStepper>(*system);
  Frame initial;
  initial.x = X;
  initial.p = Vector::Zero(X.size());
  SimulationSettings settings;
  settings.h = 0.01;
  settings.steps = 1;
  Simulation simulation(std::move(system), nullptr, std::move(stepper), std::move(initial), settings);
  return {{}, std::move(simulation), std::move(inventory), {}};
}

TEST(ContactPressure, IsTheNormalForceOverTheVertexesShareOfTheSurface) {
  const Scene scene = pressed_scene();
  const FrameFields fields = StateFields(scene).at(scene.simulation.initial());
  const MeshField* pressure = find_field(fields.of_vertices, "contact_pressure");
  ASSERT_NE(pressure, nullptr);
  ASSERT_EQ(pressure->values.size(), 7u);
  const double force = kStiffness * std::pow(kDistance, 3) * (kDistance - kGap) / std::pow(kGap, 3);  // -B'(d)
  EXPECT_NEAR(pressure->values[0], force / 0.5, 1e-9 * force) << "a third of three right triangles of 1/2 m^2";
  const double slanted = (0.5 + 0.5 + std::sqrt(3) / 2) / 3;
  EXPECT_NEAR(pressure->values[1], force / slanted, 1e-9 * force);
  EXPECT_EQ(pressure->values[2], 0) << "far from the plane";
  EXPECT_NEAR(pressure->values[3], force / slanted, 1e-9 * force);
  EXPECT_TRUE(std::isnan(pressure->values[4])) << "a particle has no surface";
  EXPECT_NEAR(pressure->values[5], force / (0.5 * 3 * 0.2), 1e-8 * force) << "half the rod's length times its diameter";
}

TEST(ContactPressure, IsZeroWhereNothingTouchesAndUnknownWhereSurfacesCross) {
  const Scene scene = pressed_scene();
  const StateFields fields(scene);
  Snapshot state = scene.simulation.initial();
  for (Index i = 0; i < 7; ++i) vertex(state.x, i)[1] += 1;
  const auto pressure = [&] { return find_field(fields.at(state).of_vertices, "contact_pressure")->values; };
  EXPECT_THAT(pressure(), testing::Each(0.0));
  for (Index i = 0; i < 7; ++i) vertex(state.x, i)[1] -= 1.1;
  EXPECT_TRUE(std::isnan(pressure()[2]));
}

TEST(ContactPressure, IsInFramesOfScenesWithContactOnly) {
  TemporaryFolder folder;
  const Scene scene = pressed_scene();
  FrameSeries::create(scene, RunFolder(folder.path()), 0).write(scene.simulation.initial());
  const Skin skin = load_skin(list_frames(folder.path()).front());
  EXPECT_NE(find_field(skin.fields, "contact_pressure"), nullptr);
  const SwingingScene swing(0);
  EXPECT_EQ(find_field(StateFields(swing.scene).at(swing.scene.simulation.initial()).of_vertices, "contact_pressure"), nullptr);
}

// Part numbers and names of the index.
std::vector<std::string> parts_of(const std::filesystem::path& folder) {
  std::vector<std::string> parts;
  for (const PvdEntry& entry : read_pvd(folder / "frames.pvd"))
    parts.push_back(std::to_string(entry.part) + " " + entry.file.filename().string() + " " + entry.name);
  return parts;
}

TEST(Obstacles, AreAPartOfTheirOwnAfterTheBodies) {
  TemporaryFolder folder;
  SwingingScene swing(3);
  swing.scene.inventory.obstacles = {box_obstacle("block", Vec3(0, -3, 0), 1),
                                     plane_obstacle("floor", Vec3(0, -4, 0), Vec3::UnitY()),
                                     box_obstacle("post", Vec3(3, 0, 0), 0.5)};
  run(swing.scene, {folder.path(), false, {}, nullptr});
  EXPECT_THAT(parts_of(folder.path()),
              ElementsAre("0 frame_000000.vtu ", "1 obstacles.vtu obstacles", "0 frame_000001.vtu ", "1 obstacles.vtu obstacles"));
  const VtkGrid body = read_vtk_grid(folder / "frames/frame_000001.vtu"), grid = read_vtk_grid(folder / "frames/obstacles.vtu");
  EXPECT_THAT(find_field(body.tet_fields, "body")->values, ElementsAre(0));
  ASSERT_EQ(grid.triangles.size(), 24u);
  const std::vector<double>& number = find_field(grid.triangle_fields, "body")->values;
  EXPECT_EQ(number.front(), 1) << "after the one body";
  EXPECT_EQ(number.back(), 3) << "the plane between them has a number, and no triangles";

  const std::vector<FrameObstacle> obstacles = load_obstacles(list_frames(folder.path()).back());
  ASSERT_EQ(obstacles.size(), 2u);
  EXPECT_EQ(obstacles[1].body, 3);
  EXPECT_EQ(obstacles[1].skin.x, swing.scene.inventory.obstacles[2].surface.X);
  EXPECT_EQ(obstacles[1].skin.triangles, swing.scene.inventory.obstacles[2].surface.triangles);
  EXPECT_EQ(load_skin(list_frames(folder.path()).back()).vertices(), 4) << "bodies stay what they are";
}

TEST(Obstacles, ThatMoveAreWhereTheyAreInEveryFrame) {
  TemporaryFolder folder;
  SwingingScene swing(6);
  swing.scene.inventory.obstacles = {box_obstacle("ram", Vec3(0, -3, 0), 1, moving_by(Vec3(0, 2, 0)))};
  run(swing.scene, {folder.path(), false, {}, nullptr});
  const std::vector<RunFrame> frames = list_frames(folder.path());
  ASSERT_EQ(frames.size(), 3u);
  for (const RunFrame& frame : frames)
    EXPECT_LT((load_obstacles(frame).front().skin.x - swing.scene.inventory.obstacles[0].at(frame.t)).norm(), 1e-15) << frame.t;
  EXPECT_NE(frames[1].obstacles, frames[2].obstacles);
}

TEST(Obstacles, StandInAListWithTheirPlanes) {
  TemporaryFolder folder;
  SwingingScene swing(3);
  swing.scene.inventory.obstacles = {box_obstacle("block", Vec3(0, -3, 0), 1),
                                     plane_obstacle("floor", Vec3(0, -4, 0), Vec3::UnitY(), moving_by(Vec3(0, 2, 0)))};
  run(swing.scene, {folder.path(), false, {}, nullptr});
  const std::vector<ListedObstacle> list = read_obstacle_list(folder.path());
  ASSERT_EQ(list.size(), 2u);
  EXPECT_EQ(list[0].name, "block");
  EXPECT_FALSE(list[0].plane);
  EXPECT_EQ(list[1].body, 2);
  const std::vector<Obstacle::Plane> planes = planes_at(list, 0.5);
  ASSERT_EQ(planes.size(), 1u);
  EXPECT_EQ(planes[0].point, Vec3(0, -3, 0));
  EXPECT_EQ(planes[0].normal, Vec3::UnitY());
  EXPECT_EQ(read_obstacle_list(folder / "frames.pvd").size(), 2u);
}

TEST(Obstacles, LeaveNothingBehindForTheNextRun) {
  TemporaryFolder folder;
  const SwingingScene plain(3);
  run(plain.scene, {folder.path(), false, {}, nullptr});
  const auto files = all_files(folder.path());
  SwingingScene swing(3);
  for (const Motion& motion : {Motion{}, moving_by(Vec3(0, 2, 0))}) {
    swing.scene.inventory.obstacles = {box_obstacle("block", Vec3(0, -3, 0), 1, motion),
                                       plane_obstacle("floor", Vec3(0, -4, 0), Vec3::UnitY())};
    run(swing.scene, {folder.path(), false, {}, nullptr});
    EXPECT_TRUE(std::filesystem::exists(folder / "obstacles.json"));
    run(plain.scene, {folder.path(), false, {}, nullptr});
    std::vector<std::string> more;
    for (const auto& [name, text] : all_files(folder.path()))
      if (!files.count(name)) more.push_back(name);
    EXPECT_THAT(more, IsEmpty());
    EXPECT_EQ(all_files(folder.path()).at("frames.pvd"), files.at("frames.pvd")) << "the bytes of a scene without obstacles";
  }
}

}  // namespace lilyan::test
