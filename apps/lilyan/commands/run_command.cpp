#include <lilyan/core/error.hpp>
#include <lilyan/core/terminal_text.hpp>
#include <lilyan/dynamics/steppers/reversal.hpp>
#include <lilyan/energy/expression_potential.hpp>
#include <lilyan/multidomain/body/tree_stepper.hpp>
#include <lilyan/output/run_folder.hpp>
#include <lilyan/render/films/film.hpp>
#include <lilyan/report/verdict.hpp>
#include <lilyan/run/diagnosis.hpp>
#include <lilyan/run/run_time.hpp>
#include <lilyan/scene/load.hpp>

#include <apps/lilyan/commands/commands.hpp>
#include <apps/lilyan/commands/recorded_run.hpp>
#include <apps/lilyan/commands/scene_description.hpp>
#include <apps/lilyan/console/progress.hpp>
#include <apps/lilyan/console/run_progress.hpp>
#include <apps/lilyan/console/streams.hpp>

#include <fmt/format.h>

#include <chrono>
#include <cmath>

namespace lilyan::app {
namespace {

// What the run did, kept and cost.
std::string summary(const Scene& scene, const RecordedRun& run, const RunOptions& options, const std::filesystem::path& folder) {
  const RunState& state = run.result.state;
  const Drift& drift = state.drift;
  std::string text =
      fmt::format("{}: {}{} steps with {}, {:.6g} s simulated in {:.3g} s\n", terminal_line(scene.record.name), state.step,
                  of_all_steps(scene.simulation.settings()), scene.record.integrator_name, run.result.t, state.seconds.wall);
  text += fmt::format("  energy    {:.8g} -> {:.8g} J: {}\n", drift.first().total, drift.last().total,
                      energy_verdict(run.record).words);
  if (run.record.setting.is_free) text += fmt::format("  momentum  {}\n", momentum_verdict(run.record).words);
  text += fmt::format("  solver    {} Newton iterations, {} set-ups of the linear solver ({}), {} backtracks\n",
                      state.total.newton_iterations, state.total.factorizations, state.linear.type, state.total.backtracks);
  if (const auto& steps = run.record.summary.step_lengths)
    text += fmt::format("  steps     of {:.3g} to {:.3g} s: {}\n", steps->shortest, steps->longest, scene.record.adaption);
  text += fmt::format("  moved     up to {:.4g} m\n", state.max_displacement);
  // A run that has exploded and yet made all of its steps; one that ended early has its likely causes told.
  if (const std::string words = run.record.trace.exploded() && !run.result.failure ? stability_words(scene) : ""; !words.empty())
    text += "  WARNING   " + words + "\n";
  for (const std::string& warning : warnings(run.record)) text += "  WARNING   " + warning + "\n";
  for (const std::string& note : run.record.summary.notes) text += "  NOTE      " + note + "\n";
  text += fmt::format("  output    {}\n", folder.string());
  for (const Converted& converted : run.result.converted)
    text += fmt::format("  {:<9} {}, {} frames\n", to_text(converted.format), converted.out.string(), converted.frames);
  if (options.report) text += fmt::format("  report    {}\n", RunFolder(folder).report().string());
  if (run.result.status == RunStatus::done && scene.output.frames && render::can_make_films())
    text += fmt::format("  film      lilyan render {} -o {}\n", shell_word(folder.string()),
                        shell_word((folder / "film.mp4").string()));
  return text;
}

// What takes the run up again: the user's own words, and --resume.
std::string resume_command(const RunOptions& options, const std::filesystem::path& folder) {
  std::string text = fmt::format("lilyan run {} -o {}", shell_word(options.scene.string()), shell_word(folder.string()));
  for (const std::string& override : options.overrides) text += " --set " + shell_word(override);
  if (options.threads > 0) text += fmt::format(" --threads {}", options.threads);
  if (!options.report) text += " --no-report";
  if (options.quiet) text += " --quiet";
  return text + " --resume";
}

void print_stopped(const Scene& scene, const RunResult& result, const RunOptions& options, const std::filesystem::path& folder) {
  print_error(fmt::format("stopped by a signal after step {}{}, at t = {:.6g} s", result.state.step,
                          of_all_steps(scene.simulation.settings()), result.t),
              fmt::format("all output up to there is in {}; to go on: {}", folder.string(), resume_command(options, folder)));
}

void print_failure(const RunFailure& failure) {
  std::string hint = "likely causes:";
  for (const std::string& cause : failure.causes) hint += "\n    - " + cause;
  print_error(fmt::format("step {} could not be made: {} (from t = {:.6g} s over {:.3g} s)", failure.step, failure.reason,
                          failure.t, failure.h),
              failure.causes.empty() ? "try a smaller time.step" : hint);
}

ExitStatus exit_status(RunStatus status) {
  switch (status) {
    case RunStatus::done: return kDone;
    case RunStatus::failed: return kCannotGoOn;
    case RunStatus::stopped: return kStopped;
  }
  return kDone;
}

// What is computed before the first step is shown while it goes, and its time told if it is worth keeping.
Scene load_showing_models(const std::filesystem::path& file, const std::vector<std::string>& overrides, bool quiet) {
  constexpr double kWorthKeeping = 2;  // [s]
  StageLine stage(quiet);
  WantedModels wanted;
  wanted.are_kept = false;
  int models = 0;
  wanted.progress = [&](const std::string& what) {
    ++models;
    stage.show("reducing " + terminal_line(what));
  };
  const auto start = std::chrono::steady_clock::now();
  Scene scene = load_scene(file, overrides, wanted);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  stage.finish();
  if (!quiet && models > 0 && seconds > kWorthKeeping)
    print(fmt::format("{}: {} models computed in {:.1f} s; `lilyan reduce` keeps them in files\n", terminal_line(scene.record.name),
                      models, seconds));
  return scene;
}

// What is done to a body at a certain time would have to be undone on the way back.
void refuse_what_depends_on_time(const Simulation& simulation, const Inventory& inventory) {
  const System& system = simulation.system();
  const TreeStepper* tree = simulation.stepper().tree();
  auto refuse = [](const std::string& what) {
    throw InputError({"usage", "--check-reversible", what + " changes in time, and the way back would meet it at other times",
                      "leave it out: the check is of the method, not of the scene"});
  };
  for (std::size_t k = 0; k < inventory.pin_names.size(); ++k)
    if (!system.coordinates().pins()[k].motion.empty()) refuse(fmt::format("pin \"{}\"", inventory.pin_names[k]));
  for (std::size_t k = 0; k < inventory.loads.size(); ++k) {
    const TimeProfile& profile = tree != nullptr ? tree->loads()[k].profile() : system.loads()[k]->profile();
    const bool constant = std::holds_alternative<ProfileConstant>(profile.shape) && profile.from == 0 && std::isinf(profile.to);
    if (!constant) refuse(fmt::format("load \"{}\"", inventory.loads[k].name));
  }
  for (std::size_t k = 0; k < inventory.formulas.size(); ++k)
    if (inventory.formulas[k]->depends_on_time()) refuse(fmt::format("potential \"{}\"", inventory.formula_names[k]));
}

std::string words(const Reversal& reversal) {
  const double share = reversal.moved > 0 ? reversal.missed / reversal.moved : 0;
  if (share < 1e-9) return "reversible to rounding";
  if (share < 1e-4) return fmt::format("reversible to {:.0e} of the way", share);
  return fmt::format("not reversible: {:.2g} % of the way is missed", 100 * share);
}

// `lilyan run --check-reversible`: forward, round and back, and how far from the start that ends. Prints what it finds and writes
// no files.
ExitStatus check_reversible(const Scene& scene, bool quiet) {
  const SimulationSettings& settings = scene.simulation.settings();
  refuse_what_depends_on_time(scene.simulation, scene.inventory);
  if (settings.until)
    throw InputError({"usage", "--check-reversible",
                      "steps of changing length go as many there as back: a time does not tell how many",
                      "give time.steps in place of time.duration"});
  const std::atomic<bool>& stop = stop_after_step_on_signals();
  ProgressDisplay display;
  if (!quiet) display.begin();
  const UsingThreads threads(scene.simulation.threads());
  const auto reversal = run_there_and_back(scene.simulation.system(), scene.simulation.stepper(), scene.simulation.history().now(),
                                           settings.h, settings.steps, [&](std::int64_t done) {
                                             if (!quiet)
                                               display.show({done, 2 * settings.steps, static_cast<double>(done) * settings.h, 0});
                                             return !stop;
                                           });
  display.finish();
  if (stop) return kStopped;
  if (!reversal) {
    print_error(fmt::format("a step could not be made: {}", reversal.failure().reason), "try a smaller time.step");
    return kCannotGoOn;
  }
  if (!quiet)
    print(
        fmt::format("{}: {} there and back with {}: {}\n"
                    "  positions  {:.2e} m from the start, having moved up to {:.4g} m\n"
                    "  velocities {:.2e} m/s from the start's turned round, of up to {:.4g} m/s\n",
                    terminal_line(scene.record.name), time_words(scene), scene.record.integrator_name, words(*reversal),
                    reversal->missed, reversal->moved, reversal->speed_missed, reversal->speed));
  return kDone;
}

}  // namespace

ExitStatus run_command(const RunOptions& options) {
  use_threads(options.threads);
  const Scene scene = load_showing_models(options.scene, options.overrides, options.quiet);
  const std::filesystem::path folder = options.folder.value_or(default_folder(scene));
  if (!options.quiet) {
    for (const std::string& note : scene.record.notes) print_note(note);
    print(one_line(scene) + "\n");
  }

  if (options.check_reversible) return check_reversible(scene, options.quiet);

  const auto run = recorded_run(scene, {.folder = folder,
                                        .overrides = options.overrides,
                                        .resume = options.resume,
                                        .report = options.report,
                                        .quiet = options.quiet,
                                        .replace = options.replace,
                                        .tell_prediction = true});
  if (!run) return kCannotGoOn;
  if (!options.quiet && !run->result.unchanged) print(summary(scene, *run, options, folder));
  if (run->result.failure) print_failure(*run->result.failure);
  if (run->result.status == RunStatus::stopped) print_stopped(scene, run->result, options, folder);
  const std::vector<Fault>& faults = run->result.faults;
  if (!faults.empty()) print_error(InputError(faults));  // frames that could not be converted
  if (run->result.status == RunStatus::done && !faults.empty()) return kCannotGoOn;
  return exit_status(run->result.status);
}

}  // namespace lilyan::app
