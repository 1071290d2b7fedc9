// Simulations beside each other: threads, scratch and random numbers of one are no business of another's.
#include <lilyan/energy/elements/elasticity.hpp>
#include <lilyan/integrators/registry.hpp>
#include <lilyan/materials/registry.hpp>
#include <lilyan/mesh/box.hpp>
#include <lilyan/mesh/tet_mesh.hpp>
#include <lilyan/run/simulation.hpp>

#include <gtest/gtest.h>

#include <latch>
#include <thread>

namespace lilyan::test {
namespace {

// A stretched and sheared bar of 1 kg per m^3 in free flight, made without any scene.
Simulation bar(const std::string& method, const std::array<Index, 3>& cells, int threads) {
  const TetMesh mesh = box({4, 1, 1}, cells, Vec3::Zero(), Split::five);
  const Law law = law_from_moduli(*find_material("stvk"), 1000, 0.3);
  std::vector<std::unique_ptr<Potential>> potentials;
  for (auto& elasticity : make_elasticity(mesh.X, mesh.tets, {law}, std::vector<Index>(mesh.tets.size(), 0)))
    potentials.push_back(std::move(elasticity));
  Vector mass = Vector::Zero(mesh.vertices());
  for (const Tet& tet : mesh.tets)
    for (const Index i : tet) mass[i] += volume(mesh.X, tet) / 4;
  auto system = std::make_unique<const System>(mass, Vec3::Zero(), Coordinates(mesh.X, {}), std::move(potentials));

  Vector x = mesh.X;
  for (Index i = 0; i < mesh.vertices(); ++i) vertex(x, i) += 0.1 * vertex(mesh.X, i).x() * Vec3(1, 1, 0.5);
  const IntegratorEntry& entry = *find_integrator(method);
  SimulationSettings settings;
  settings.h = 0.02, settings.steps = 6;
  Simulation simulation(std::move(system), entry.make(default_parameters(entry)), x, Vector::Zero(x.size()), settings);
  simulation.use_threads(threads);
  return simulation;
}

// All that a simulation leaves: the bytes of its last history, with a row of the ledger after every step.
std::string bytes_of(Simulation simulation) {
  std::string bytes;
  while (!simulation.is_finished()) {
    if (!simulation.step()) return "a step failed";
    const LedgerRow row = simulation.ledger();
    bytes.append(reinterpret_cast<const char*>(&row.total), sizeof row.total);
    bytes.append(reinterpret_cast<const char*>(row.angular.data()), 3 * sizeof(double));
  }
  return bytes + simulation.history().write();
}

// The same of each, all stepped at once.
std::vector<std::string> bytes_of_all(const std::vector<Simulation>& simulations) {
  std::vector<std::string> bytes(simulations.size());
  std::latch start(static_cast<std::ptrdiff_t>(simulations.size()));
  std::vector<std::thread> threads;
  for (std::size_t k = 0; k < simulations.size(); ++k)
    threads.emplace_back([&, k] {
      start.arrive_and_wait();
      bytes[k] = bytes_of(simulations[k]);
    });
  for (std::thread& thread : threads) thread.join();
  return bytes;
}

constexpr std::array<Index, 3> kSmall = {4, 2, 2}, kLarge = {10, 5, 5};  // the large one is factored by blocks

TEST(Simulations, SteppedAtOnceWithDifferentNumbersOfThreadsGiveTheBytesThatEachGivesAlone) {
  for (const char* method : {"avf", "energy_momentum", "implicit_midpoint"}) {
    for (const auto& cells : {kSmall, kLarge}) {
      if (std::string(method) == "energy_momentum" && cells == kLarge) continue;  // seconds a step
      const std::string alone = bytes_of(bar(method, cells, 1));
      ASSERT_NE(alone, "a step failed") << method;
      EXPECT_EQ(bytes_of(bar(method, cells, 2)), alone) << method;
      for (const std::string& bytes : bytes_of_all({bar(method, cells, 1), bar(method, cells, 2), bar(method, cells, 1)}))
        EXPECT_EQ(bytes, alone) << method;
    }
  }
}

TEST(Simulations, OfDifferentMethodsDoNotDisturbEachOther) {
  const std::vector<Simulation> simulations = {bar("avf", kLarge, 2), bar("bdf2", kSmall, 1), bar("backward_euler", kLarge, 1)};
  std::vector<std::string> alone;
  for (const Simulation& simulation : simulations) alone.push_back(bytes_of(simulation));
  EXPECT_EQ(bytes_of_all(simulations), alone);
}

TEST(Simulations, CopiedShareTheirSystemAndNothingThatChanges) {
  Simulation first = bar("avf", kSmall, 2);
  const std::string whole = bytes_of(first);
  ASSERT_TRUE(first.step());
  const Simulation second = first;
  EXPECT_EQ(&second.system(), &first.system());
  EXPECT_EQ(second.threads().count(), 2);
  while (!first.is_finished()) ASSERT_TRUE(first.step());
  EXPECT_EQ(second.steps_done(), 1);
  EXPECT_EQ(bytes_of_all({second, second})[0], bytes_of(second));
  first.restart();
  EXPECT_EQ(first.steps_done(), 0);
  EXPECT_EQ(bytes_of(first), whole);
}

TEST(Simulations, RestoredFromTheirHistoryGoOnWithTheSameBytes) {
  Simulation simulation = bar("avf", kSmall, 1);
  for (int k = 0; k < 3; ++k) ASSERT_TRUE(simulation.step());
  const std::string saved = simulation.history().write();
  const std::string rest = bytes_of(simulation);
  Simulation other = bar("avf", kSmall, 1);
  other.restore(History::read(saved));
  EXPECT_EQ(other.time(), simulation.time());
  EXPECT_EQ(other.positions(), simulation.positions());
  EXPECT_EQ(other.velocities(), simulation.velocities());
  EXPECT_EQ(bytes_of(other), rest);
}

TEST(Simulations, KeepTheThreadsOfTheProcessAsTheyAre) {
  Simulation simulation = bar("avf", kSmall, 3);
  set_threads(2);
  ASSERT_TRUE(simulation.step());
  EXPECT_EQ(threads(), 2);
  EXPECT_EQ(simulation.threads().count(), 3);
  EXPECT_EQ(bar("avf", kSmall, 1).threads().count(), 1);
  set_threads(1);
}

}  // namespace
}  // namespace lilyan::test
