#include "coarse_bodies.hpp"

#include "bars.hpp"
#include "goal_table.hpp"

#include <lilyan/algebra/direct_solver.hpp>
#include <lilyan/coarsening/coarse_mesh.hpp>
#include <lilyan/coarsening/fine_stiffness.hpp>
#include <lilyan/coarsening/model/coarse_model_file.hpp>
#include <lilyan/core/platform/file_writer.hpp>
#include <lilyan/energy/potential.hpp>
#include <lilyan/scene/load.hpp>
#include <lilyan/scene/models/scene_with_models.hpp>

#include <fmt/format.h>
#include <malloc.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <optional>
#include <stdexcept>

namespace lilyan::bench {
namespace {

namespace fs = std::filesystem;

constexpr double kMiB = 1024 * 1024;
constexpr const char* kReversible = "corotational_reversible";
constexpr const char* kAvf = "avf";

// How a body is measured, and what is expected of it.
struct Plan {
  std::array<Index, 3> cells;  // of the cage
  int last_step;               // steps 2 to this one are timed: the first one sets the solvers up
  std::optional<double> beside_factor = {}, beside_faster = {};
  std::string published = "-";  // by which factor a step became faster, beside that paper's own fine solver
};

Plan plan_of(const std::string& name, const FineBody& body) {
  if (name == "cheese") return {{5, 7, 7}, 9, 100, 25, "150"};
  if (name == "liver") return {{15, 9, 8}, 3, 200, 50, "100"};
  return {even_cells(body, 400), 3};
}

// Resident memory of this process as Linux tells it: "VmRSS" now, "VmHWM" the most since `forget_peak`.
double resident_bytes(const std::string& key) {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;)
    if (word == key + ":") {
      double kibibytes = 0;
      status >> kibibytes;
      return 1024 * kibibytes;
    }
  throw std::runtime_error("/proc/self/status has no " + key);
}

// Memory that is free but not given back would hide what is allocated next.
void forget_peak() {
  malloc_trim(0);
  std::ofstream("/proc/self/clear_refs") << "5";
}

// Steps 2 ... last, over so many runs from the start. They end early if one fails, which is told.
struct StepCosts {
  double ms = 0;      // median
  double newton = 0;  // iterations per step
  double moved = 0;   // how far the scene's first probe was from its start in the end [m]
  std::string remark = {};
};

StepCosts step_costs(Scene& scene, int last, int runs) {
  Simulation& simulation = scene.simulation;
  simulation.use_threads(1);
  simulation.prepare();
  StepCosts costs;
  std::vector<double> times;
  for (int run = 0; run < runs && costs.remark.empty(); ++run) {
    simulation.restart();
    for (int k = 1; k <= last && costs.remark.empty(); ++k) {
      int newton = 0;
      const double ms = once_ms([&] {
        if (const auto step = simulation.step(); step)
          newton = step->statistics.newton_iterations;
        else
          costs.remark = fmt::format(", step {} FAILED: {}", k, step.failure().failure.reason);
      });
      // The first step sets the solvers up; one that failed counts only if there is no other.
      const bool failed = !costs.remark.empty();
      if (failed ? !times.empty() : k == 1) continue;
      times.push_back(ms);
      costs.newton += newton;
    }
  }
  costs.newton /= static_cast<double>(times.size());
  costs.ms = median(std::move(times));
  if (!scene.output.probes.empty()) {
    const std::vector<WeightedVertex>& probe = scene.output.probes[0].shares;
    costs.moved = (weighted_sum(probe, simulation.history().now().x) - weighted_sum(probe, simulation.start().x)).norm();
  }
  return costs;
}

// One assembly, one factorisation and one solve of the matrix of a step from where the simulation is, each alone. The analysis of
// the pattern, which is made once per run, is left out.
struct Parts {
  double assembly, factorisation, solve;  // [ms]
  double sum() const { return assembly + factorisation + solve; }
};

Parts parts_of_step(const Simulation& simulation) {
  constexpr int kMost = 200;
  constexpr double kBudget = 2000;  // ms
  const System& system = simulation.system();
  const Vector x = simulation.history().now().x;
  const double h = simulation.settings().h;
  BlockMatrix blocks(system.pattern());
  const Restriction restriction(*system.pattern(), system.coordinates().free());
  SymmetricMatrix H(restriction.pattern());
  Parts parts{};
  parts.assembly = median_ms(
      [&] {
        blocks.set_zero();
        for (const auto& W : system.potentials())
          HeldRotations(*W, x).potential()->add_hessian(x, 0, 0.25 * h * h, Definiteness::exact, blocks);
        restriction.apply(blocks, H);
        system.metric().add_to(1, H);
      },
      kMost, kBudget);
  const std::unique_ptr<DirectSolver> solver = make_direct_solver(restriction.pattern());
  parts.factorisation = median_ms(
      [&] {
        if (!solver->factorise(H)) throw std::runtime_error("the matrix of a step is not positive definite");
      },
      kMost, kBudget);
  const Vector b = Vector::Ones(H.size());
  Vector solution;
  parts.solve = median_ms([&] { solver->solve(b, solution); }, kMost, kBudget);
  return parts;
}

// One factorisation of the fine body's stiffness at rest, its analysis included, and a solve for every probe.
struct FineFactor {
  double analysis, factorisation, solves;  // [ms]
  double bytes;                            // predicted
  double sum() const { return analysis + factorisation + solves; }
};

FineFactor fine_factor(const FineBody& body) {
  const std::vector<Index> free = supported_components(body, body.held);
  const BlockMatrix blocks = fine_stiffness(body);
  const Restriction restriction(blocks.pattern(), free);
  SymmetricMatrix K(restriction.pattern());
  restriction.apply(blocks, K);
  std::unique_ptr<DirectSolver> solver;
  FineFactor cost{};
  cost.analysis = once_ms([&] { solver = make_direct_solver(restriction.pattern()); });
  cost.bytes = solver->prediction().bytes;
  cost.factorisation = once_ms([&] {
    if (!solver->factorise(K)) throw std::runtime_error("the stiffness is not positive definite");
  });
  const Eigen::MatrixXd B = Eigen::MatrixXd::Ones(K.size(), static_cast<Eigen::Index>(stress_modes(3).size()));
  Eigen::MatrixXd columns;
  cost.solves = once_ms([&] { solver->solve_columns(B, columns); });
  return cost;
}

// The scene with the coarse body in a folder of its own, which is removed with this.
class CoarseScene {
 public:
  CoarseScene(const fs::path& scene, const SceneRecord& record, const BodyToCoarsen& chosen, const CoarseModel& model)
      : folder_(fs::temp_directory_path() / fmt::format("lilyan_coarsening_bench_{}", record.name)) {
    const std::string file = chosen.name + ".model";
    fs::create_directories(folder_);
    write_atomically(folder_ / file, to_model_file(model).to_bytes());
    text_ =
        scene_text_with_coarse_body(record.text, scene.parent_path(), folder_, chosen.entry, file, source_text(model.fine.source));
  }
  ~CoarseScene() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
  CoarseScene(const CoarseScene&) = delete;
  CoarseScene& operator=(const CoarseScene&) = delete;

  Scene load(const std::vector<std::string>& overrides) const { return parse_scene(text_, folder_ / "coarse.json", overrides); }

 private:
  fs::path folder_;
  std::string text_;
};

std::vector<std::string> method_and_solver(const std::string& method, const std::string& linear) {
  return {"integrator.type=" + method, "solver.linear=" + linear};
}

std::optional<Goal> at_least(const std::optional<double>& value) {
  if (!value) return {};
  return Goal{Goal::Bound::at_least, *value};
}

std::optional<Goal> at_most(double value) { return Goal{Goal::Bound::at_most, value}; }

// The coarsening itself: first, while the process is small.
CoarseBody print_precomputation(const std::string& name, const FineBody& body, const CoarseMesh& mesh) {
  constexpr int kMost = 3;
  constexpr double kBudget = 3000;  // ms
  CoarseBody coarse;
  forget_peak();
  const double before = resident_bytes("VmRSS");
  const double ms = median_ms([&] { coarse = coarsen(body, mesh); }, kMost, kBudget);
  const double peak = resident_bytes("VmHWM") - before;
  const FineFactor factor = fine_factor(body);
  print_figure({name,
                fmt::format("coarsening / analysis ({:.0f}), factorisation ({:.0f}) and 18 solves ({:.0f}) of the fine body",
                            factor.analysis, factor.factorisation, factor.solves),
                ms, factor.sum(), "ms", at_most(3)});
  print_figure({name, "coarsening / the same without the analysis", ms, factor.factorisation + factor.solves});
  print_figure({name, "peak memory of coarsening / predicted for the factor", peak / kMiB, factor.bytes / kMiB, "MiB", at_most(2)});
  return coarse;
}

void print_sizes(const std::string& name, const System& fine, const System& coarse, std::size_t hexes) {
  print_figure({name, fmt::format("vertices / those of {} hexes", hexes), static_cast<double>(fine.vertices()),
                static_cast<double>(coarse.vertices()), ""});
  print_figure({name, "unknowns / those of the hexes", static_cast<double>(fine.coordinates().size()),
                static_cast<double>(coarse.coordinates().size()), ""});
}

// Steps by one method: of the coarse body, and of the fine one with each linear solver that the method takes.
void print_method(const std::string& method, const fs::path& file, const CoarseScene& coarse_scene, const std::string& name,
                  std::size_t hexes, const Plan& plan) {
  constexpr int kRuns = 5;  // of the coarse body
  Scene coarse = coarse_scene.load(method_and_solver(method, "auto"));
  const StepCosts small = step_costs(coarse, plan.last_step, kRuns);
  const Parts parts = parts_of_step(coarse.simulation);
  print_figure({name,
                fmt::format("{}: coarse step (Newton {:.3g}{}) / its assembly ({:.3g}), factorisation ({:.3g}) and solve ({:.3g})",
                            method, small.newton, small.remark, parts.assembly, parts.factorisation, parts.solve),
                small.ms, parts.sum(), "ms", method == kReversible ? at_most(1.5) : std::nullopt});

  // corotational_reversible solves by a factor, always.
  const std::vector<std::string> solvers =
      method == kReversible ? std::vector<std::string>{"factor"} : std::vector<std::string>{"factor", "multigrid"};
  double faster = std::numeric_limits<double>::infinity(), moved = 0;
  for (const std::string& linear : solvers) {
    Scene fine = load_scene(file, method_and_solver(method, linear));
    const StepCosts large = step_costs(fine, plan.last_step, 1);
    const bool is_factor = linear == "factor";
    if (method == kReversible) print_sizes(name, fine.simulation.system(), coarse.simulation.system(), hexes);
    print_figure(
        {name, fmt::format("{}: fine step by {} (Newton {:.3g}{}) / coarse step", method, linear, large.newton, large.remark),
         large.ms, small.ms, "ms", is_factor ? at_least(plan.beside_factor) : std::nullopt, is_factor ? plan.published : "-"});
    faster = std::min(faster, large.ms);
    moved = large.moved;
  }
  print_figure({name, fmt::format("{}: fine step by the faster solver / coarse step", method), faster, small.ms, "ms",
                at_least(plan.beside_faster), plan.published});
  // A coarse body that does not move as the fine one does is worth nothing, however fast.
  if (moved > 0)
    print_figure({name, fmt::format("{}: way of the probe in the coarse body / in the fine one, {} steps", method, plan.last_step),
                  1e3 * small.moved, 1e3 * moved, "mm"});
}

}  // namespace

void print_coarse_body(const fs::path& file) {
  std::vector<BodyToCoarsen> bodies;
  const SceneRecord record = load_scene(file, {}, bodies).record;
  const BodyToCoarsen& chosen = bodies.at(0);
  const std::string& name = chosen.name;
  const FineBody body = fine_body_of(chosen);
  const Plan plan = plan_of(name, body);
  FineShape shape = chosen.shape;
  shape.source = source_of(body);

  const CoarseBody made = print_precomputation(name, body, cage_around(body, plan.cells));
  CoarseModel model = make_model(body, shape, made);
  model.method = "hg18";
  const CoarseScene coarse_scene(file, record, chosen, model);

  for (const std::string method : {kReversible, kAvf})
    print_method(method, file, coarse_scene, name, model.cells.hexes.size(), plan);
}

}  // namespace lilyan::bench
