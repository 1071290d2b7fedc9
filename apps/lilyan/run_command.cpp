#include <lilyan/algebra/threads.hpp>
#include <lilyan/output/run.hpp>
#include <lilyan/scene/load.hpp>

#include <apps/lilyan/commands.hpp>
#include <apps/lilyan/plan_text.hpp>
#include <apps/lilyan/progress.hpp>
#include <apps/lilyan/stop_signal.hpp>
#include <apps/lilyan/streams.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <thread>

namespace lilyan::app {
namespace {

// What the run did, kept and cost.
std::string summary(const RunPlan& plan, const RunResult& result, const std::filesystem::path& folder) {
  const RunState& state = result.state;
  const Drift& drift = state.drift;
  std::string text = fmt::format("{}: {} of {} steps with {}, {:.6g} s simulated in {:.3g} s\n", plan.name, state.step, plan.steps,
                                 plan.integrator_name, result.t, state.seconds.wall);
  text += fmt::format("  energy    {:.8g} -> {:.8g} J, largest drift {:.2e} of {:.3g} J\n", drift.first().total, drift.last().total,
                      drift.energy(), drift.energy_scale());
  if (plan.pin_names.empty() && plan.system->gravity().isZero())
    text += fmt::format("  momentum  linear drift {:.2e}, angular drift {:.2e}\n", drift.linear(), drift.angular());
  text += fmt::format("  solver    {} Newton iterations, {} factorisations, {} backtracks, {} failed attempts\n",
                      state.total.newton_iterations, state.total.factorizations, state.total.backtracks, state.failed);
  if (state.total.short_of_tolerance > 0)
    text += fmt::format("  rounding  stopped {} solves before the tolerance, the worst at a relative energy error of {:.1e}\n",
                        state.total.short_of_tolerance, state.total.residual);
  text += fmt::format("  moved     up to {:.4g} m\n", state.max_displacement);
  text += fmt::format("  output    {}\n", folder.string());
  for (const Converted& converted : result.converted)
    text += fmt::format("  {:<9} {}, {} frames\n", to_text(converted.format), converted.out.string(), converted.frames);
  return text;
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

}  // namespace

ExitStatus run_command(const RunOptions& options) {
  stop_at_once_on_signals();
  set_threads(options.threads > 0 ? options.threads : std::max(1, static_cast<int>(std::thread::hardware_concurrency())));
  const RunPlan plan = load_scene(options.scene, options.overrides);
  const std::filesystem::path folder = options.folder.value_or(std::filesystem::path("out") / plan.name);
  if (!options.quiet) {
    for (const std::string& note : plan.notes) print_note(note);
    print(one_line(plan) + "\n");
  }

  ProgressDisplay display;
  bool under_way = false;
  RunSettings settings;
  settings.folder = folder;
  settings.resume = options.resume;
  settings.stop = &stop_after_step_on_signals();
  settings.progress = [&](const RunProgress& progress) {
    under_way = true;
    if (!options.quiet) display.show(progress);
  };
  RunResult result;
  try {
    result = run(plan, settings);
  } catch (const InputError& error) {
    display.finish();
    if (!under_way) throw;
    print_error(error);  // the output could no longer be written
    return kCannotGoOn;
  }
  display.finish();
  stop_at_once_on_signals();

  if (!options.quiet) {
    for (const std::string& note : result.notes) print_note(note);
    if (!result.unchanged) print(summary(plan, result, folder));
  }
  if (result.failure) print_failure(*result.failure);
  if (!result.faults.empty()) print_error(InputError(result.faults));  // frames that could not be converted
  if (result.status == RunStatus::done && !result.faults.empty()) return kCannotGoOn;
  return exit_status(result.status);
}

}  // namespace lilyan::app
