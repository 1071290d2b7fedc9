#include <lilyan/core/bytes.hpp>
#include <lilyan/run/run_state.hpp>

namespace lilyan {

// Found by the archives through the types' namespace; each lists its members once, for writing and for reading.
template <class Archive>
void fields(Archive& archive, StepStatistics& s) {
  archive(s.newton_iterations, s.factorizations, s.backtracks, s.residual, s.short_of_tolerance, s.closure, s.unclosed,
          s.fallbacks);
}

template <class Archive>
void fields(Archive& archive, LedgerRow& row) {
  archive(row.step, row.time, row.h);
  archive(row.kinetic, row.elastic, row.gravity, row.contact, row.constraint, row.total, row.work, row.dissipated);
  archive(row.linear, row.angular, row.statistics, row.wall_ms, row.linear_scale, row.angular_scale);
}

template <class Archive>
void fields(Archive& archive, Drift& drift) {
  drift.visit(archive);
}

template <class Archive>
void fields(Archive& archive, OutputPosition& output) {
  archive(output.ledger, output.probes, output.reactions, output.frames, output.frame_index);
}

template <class Archive>
void fields(Archive& archive, RunSeconds& s) {
  archive(s.wall, s.assembly, s.factorisation, s.solve, s.line_search, s.output);
}

template <class Archive>
void fields(Archive& archive, RunState& state) {
  archive(state.step, state.finished, state.output, state.drift, state.total, state.pending, state.pending_ms,
          state.pending_reactions, state.pending_seconds, state.failed, state.max_displacement, state.seconds);
}

std::string to_bytes(RunState state, const History& history) {
  ByteWriter writer;
  std::string past = history.write();
  writer(state, past);
  return writer.take();
}

SavedRun saved_run(std::span<const char> bytes) {
  ByteReader reader(bytes);
  RunState state;
  std::string past;
  reader(state, past);
  if (!reader.at_end() || state.step < 0 || state.output.frames < 0) {
    throw InputError({"checkpoint.content", "checkpoint", "the content is not that of a run", {}});
  }
  History history = History::read(past);
  if (history.now().step != state.step) {
    throw InputError({"checkpoint.content", "checkpoint", "the content contradicts itself", {}});
  }
  return {std::move(state), std::move(history)};
}

}  // namespace lilyan
