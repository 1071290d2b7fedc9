// All that a run writes while it goes: ledger, probes, reactions and frames, with how far each of them reaches.
#pragma once

#include <lilyan/output/frame_series.hpp>
#include <lilyan/output/record_file.hpp>
#include <lilyan/output/record_rows.hpp>
#include <lilyan/output/run_folder.hpp>
#include <lilyan/run/run_state.hpp>

#include <optional>
#include <string>
#include <vector>

namespace lilyan {

class Simulation;
struct Scene;
struct Snapshot;

// Throws InputError (id "checkpoint.record") where a file is missing or shorter than `position` says, or ends there with another
// row than that of the step `last_row`, or with another frame. Changes nothing.
void check_records(const Scene& scene, const RunFolder& folder, OutputPosition position, std::int64_t last_row);

// Drops from `position` the files whose columns the scene has changed; they are cut back to it first. A checkpoint must
// say so before a Recorder puts new files in their place.
void release_changed_records(const Scene& scene, const RunFolder& folder, OutputPosition& position);

class Recorder {
 public:
  // Goes on with the files of a run after `step` steps. A file that `position` does not know (in a new run: any) is begun;
  // one of that name which is there already is set aside, and `notes` says so.
  Recorder(const Scene& scene, const RunFolder& folder, OutputPosition position, std::int64_t step,
           std::vector<std::string>& notes);

  // Of the newest state of the simulation.
  void write_row(const LedgerRow& row, const Simulation& simulation, const std::vector<Vec3>& reactions);
  void write_frame(const Snapshot& now);
  OutputPosition position() const;
  void sync();

 private:
  const Scene& scene_;
  LedgerColumns columns_;
  std::vector<Index> probed_;  // vertices
  std::optional<RecordFile> ledger_, probes_, reactions_;
  std::optional<FrameSeries> frames_;
};

}  // namespace lilyan
