#include <lilyan/integrators/bdf2.hpp>

#include <lilyan/dynamics/steppers/composed_stepper.hpp>
#include <lilyan/integrators/one_step.hpp>

namespace lilyan {

Stage Bdf2::stage(const History& history, double h, int) const {
  const Frame& now = history.now();
  const Frame* before = history.ago(1);
  if (!before) return newmark(0.25, 0.5).stage(history, h, 0);
  const double r = h / now.h, k = h * (1 + r) / (1 + 2 * r);
  const double w_now = (1 + r) * (1 + r) / (1 + 2 * r), w_before = r * r / (1 + 2 * r);
  Stage stage;
  stage.h = h;
  stage.x_hat = w_now * now.x - w_before * before->x;
  stage.kappa = k;
  stage.p_hat = w_now * now.p - w_before * before->p;
  stage.mean = std::make_shared<Quadrature>(std::vector<Node>{{1, k * k, k}}, h);
  stage.constraint = {ConstraintAt::end, k * k, k};
  stage.carried = w_before;
  return stage;
}

Bathe::Bathe() : first_(std::make_shared<OneStep>(newmark(0.25, 0.5))), second_(std::make_shared<Bdf2>()) {}

std::unique_ptr<const Stepper> Bathe::stepper(const System& system, const NewtonSettings& settings) const {
  return std::make_unique<const ComposedStepper>(
      std::vector<ComposedStepper::Part>{{0.5, first_->stepper(system, settings)}, {0.5, second_->stepper(system, settings)}});
}

}  // namespace lilyan
