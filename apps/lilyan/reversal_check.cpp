#include <lilyan/core/error.hpp>
#include <lilyan/core/terminal_text.hpp>
#include <lilyan/dynamics/steppers/reversal.hpp>
#include <lilyan/energy/expression_potential.hpp>
#include <lilyan/run/run_time.hpp>

#include <apps/lilyan/progress.hpp>
#include <apps/lilyan/reversal_check.hpp>
#include <apps/lilyan/stop_signal.hpp>
#include <apps/lilyan/streams.hpp>

#include <fmt/format.h>

#include <cmath>

namespace lilyan::app {
namespace {

// What is done to a body at a certain time would have to be undone on the way back.
void refuse_what_depends_on_time(const System& system, const Inventory& inventory) {
  auto refuse = [](const std::string& what) {
    throw InputError({"usage", "--check-reversible", what + " changes in time, and the way back would meet it at other times",
                      "leave it out: the check is of the method, not of the scene"});
  };
  for (std::size_t k = 0; k < inventory.pin_names.size(); ++k)
    if (!system.coordinates().pins()[k].motion.empty()) refuse(fmt::format("pin \"{}\"", inventory.pin_names[k]));
  for (std::size_t k = 0; k < inventory.loads.size(); ++k) {
    const TimeProfile& profile = system.loads()[k]->profile();
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

}  // namespace

ExitStatus check_reversible(const Scene& scene, bool quiet) {
  const SimulationSettings& settings = scene.simulation.settings();
  refuse_what_depends_on_time(scene.simulation.system(), scene.inventory);
  if (settings.until)
    throw InputError({"usage", "--check-reversible",
                      "steps of changing length go as many there as back: a time does not tell how many",
                      "give time.steps in place of time.duration"});
  const std::atomic<bool>& stop = stop_after_step_on_signals();
  ProgressDisplay display;
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

}  // namespace lilyan::app
