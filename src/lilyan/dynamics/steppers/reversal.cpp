#include <lilyan/dynamics/steppers/reversal.hpp>

#include <lilyan/dynamics/velocities.hpp>

#include <algorithm>

namespace lilyan {

namespace {

double largest_norm(const Vector& difference) {
  return std::sqrt(difference.reshaped(3, difference.size() / 3).colwise().squaredNorm().maxCoeff());
}

}  // namespace

Result<Reversal, StepFailure> run_there_and_back(const System& system, const Stepper& stepper, const Frame& start, double h,
                                                 std::int64_t steps, const std::function<bool(std::int64_t)>& progress) {
  Reversal reversal{.steps = steps};
  History history(start);
  for (int way : {0, 1}) {
    Workspace workspace;
    stepper.prepare(history, workspace);
    for (std::int64_t k = 1; k <= steps; ++k) {
      auto step = stepper.attempt(history, {k, static_cast<double>(k) * h, h}, workspace);
      if (!step) return step.failure();
      history.accept(std::move(*step));
      reversal.moved = std::max(reversal.moved, largest_norm(history.now().x - start.x));
      reversal.speed = std::max(reversal.speed, largest_norm(velocities(system, history.now())));
      if (progress && !progress(way * steps + k)) return reversal;
    }
    history = stepper.turned(history);
  }
  reversal.missed = largest_norm(history.now().x - start.x);
  reversal.speed_missed = largest_norm(system.velocity(history.now().p - start.p));
  return reversal;
}

}  // namespace lilyan
