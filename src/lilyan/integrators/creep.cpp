#include <lilyan/integrators/creep.hpp>

#include <algorithm>
#include <cmath>

namespace lilyan {

namespace {

// In which the vertex that is pushed most moves by a two-hundredth of the system's size, if it is pushed so much that this is soon;
// what is not pushed may be drawn by pins and constraints that have moved.
double first_length(const System& system, const Vector& x, double t) {
  Vector gradient = Vector::Zero(x.size());
  system.add_gradient(x, t, 1, gradient);
  double acceleration = system.gravity().norm();
  for (Index c : system.coordinates().free()) acceleration = std::max(acceleration, std::abs(gradient[c]) / system.mass()[c]);
  constexpr double kLongest = 0.1;  // [s]
  const double h = 0.1 * std::sqrt(size_to_compare_with(x) / acceleration);
  return h > 0 ? std::min(h, kLongest) : kLongest;
}

}  // namespace

double size_to_compare_with(const Vector& x) {
  const auto points = x.reshaped(3, x.size() / 3);
  const double size = (points.rowwise().maxCoeff() - points.rowwise().minCoeff()).norm();
  return size > 0 ? size : std::max(1.0, x.cwiseAbs().maxCoeff());
}

Creep::Creep(const System& system, const NewtonSettings& settings, Vector x, double t, std::int64_t step)
    : stepper_(system, method_, settings), x_(std::move(x)), t_(t), step_(step), h_(first_length(system, x_, t)) {}

void Creep::advance(Workspace& workspace) {
  constexpr double kGrowth = 1.6, kShrinks = 4;
  const History at_rest({step_, t_, 0, x_, Vector::Zero(x_.size())});
  Result<Step, StepFailure> crept = stepper_.attempt(at_rest, {step_, t_, h_}, workspace);
  statistics_.add(crept ? crept->statistics : crept.failure().statistics);
  if (crept) x_ = std::move(crept->frame.x);
  h_ = crept ? kGrowth * h_ : h_ / kShrinks;
}

}  // namespace lilyan
