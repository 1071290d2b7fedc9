#include <lilyan/core/bytes.hpp>
#include <lilyan/run/run_state.hpp>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <limits>

namespace lilyan {

// Found by the archives through the types' namespace; each lists its members once, for writing and for reading.
template <class Archive>
void fields(Archive& archive, StepStatistics& s) {
  archive(s.newton_iterations, s.factorizations, s.backtracks, s.residual, s.short_of_tolerance, s.closure, s.unclosed, s.fallbacks,
          s.linear_iterations);
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
void fields(Archive& archive, ShapeRecord& shapes) {
  archive(shapes.inverted, shapes.least_j, shapes.least_cell, shapes.least_time, shapes.turn, shapes.turned_cell, shapes.turn_time,
          shapes.elastic);
  std::vector<double> bending;
  for (const Bending& of : shapes.bending) bending.insert(bending.end(), {of.share, of.layers, of.excess});
  archive(bending);
  shapes.bending.clear();
  for (std::size_t k = 0; k + 2 < bending.size(); k += 3) shapes.bending.push_back({bending[k], bending[k + 1], bending[k + 2]});
}

template <class Archive>
void fields(Archive& archive, ContactRecord& contact) {
  archive(contact.most_pairs, contact.least_gap, contact.deepest, contact.seconds.search, contact.seconds.pairs);
}

template <class Archive>
void fields(Archive& archive, DomainRecord& domains) {
  archive(domains.jumps);
}

// All but shapes, contact and domains, which follow the history.
template <class Archive>
void fields(Archive& archive, RunState& state) {
  archive(state.step, state.finished, state.output, state.drift, state.total, state.pending, state.pending_ms,
          state.pending_reactions, state.pending_seconds, state.failed, state.max_displacement, state.seconds);
}

// Stands before content that has shapes, and contact or domains; earlier versions, which had none, began with the number of steps.
constexpr std::int64_t kHasShapes = -1, kHasContact = -2, kHasDomains = -3;

namespace {

constexpr const char* kAnew = "start the run again without --resume";

[[noreturn]] void refuse_content(const std::string& what) { throw InputError({"checkpoint.content", "checkpoint", what, kAnew}); }

// An archive that looks whether all numbers are finite, and their squares.
class FiniteNumbers {
 public:
  static constexpr double kLargest = 1e150;

  template <class... Values>
  void operator()(Values&... values) {
    (look(values), ...);
  }
  bool are_all() const { return are_all_; }

 private:
  template <class Value>
  void look(Value& value) {
    if constexpr (std::floating_point<Value>)
      are_all_ = are_all_ && std::abs(value) <= kLargest;
    else if constexpr (!std::integral<Value>)
      fields(*this, value);
  }
  void look(Vec3& value) { are_all_ = are_all_ && value.cwiseAbs().maxCoeff() <= kLargest && value.allFinite(); }
  void look(std::vector<double>& values) {
    for (double& value : values) look(value);
  }
  template <class Value>
  void look(std::optional<Value>& value) {
    if (value) look(*value);
  }

  bool are_all_ = true;
};

bool is_count(std::int64_t number) { return number >= 0 && number <= std::numeric_limits<int>::max() / 2; }

bool are_counts(const StepStatistics& s) {
  for (const int number :
       {s.newton_iterations, s.factorizations, s.backtracks, s.short_of_tolerance, s.unclosed, s.fallbacks, s.linear_iterations})
    if (!is_count(number)) return false;
  return true;
}

// What a run of any scene must keep to.
void check_numbers(RunState& state) {
  FiniteNumbers finite;
  finite(state);
  if (state.shapes) finite(*state.shapes);
  if (state.contact) finite(*state.contact);
  if (state.domains) finite(*state.domains);
  if (!finite.are_all()) refuse_content("holds numbers that are not finite, or too large");
  const bool counts = state.step >= 0 && state.output.frames >= 0 && state.failed >= 0 && are_counts(state.total) &&
                      are_counts(state.pending) && (!state.shapes || is_count(state.shapes->inverted)) &&
                      (!state.contact || is_count(state.contact->most_pairs));
  if (!counts) refuse_content("holds counts that no run has");
  if (!(state.pending_seconds >= 0 && state.pending_ms >= 0 && state.max_displacement >= 0) ||
      state.pending_reactions.size() % 3 != 0)
    refuse_content("holds lengths, times or forces that no run has");
}

}  // namespace

std::string to_bytes(RunState state, const History& history) {
  ByteWriter writer;
  std::string past = history.write();
  std::int64_t mark = state.domains ? kHasDomains : state.contact ? kHasContact : kHasShapes;
  if (state.shapes) writer(mark);
  writer(state, past);
  if (state.shapes) writer(*state.shapes);
  if (state.domains)
    writer(*state.domains);
  else if (state.contact)
    writer(*state.contact);
  return writer.take();
}

SavedRun saved_run(std::span<const char> bytes) {
  std::int64_t mark = 0;
  ByteReader{bytes}(mark);
  const bool has_shapes = mark == kHasShapes || mark == kHasContact || mark == kHasDomains;
  ByteReader reader(has_shapes ? bytes.subspan(sizeof mark) : bytes);
  RunState state;
  std::string past;
  reader(state, past);
  if (has_shapes)
    reader(*state.shapes);
  else
    state.shapes.reset();
  if (mark == kHasContact) reader(state.contact.emplace());
  if (mark == kHasDomains) reader(state.domains.emplace());
  if (!reader.at_end()) refuse_content("the content is not that of a run");
  check_numbers(state);
  History history = History::read(past);
  if (history.now().step != state.step) refuse_content("the content contradicts itself");
  return {std::move(state), std::move(history)};
}

}  // namespace lilyan
