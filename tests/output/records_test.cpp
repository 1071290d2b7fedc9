// The lines of ledger.csv, probes.csv and reactions.csv.
#include <lilyan/output/record_rows.hpp>
#include <tests/run/oscillator.hpp>

#include <gtest/gtest.h>

#include <algorithm>

namespace lilyan::test {

TEST(LedgerFile, HasTheHeaderThatScriptsRelyOn) {
  EXPECT_EQ(ledger_header(),
            "step,time,h,kinetic,elastic,gravity,contact,constraint,total,work,dissipated,px,py,pz,lx,ly,lz,"
            "newton_iterations,factorizations,backtracks,residual,wall_ms,inverted_cells,least_j\n");
}

TEST(LedgerFile, HasAValueForEveryColumnInOrder) {
  LedgerRow row;
  row.step = 7;
  row.time = 0.5;
  row.h = 0.25;
  row.kinetic = 1, row.elastic = 2, row.gravity = 3, row.contact = 4, row.constraint = 5, row.total = 15;
  row.work = 6, row.dissipated = 7;
  row.linear = {8, 9, 10};
  row.angular = {11, 12, 13};
  row.statistics = {14, 16, 17, 18};
  row.wall_ms = 1.23456;
  row.inverted_cells = 19, row.least_j = -0.5;
  const std::string older = "7,0.5,0.25,1,2,3,4,5,15,6,7,8,9,10,11,12,13,14,16,17,18,1.235";
  EXPECT_EQ(ledger_line(row), older + ",19,-0.5\n");
  EXPECT_EQ(ledger_line(row, LedgerColumns::without_shapes), older + "\n");
  const auto commas = [](const std::string& text) { return std::count(text.begin(), text.end(), ','); };
  EXPECT_EQ(commas(ledger_line(row)), commas(ledger_header()));
}

TEST(LedgerFile, WritesNumbersThatReadBackExactly) {
  LedgerRow row;
  row.kinetic = 0.1 + 0.2;
  const std::string line = ledger_line(row);
  EXPECT_NE(line.find(",0.30000000000000004,"), std::string::npos) << line;
}

TEST(ProbesFile, NamesAndPlacesTheProbes) {
  const std::vector<Probe> probes = {{"tip", 1}, {"a,\"b\"", 0}};
  EXPECT_EQ(probes_header(probes), "step,time,tip.x,tip.y,tip.z,\"a,\"\"b\"\".x\",\"a,\"\"b\"\".y\",\"a,\"\"b\"\".z\"\n");
  EXPECT_EQ(probed_vertices(probes), (std::vector<Index>{1, 0}));
  const Vector positions{{4, 5, 6, 1, 2, 3}};
  EXPECT_EQ(probes_line(3, 0.75, probes, positions), "3,0.75,4,5,6,1,2,3\n");
}

TEST(ProbesFile, PlacesAProbeThatSeveralVerticesCarry) {
  const std::vector<Probe> probes = {{"tip", 7}, {"between", std::vector<WeightedVertex>{{4, 0.25}, {9, 0.75}}}};
  EXPECT_EQ(probed_vertices(probes), (std::vector<Index>{7, 4, 9}));
  EXPECT_EQ(probes_line(0, 0, probes, Vector{{-0.0, 1, 2, 4, 8, 12, 0, 4, 8}}), "0,0,-0,1,2,1,5,9\n");
}

TEST(ReactionsFile, HasTheForceThatHoldsThePin) {
  const SwingingScene swing(0);
  Frame now = swing.scene.simulation.start();
  vertex(now.x, 0) = Vec3(0.1, 0, 0);  // pulled 0.1 m out of an anchor of 50 N/m; 1 kg hangs on it
  const std::vector<Vec3> forces = reactions(swing.scene.simulation.system(), now);
  ASSERT_EQ(forces.size(), 1u);
  EXPECT_NEAR((forces[0] - Vec3(5, 9.81, 0)).norm(), 0, 1e-12);
  EXPECT_EQ(reactions_header({"wall"}), "step,time,wall.fx,wall.fy,wall.fz\n");
  EXPECT_EQ(reactions_line(now.step, now.t, {Vec3(1, 2, 3)}), "0,0,1,2,3\n");
}

TEST(ReactionsFile, CountsAComponentThatTwoPinsHoldOnce) {
  Vector mass = Vector::Ones(1);
  Pin plane, point;
  plane.vertices = point.vertices = {0};
  plane.axes = {false, true, false};
  const System system(mass, Vec3(1, -10, 2), Coordinates(Vector::Zero(3), {plane, point}), {});
  Frame now;
  now.x = now.p = Vector::Zero(3);
  const std::vector<Vec3> forces = reactions(system, now);
  EXPECT_EQ(forces[0], Vec3(0, 10, 0));
  EXPECT_EQ(forces[1], Vec3(-1, 0, -2));
}

}  // namespace lilyan::test
