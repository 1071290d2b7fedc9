// Whether a checkpoint's content is that of a run of the scene. See run_state.hpp.
#include <lilyan/core/error.hpp>
#include <lilyan/run/inventory.hpp>
#include <lilyan/run/run_state.hpp>
#include <lilyan/run/simulation.hpp>

#include <algorithm>
#include <cmath>

namespace lilyan {

namespace {

[[noreturn]] void unfit(const std::string& what) {
  throw InputError({"checkpoint.content", "checkpoint", what, "start the run again without --resume"});
}

void check_shapes(const ShapeRecord& shapes, const Inventory& inventory) {
  const auto is_cell = [&](Index cell) { return cell >= 0 && cell < inventory.cells.count(); };
  const auto is_cell_or_none = [&](Index cell) { return cell == -1 || is_cell(cell); };
  if (!is_cell_or_none(shapes.least_cell) || !is_cell_or_none(shapes.turned_cell))
    unfit("names cells that the scene does not have");
  if ((shapes.inverted > 0 && !is_cell(shapes.least_cell)) || (shapes.turn > kLargestTurn && !is_cell(shapes.turned_cell)))
    unfit("counts cells that it does not name");
  if (!shapes.bending.empty() && shapes.bending.size() != inventory.bodies.size())
    unfit("holds the bending of another number of bodies");
}

// The last row of the ledger is that of the state, if it was written there.
void compare_energies(const LedgerRow& last, const LedgerRow& now, double scale) {
  constexpr double kSame = 1e-6;
  const double off = std::max({std::abs(last.kinetic - now.kinetic), std::abs(last.elastic - now.elastic),
                               std::abs(last.gravity - now.gravity), std::abs(last.contact - now.contact)});
  if (!(off <= kSame * scale)) unfit("its positions and velocities have other energies than the last row of its ledger");
}

}  // namespace

void check_belongs(const SavedRun& saved, const Inventory& inventory, const Simulation& simulation) {
  constexpr double kRounding = 1e-6;
  const Frame& now = saved.history.now();
  const bool chooses_length = simulation.stepper().chooses_length();
  if (now.x.size() != simulation.start().x.size()) unfit("has another number of vertices than the scene");
  const double latest = static_cast<double>(now.step) * simulation.settings().h;
  const bool is_late = now.t > latest * (1 + kRounding), is_early = now.t < latest * (1 - kRounding);
  if (is_late || (is_early && !chooses_length)) unfit("its time is not that of its step");
  if (saved.state.shapes) check_shapes(*saved.state.shapes, inventory);
  if (saved.state.domains) {
    const std::optional<DomainRecord> start = start_of_domain_record(simulation);
    if (!start || saved.state.domains->jumps.size() != start->jumps.size()) unfit("is of other domains");
  }
  const Drift& drift = saved.state.drift;
  if (!drift.is_possible() || drift.first().step != 0 || drift.last().step > now.step)
    unfit("holds rows of a ledger that no run has");
}

void check_energy(const SavedRun& saved, const Simulation& simulation) {
  const LedgerRow row = simulation.ledger();
  if (!std::isfinite(row.total) || !row.linear.allFinite() || !row.angular.allFinite())
    unfit("its positions and velocities have no energy");
  const Drift& drift = saved.state.drift;
  if (drift.last().step == row.step && row.step > 0) compare_energies(drift.last(), row, drift.energy_scale());
}

}  // namespace lilyan
