// A run: the steps of a scene one after the other, and the files that tell of them.
//
//   folder/ledger.csv, probes.csv, reactions.csv, frames/, frames.pvd, summary.json, checkpoint
//
// A run that was killed, stopped or failed is taken up from its checkpoint; ledger (but for wall_ms), probes, reactions
// and frames are then, byte for byte, those of a run that was never interrupted.
#pragma once

#include <lilyan/convert/convert.hpp>
#include <lilyan/core/error.hpp>
#include <lilyan/core/platform/folder_lock.hpp>
#include <lilyan/output/run_prediction.hpp>
#include <lilyan/output/summary.hpp>
#include <lilyan/run/run_state.hpp>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace lilyan {

struct Scene;

struct RunProgress {
  std::int64_t step = 0, steps = 0;  // done, in all
  double t = 0;                      // [s]
  double energy_drift = 0;           // relative, at the newest row of the ledger
  std::optional<double> until = {};  // [s] where the run ends, where it is not `steps` that tell

  double share() const {  // of the way, in [0, 1]
    const double done = until ? t / *until : static_cast<double>(step) / static_cast<double>(std::max<std::int64_t>(steps, 1));
    return std::clamp(done, 0.0, 1.0);
  }
};

struct RunSettings {
  std::filesystem::path folder;
  bool resume = false;
  std::function<void(const RunProgress&)> progress = {};                     // after every step; may be empty
  const std::atomic<bool>* stop = nullptr;                                   // once true, the run ends after the step in hand
  std::function<void(FrameFormat, const ConvertProgress&)> converting = {};  // after every frame; may be empty

  // Told what the run will take before a file is touched. May be empty.
  std::function<void(const RunPrediction&)> predicted = {};

  // For those who make more of a run than its files: told once the folder is ready, with the notes up to then, and of every state
  // after it was written, the initial one of a new run included, with its row of the ledger where it has one. Both may be empty.
  // Where vertices are in a state is for the simulation to say (Simulation::vertices).
  std::function<void(const std::vector<std::string>& notes)> started = {};
  std::function<void(const Frame&, const LedgerRow*)> state = {};
  // Told before every checkpoint, with the steps done: what is not on the disk by then is lost to a run that is killed and taken up
  // again. May be empty.
  std::function<void(std::int64_t step)> saving = {};
  // Of the folder, for those who hold it longer than the run; without one the run takes it. A second writer gets an InputError.
  const FolderLock* lock = nullptr;
  // Of a new run: take also the place of an unfinished run of another scene, and write among files that no run wrote.
  bool replace = false;
};

struct RunResult {
  RunStatus status = RunStatus::done;
  bool unchanged = false;          // there was nothing to do: no file was touched, `notes` says why
  std::vector<std::string> notes;  // for the user
  std::optional<RunFailure> failure;
  RunState state;                    // at the end; `state.step` of the scene's steps are done
  double t = 0;                      // at the end [s]
  Vector x;                          // positions at the end
  std::vector<Converted> converted;  // the frames in the formats that the scene asks for
  std::vector<Fault> faults;         // why one of these could not be made; the run is then not finished, --resume tries again
};

// All steps of the scene from its start, or on from a checkpoint, by a copy of its simulation and with as many threads. Throws
// InputError where the folder or a checkpoint cannot be used (nothing is changed then) and where a file can no
// longer be written (what was written up to then is valid).
RunResult run(const Scene& scene, const RunSettings& settings);

}  // namespace lilyan
