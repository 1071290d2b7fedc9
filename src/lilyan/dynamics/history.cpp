#include <lilyan/dynamics/history.hpp>

#include <lilyan/core/bytes.hpp>
#include <lilyan/core/error.hpp>

#include <algorithm>
#include <cmath>

namespace lilyan {

namespace {

constexpr std::size_t kDepth = 3;  // frames kept: now and two before

bool is_state(const Frame& frame) {
  return frame.x.size() == frame.p.size() && (frame.held_velocity.size() == 0 || frame.held_velocity.size() == frame.x.size()) &&
         frame.x.allFinite() && frame.p.allFinite() && frame.held_velocity.allFinite();
}

// Whether a step of the length that it says leads to the frame, and not from before the start.
bool has_time(const Frame& frame) {
  const bool is_start = frame.step == 0 && frame.h == 0 && frame.t == 0;
  return is_start || (frame.step >= 0 && frame.h > 0 && frame.t > 0 && std::isfinite(frame.h) && std::isfinite(frame.t));
}

bool follows(const Frame& frame, const Frame& before) {
  constexpr double kRounding = 1e-9;
  const bool is_later = frame.step == before.step || frame.step == before.step + 1;  // a step may be made in parts
  return frame.x.size() == before.x.size() && is_later && std::abs(frame.t - frame.h - before.t) <= kRounding * frame.t;
}

}  // namespace

// Found by the archives through the type's namespace; the same list writes and reads.
template <class Archive>
void fields(Archive& archive, Frame& frame) {
  archive(frame.step, frame.t, frame.h, frame.x, frame.p, frame.held_velocity);
}

void StepStatistics::add(const StepStatistics& other) {
  newton_iterations += other.newton_iterations;
  factorizations += other.factorizations;
  backtracks += other.backtracks;
  residual = std::max(residual, other.residual);
  short_of_tolerance += other.short_of_tolerance;
  closure = std::max(closure, other.closure);
  unclosed += other.unclosed;
  fallbacks += other.fallbacks;
  linear_iterations += other.linear_iterations;
}

History::History(Frame initial, Memory memory) : memory_(std::move(memory)) { frames_.push_front(std::move(initial)); }

const Frame* History::ago(std::size_t steps) const { return steps < frames_.size() ? &frames_[steps] : nullptr; }

void History::accept(Step step) {
  frames_.push_front(std::move(step.frame));
  if (frames_.size() > kDepth) frames_.pop_back();
  memory_ = std::move(step.memory);
}

std::string History::write() const {
  ByteWriter writer;
  std::uint64_t frames = frames_.size(), sections = memory_.sections().size();
  writer(frames);
  for (Frame frame : frames_) writer(frame);
  writer(sections);
  for (const auto& [key, section] : memory_.sections()) {
    std::string name = key;
    std::vector<double> values = *section;
    writer(name, values);
  }
  return writer.take();
}

History History::read(std::span<const char> bytes) {
  auto refuse = [] {
    throw InputError({"checkpoint.content", "checkpoint", "holds no history that this version of Lilyan wrote",
                      "start the run again without --resume"});
  };
  ByteReader reader(bytes);
  History history;
  std::uint64_t frames = 0, sections = 0;
  reader(frames);
  if (frames == 0 || frames > kDepth) refuse();
  for (std::uint64_t k = 0; k < frames; ++k) {
    Frame frame;
    reader(frame);
    if (!is_state(frame) || !has_time(frame)) refuse();
    if (k > 0 && !follows(history.frames_.back(), frame)) refuse();
    history.frames_.push_back(std::move(frame));
  }
  reader(sections);
  for (std::uint64_t k = 0; k < sections; ++k) {
    std::string name;
    std::vector<double> values;
    reader(name, values);
    if (!std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); })) refuse();
    history.memory_.set(name, std::move(values));
  }
  if (!reader.at_end()) refuse();
  return history;
}

}  // namespace lilyan
