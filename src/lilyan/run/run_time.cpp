#include <lilyan/run/run_time.hpp>

#include <lilyan/dynamics/velocities.hpp>

#include <fmt/format.h>

#include <cmath>

namespace lilyan {

namespace {

// The cubic x(s), s in [0, 1], with x and h v given at both ends; and its velocity.
Frame between(const System& system, const Frame& from, const Frame& to, double t) {
  const double h = to.t - from.t, s = (t - from.t) / h, s2 = s * s, s3 = s2 * s;
  const Vector v0 = velocities(system, from), v1 = velocities(system, to);
  const Vector path = (2 * s3 - 3 * s2 + 1) * from.x + (3 * s2 - 2 * s3) * to.x + h * (s3 - 2 * s2 + s) * v0 + h * (s3 - s2) * v1;
  const Vector v = 6 * (s2 - s) / h * (from.x - to.x) + (3 * s2 - 4 * s + 1) * v0 + (3 * s2 - 2 * s) * v1;
  Frame frame = frame_with_velocities(system, {}, v);
  frame.step = to.step, frame.t = t, frame.h = to.h;
  Vector z;
  system.coordinates().restrict(path, z);
  system.coordinates().lift(z, t, frame.x);
  return frame;
}

}  // namespace

bool is_over(const RunPlan& plan, const Frame& now) { return now.step >= plan.steps || (plan.until && now.t >= *plan.until); }

std::string time_words(const RunPlan& plan) {
  const std::string length = fmt::format("{}{:.6g} s", plan.adaption.empty() ? "" : "up to ", plan.h);
  return plan.until ? fmt::format("steps of {} for {:.6g} s", length, *plan.until)
                    : fmt::format("{} steps of {}", plan.steps, length);
}

std::string of_all_steps(const RunPlan& plan) { return plan.until ? std::string() : fmt::format(" of {}", plan.steps); }

bool frame_is_due(const OutputPlan& output, double h, std::int64_t step) {
  if (step == 0 || !output.interval) return true;
  // Rounding may leave step * h a little below the multiple that it is meant to be.
  constexpr double kRounding = 1e-9;
  const auto intervals = [&](std::int64_t n) { return std::floor(static_cast<double>(n) * h / *output.interval + kRounding); };
  return intervals(step) > intervals(step - 1);
}

void each_frame_due(const RunPlan& plan, const History& history, const std::function<void(const Frame&)>& write) {
  const Frame &now = history.now(), *before = history.ago(1);
  if (!plan.stepper->chooses_length() || !plan.output.interval || before == nullptr) {
    if (frame_is_due(plan.output, plan.h, now.step)) write(now);
    return;
  }
  // Rounding may leave a step's end a little below the multiple that it is meant to be.
  constexpr double kRounding = 1e-9;
  const double interval = *plan.output.interval;
  const auto reached = [&](double t) { return std::floor(t / interval + kRounding); };
  for (double k = reached(before->t) + 1; k <= reached(now.t); ++k)
    write(k * interval < now.t ? between(*plan.system, *before, now, k * interval) : now);
}

}  // namespace lilyan
