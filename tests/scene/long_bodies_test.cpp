// The bodies of examples/bodies in long runs, from their model files.
#include <lilyan/multidomain/body/domain_body_file.hpp>
#include <lilyan/multidomain/body/domain_frames.hpp>
#include <lilyan/multidomain/body/tree_stepper.hpp>
#include <lilyan/multidomain/momentum_map.hpp>
#include <lilyan/scene/load.hpp>
#include <lilyan/scene/models/scene_with_models.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <random>

#include <tests/support/temporary_folder.hpp>

namespace lilyan {
namespace {

// Writes a body, its model, and a scene that uses it.
class LongBodies : public testing::Test {
 protected:
  std::filesystem::path reduced(const std::string& name) {
    const std::string command = fmt::format("\"{}\" {} \"{}\" > /dev/null", LILYAN_BODIES, name, folder.path().string());
    EXPECT_EQ(std::system(command.c_str()), 0);
    WantedModels wanted;
    const Scene scene = load_scene(folder / (name + ".json"), {}, wanted);
    const BodyModel& model = wanted.models.front();
    write_model_file(folder / model_file_name(model), to_model_file(std::get<DomainBodyModel>(model.model)));
    std::ofstream(folder / "reduced.json") << scene_text_with_models(scene.record.text, folder.path(), folder.path(),
                                                                     wanted.models);
    return folder / "reduced.json";
  }

  // Pulls on random domains, each with so many times the domain's weight, for the last second of every four; then nothing.
  void soak(const std::string& name, std::int64_t steps, double weights) {
    const std::filesystem::path file = reduced(name);
    const std::vector<std::string> common = {R"(integrator={"type": "multidomain_newmark"})",
                                             fmt::format(R"(time={{"step": 0.01, "steps": {}}})", steps)};
    const auto with = [&](const char* override) {
      std::vector<std::string> all = common;
      all.emplace_back(override);
      return load_scene(file, all).simulation;
    };
    Simulation pulled =
        with(R"(damping=[{"type": "rayleigh", "stiffness": 0.003}, {"type": "drag", "fast": 0.6, "wind": [2, 0, 1]}])");
    const DomainBody& body = pulled.stepper().tree()->body();
    ASSERT_NO_FATAL_FAILURE(pull(pulled, body, steps / 2, weights));

    Simulation released = with(R"(damping=[{"type": "rayleigh", "stiffness": 0.003}])");
    released.restore(pulled.history());
    const double start = released.ledger().total;
    double highest = start;
    for (std::int64_t k = 0; k < steps / 2; ++k) {
      const auto made = released.step();
      ASSERT_TRUE(made) << k << ": " << made.failure().failure.reason;
      highest = std::max(highest, released.ledger().total);
    }
    const double end = released.ledger().total;
    ASSERT_TRUE(std::isfinite(end));
    fmt::print(
        "{}: {} domains, {} coordinates, {} steps; after release {:.6g} J, at most {:.3g} J more, in the end {:.3g} J less\n", name,
        body.tree().count(), body.tree().size(), steps, start, highest - start, start - end);
    EXPECT_GT(start, end);
    EXPECT_LE(highest - start, 0.01 * (start - end));

    // What happens without damping is printed, and nothing is asked of it.
    for (const char* const coupling : {"exact", "l1"}) {
      std::vector<std::string> undamped = common;
      undamped.emplace_back("damping=[]");
      undamped.push_back(fmt::format(R"(integrator={{"type": "multidomain_newmark", "coupling": "{}"}})", coupling));
      Simulation simulation = load_scene(file, undamped).simulation;
      simulation.restore(pulled.history());
      std::int64_t k = 0;
      double most = start;
      while (k < steps / 10 && simulation.step() && std::isfinite(simulation.ledger().total)) {
        most = std::max(most, simulation.ledger().total);
        ++k;
      }
      fmt::print("{}: {} without damping: {} of {} steps, energy up to {:.3g} J above the start\n", name, coupling, k, steps / 10,
                 most - start);
    }
  }

  void pull(Simulation& simulation, const DomainBody& body, std::int64_t steps, double weights) {
    std::mt19937 random(7);
    const DomainTree& tree = body.tree();
    std::vector<Pull> pulls;
    for (std::int64_t k = 0; k < steps; ++k) {
      if (k % 400 == 0) {
        const auto domain = static_cast<Index>(random() % static_cast<unsigned>(tree.count()));
        const double s = tree[domain].scale, force = weights * 9.81 * s * s * s * tree.model(domain).moments().mass();
        const Vector x = simulation.positions();
        Index vertex_number = 0;
        do vertex_number = static_cast<Index>(random() % static_cast<unsigned>(body.vertices()));
        while (body.copies(vertex_number).front().domain != domain);
        constexpr double kFar = 100;  // [m], so that the force stays what it is
        const Vec3 direction = Vec3(static_cast<double>(random() % 1000) - 499.5, static_cast<double>(random() % 1000) - 499.5,
                                    static_cast<double>(random() % 1000) - 499.5)
                                   .normalized();
        pulls = {{{{vertex_number, 1}}, vertex(x, vertex_number) + kFar * direction, force / kFar}};
      }
      const auto made = simulation.step(k % 400 >= 300 ? pulls : std::vector<Pull>{});
      ASSERT_TRUE(made) << k << ": " << made.failure().failure.reason;
    }
    ASSERT_TRUE(std::isfinite(simulation.ledger().total));
  }

  test::TemporaryFolder folder;
};

TEST_F(LongBodies, FlowerSettlesAfterPulls) { soak("flower", 100000, 10); }
TEST_F(LongBodies, DragonSettlesAfterPulls) { soak("dragon", 100000, 10); }
TEST_F(LongBodies, DragonSettlesAfterWeakerPulls) { soak("dragon", 100000, 2); }
TEST_F(LongBodies, StationSettlesAfterPulls) { soak("station", 100000, 10); }
TEST_F(LongBodies, OakSettlesAfterPulls) { soak("oak", 20000, 10); }

TreeMomenta momenta_now(const Simulation& simulation) {
  const DomainTree& tree = simulation.stepper().tree()->body().tree();
  TreeWorkspace workspace;
  return momenta_of(tree, state_of(tree, simulation.history().now(), simulation.history().memory()), workspace);
}

TEST_F(LongBodies, LettersKeepTheirMomentaForTenThousandSteps) {
  const std::filesystem::path file = reduced("letters");
  Simulation letters = load_scene(file, {R"(time={"step": 0.01, "steps": 10000})"}).simulation;
  const TreeMomenta start = momenta_now(letters);
  const double mass = letters.stepper().tree()->body().tree().mass();
  ASSERT_GT(start.L.norm(), 0);
  double p = 0, L = 0, center = 0;
  for (int k = 0; k < 10000; ++k) {
    const auto made = letters.step();
    ASSERT_TRUE(made) << k << ": " << made.failure().failure.reason;
    const TreeMomenta now = momenta_now(letters);
    const LedgerRow row = letters.ledger();
    p = std::max(p, (now.p - start.p).norm() / row.linear_scale);
    L = std::max(L, (now.L - start.L).norm() / start.L.norm());
    center = std::max(center, (now.center - start.center - start.p / mass * letters.time()).norm());
  }
  fmt::print("letters: linear momentum {:.2g}, angular momentum {:.2g}, centre of mass {:.2g} m off\n", p, L, center);
  EXPECT_LT(p, 1e-12);
  EXPECT_LT(L, 1e-10);
  EXPECT_LT(center, 1e-11);
}

TEST_F(LongBodies, LettersFollowTheImpulsesOfGravityAndALoad) {
  const std::filesystem::path file = reduced("letters");
  Simulation letters = load_scene(file, {R"(time={"step": 0.01, "steps": 500})", "gravity=[0, -1, 0]",
                                         R"(loads=[{"type": "acceleration", "body": "word", "acceleration": [0.3, 0, 0.1]}])"})
                           .simulation;
  const TreeMomenta start = momenta_now(letters);
  const double mass = letters.stepper().tree()->body().tree().mass();
  while (!letters.is_finished()) ASSERT_TRUE(letters.step());
  const Vec3 gained = momenta_now(letters).p - start.p, given = mass * letters.time() * Vec3(0.3, -1, 0.1);
  EXPECT_LT((gained - given).norm(), 1e-10 * given.norm());
}

}  // namespace
}  // namespace lilyan
