// What a run carries along besides its history: how far its files reach, its drift and its costs so far.
//
// Together with the history this is a checkpoint's content. The row that closes a run which ends between two regular
// rows is not part of it: a longer run taken up from here cuts that row off and goes on as if it had never stopped.
#pragma once

#include <lilyan/dynamics/history.hpp>
#include <lilyan/dynamics/ledger.hpp>
#include <lilyan/dynamics/workspace/workspace.hpp>
#include <lilyan/run/gap_watch.hpp>
#include <lilyan/run/shape_watch.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lilyan {

class Simulation;
struct Inventory;

// How far the output files belong to the checkpoint; none: the run does not write that file.
struct OutputPosition {
  std::optional<std::uint64_t> ledger, probes, reactions;  // bytes
  std::int64_t frames = 0;                                 // frame files
  std::optional<std::uint64_t> frame_index;                // bytes of frames.pvd before its closing tags
};

// Spent so far, over all parts of a run that was interrupted; for reports only [s].
struct RunSeconds {
  double wall = 0, assembly = 0, factorisation = 0, solve = 0, line_search = 0, output = 0;
};

struct RunState {
  std::int64_t step = 0;  // scene steps done
  bool finished = false;  // all that were asked for
  OutputPosition output;
  Drift drift;
  StepStatistics total;                   // since the start
  StepStatistics pending;                 // since the last row
  double pending_ms = 0;                  // wall time since the last row
  std::vector<double> pending_reactions;  // impulses of pins, constraints and contacts since the last row [N s]
  double pending_seconds = 0;             // simulated since the last row [s]
  std::int64_t failed = 0;                // attempts at a step or a part of one that did not succeed
  double max_displacement = 0;            // of any vertex in any row, from its initial position [m]
  RunSeconds seconds;
  Workspace::LinearSolving linear;                    // since the run was begun or taken up again: not part of a checkpoint
  std::optional<ShapeRecord> shapes = ShapeRecord{};  // none: of a run begun by a version that did not look at shapes
  std::optional<ContactRecord> contact = {};          // none: the scene has no contact
  std::optional<DomainRecord> domains = {};           // none: no body has domains
};

std::string to_bytes(RunState state, const History& history);

struct SavedRun {
  RunState state;
  History history;
};

// Throws InputError (id "checkpoint.content") on bytes that `to_bytes` did not make.
SavedRun saved_run(std::span<const char> bytes);

// Throw InputError likewise where the content, which may have been changed, is not that of a run of the scene: the first looks at
// counts, cells, domains and times, the second at the energies of the state that the simulation was restored to.
void check_belongs(const SavedRun& saved, const Inventory& inventory, const Simulation& simulation);
void check_energy(const SavedRun& saved, const Simulation& simulation);

}  // namespace lilyan
