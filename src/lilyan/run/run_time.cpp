#include <lilyan/run/run_time.hpp>

#include <fmt/format.h>

#include <cmath>

namespace lilyan {

namespace {

// The cubic x(s), s in [0, 1], with x and h v given at both ends; and its velocity.
Snapshot between(const System& system, const Snapshot& from, const Snapshot& to, double t) {
  const double h = to.t - from.t, s = (t - from.t) / h, s2 = s * s, s3 = s2 * s;
  const Vector path =
      (2 * s3 - 3 * s2 + 1) * from.x + (3 * s2 - 2 * s3) * to.x + h * (s3 - 2 * s2 + s) * from.v + h * (s3 - s2) * to.v;
  Snapshot result{to.step, t, {}, {}};
  result.v = 6 * (s2 - s) / h * (from.x - to.x) + (3 * s2 - 4 * s + 1) * from.v + (3 * s2 - 2 * s) * to.v;
  result.x = path;
  // Pins are where their script has them.
  const Coordinates& coordinates = system.coordinates();
  Vector scripted;
  coordinates.lift(Vector::Zero(coordinates.size()), t, scripted);
  for (Index component = 0; component < 3 * system.space().whole(); ++component)
    if (coordinates.is_held(component)) {
      result.v[component] = 0;
      result.x[component] = scripted[component];
    }
  return result;
}

}  // namespace

std::string time_words(const Scene& scene) {
  const SimulationSettings& settings = scene.simulation.settings();
  const std::string length = fmt::format("{}{:.6g} s", scene.record.adaption.empty() ? "" : "up to ", settings.h);
  return settings.until ? fmt::format("steps of {} for {:.6g} s", length, *settings.until)
                        : fmt::format("{} steps of {}", settings.steps, length);
}

std::string of_all_steps(const SimulationSettings& settings) {
  return settings.until ? std::string() : fmt::format(" of {}", settings.steps);
}

bool frame_is_due(const OutputPlan& output, double h, std::int64_t step) {
  if (step == 0 || !output.interval) return true;
  // Rounding may leave step * h a little below the multiple that it is meant to be.
  constexpr double kRounding = 1e-9;
  const auto intervals = [&](std::int64_t n) { return std::floor(static_cast<double>(n) * h / *output.interval + kRounding); };
  return intervals(step) > intervals(step - 1);
}

void each_frame_due(const OutputPlan& output, const Simulation& simulation, const std::function<void(const Snapshot&)>& write) {
  const Frame &now = simulation.history().now(), *before = simulation.history().ago(1);
  if (!simulation.stepper().chooses_length() || !output.interval || before == nullptr) {
    if (frame_is_due(output, simulation.settings().h, now.step)) write(simulation.snapshot());
    return;
  }
  // Rounding may leave a step's end a little below the multiple that it is meant to be.
  constexpr double kRounding = 1e-9;
  const double interval = *output.interval;
  const auto reached = [&](double t) { return std::floor(t / interval + kRounding); };
  const double first = reached(before->t) + 1, last = reached(now.t);
  if (first > last) return;
  const Snapshot from = simulation.snapshot(*before), to = simulation.snapshot(now);
  for (double k = first; k <= last; ++k) write(k * interval < now.t ? between(simulation.system(), from, to, k * interval) : to);
}

}  // namespace lilyan
