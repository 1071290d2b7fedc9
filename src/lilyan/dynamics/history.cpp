#include <lilyan/dynamics/history.hpp>

#include <lilyan/core/error.hpp>

#include <algorithm>
#include <cstring>

namespace lilyan {

namespace {

constexpr std::size_t kDepth = 3;  // frames kept: now and two before

class Writer {
 public:
  template <class Number>
  void number(Number value) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void array(const double* values, std::size_t count) {
    number(static_cast<std::uint64_t>(count));
    bytes.append(reinterpret_cast<const char*>(values), count * sizeof(double));
  }
  void text(const std::string& value) {
    number(static_cast<std::uint64_t>(value.size()));
    bytes += value;
  }
  std::string bytes;
};

class Reader {
 public:
  explicit Reader(std::span<const char> bytes) : left_(bytes) {}
  template <class Number>
  Number number() {
    Number value;
    std::memcpy(&value, take(sizeof value), sizeof value);
    return value;
  }
  std::size_t count(std::size_t size_of_each) {  // never more than the bytes that are left could hold
    const auto value = number<std::uint64_t>();
    if (value > left_.size() / size_of_each) fail();
    return static_cast<std::size_t>(value);
  }
  std::vector<double> array() {
    std::vector<double> values(count(sizeof(double)));
    if (!values.empty()) std::memcpy(values.data(), take(values.size() * sizeof(double)), values.size() * sizeof(double));
    return values;
  }
  std::string text() {
    const std::size_t size = count(1);
    return std::string(take(size), size);
  }
  bool at_end() const { return left_.empty(); }
  [[noreturn]] static void fail() {
    throw InputError({"checkpoint.content", "checkpoint", "holds no history that this version of Lilyan wrote", "start the run again without --resume"});
  }

 private:
  const char* take(std::size_t size) {
    if (size > left_.size()) fail();
    const char* from = left_.data();
    left_ = left_.subspan(size);
    return from;
  }
  std::span<const char> left_;
};

Vector to_vector(const std::vector<double>& values) { return Eigen::Map<const Vector>(values.data(), static_cast<Eigen::Index>(values.size())); }

}  // namespace

void Memory::set(const std::string& name, std::vector<double> values) {
  sections_[name] = std::make_shared<const std::vector<double>>(std::move(values));
}

Memory::Section Memory::find(const std::string& name) const {
  const auto found = sections_.find(name);
  return found == sections_.end() ? nullptr : found->second;
}

double Memory::number(const std::string& name, double otherwise) const {
  const Section section = find(name);
  return section && !section->empty() ? section->front() : otherwise;
}

void StepStatistics::add(const StepStatistics& other) {
  newton_iterations += other.newton_iterations;
  factorizations += other.factorizations;
  backtracks += other.backtracks;
  residual = std::max(residual, other.residual);
  short_of_tolerance += other.short_of_tolerance;
}

History::History(Frame initial) { frames_.push_front(std::move(initial)); }

const Frame* History::ago(std::size_t steps) const { return steps < frames_.size() ? &frames_[steps] : nullptr; }

void History::accept(Step step) {
  frames_.push_front(std::move(step.frame));
  if (frames_.size() > kDepth) frames_.pop_back();
  memory_ = std::move(step.memory);
}

std::string History::write() const {
  Writer out;
  out.number(static_cast<std::uint64_t>(frames_.size()));
  for (const Frame& frame : frames_) {
    out.number(frame.step);
    out.number(frame.t);
    out.number(frame.h);
    out.array(frame.x.data(), static_cast<std::size_t>(frame.x.size()));
    out.array(frame.p.data(), static_cast<std::size_t>(frame.p.size()));
  }
  std::uint64_t sections = 0;
  for (const auto& [name, section] : memory_.sections()) sections += section != nullptr;
  out.number(sections);
  for (const auto& [name, section] : memory_.sections()) {
    if (!section) continue;
    out.text(name);
    out.array(section->data(), section->size());
  }
  return std::move(out.bytes);
}

History History::read(std::span<const char> bytes) {
  Reader in(bytes);
  History history;
  const std::size_t frames = in.count(1);
  if (frames == 0 || frames > kDepth) Reader::fail();
  for (std::size_t k = 0; k < frames; ++k) {
    Frame frame;
    frame.step = in.number<std::int64_t>();
    frame.t = in.number<double>();
    frame.h = in.number<double>();
    frame.x = to_vector(in.array());
    frame.p = to_vector(in.array());
    if (frame.x.size() != frame.p.size()) Reader::fail();
    history.frames_.push_back(std::move(frame));
  }
  const std::size_t sections = in.count(1);
  for (std::size_t k = 0; k < sections; ++k) {
    const std::string name = in.text();
    history.memory_.set(name, in.array());
  }
  if (!in.at_end()) Reader::fail();
  return history;
}

}  // namespace lilyan
