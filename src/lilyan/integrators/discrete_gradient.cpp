#include <lilyan/integrators/discrete_gradient.hpp>

#include <lilyan/integrators/one_step.hpp>

namespace lilyan {

namespace {

Stage mean_force_stage(const Past& past, double h, MeanForce mean) {
  Stage stage = one_step_stage(past, h, {});
  stage.mean = mean;
  stage.mean_a = 0.5 * h * h;
  stage.mean_b = h;
  // The joint form's positions do not move with the mean velocity.
  stage.read_out = mean == MeanForce::joint ? ReadOut::impulse : ReadOut::chord;
  return stage;
}

}  // namespace

Stage DiscreteGradient::stage(int, const Past& past, double h, const Vector&, std::optional<int>, int) const {
  return mean_force_stage(past, h, form_ == Form::joint ? MeanForce::joint : MeanForce::per_element);
}

Stage EnergyMomentum::stage(int, const Past& past, double h, const Vector&, std::optional<int>, int) const {
  return mean_force_stage(past, h, MeanForce::strain);
}

}  // namespace lilyan
