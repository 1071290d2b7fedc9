#include <lilyan/integrators/bdf2.hpp>

#include <lilyan/integrators/one_step.hpp>

namespace lilyan {

namespace {

Stage trapezoidal_stage(const Past& past, double h) { return one_step_stage(past, h, {{0, 0.25, 0.5}, {1, 0.25, 0.5}}); }

Stage bdf2_stage(const Past& past, double h, const Vector& mass) {
  const Moment &now = past[0], &before = past[1];
  const double r = h / now.h, k = h * (1 + r) / (1 + 2 * r);
  const double w_now = (1 + r) * (1 + r) / (1 + 2 * r), w_before = r * r / (1 + 2 * r);
  const Vector v_bar = w_now * *now.v - w_before * *before.v;
  Stage stage;
  stage.h = h;
  stage.y = w_now * *now.x - w_before * *before.x + k * v_bar;
  stage.p_hat = mass.cwiseProduct(v_bar);
  stage.nodes = {{1, k * k, k}};
  stage.constraint = {ConstraintAt::end, k * k, k};
  return stage;
}

}  // namespace

Stage Bdf2::stage(int, const Past& past, double h, const Vector& mass, std::optional<int>, int) const {
  return past.size() < 2 ? trapezoidal_stage(past, h) : bdf2_stage(past, h, mass);
}

Stage Bathe::stage(int k, const Past& past, double h, const Vector& mass, std::optional<int>, int) const {
  return k == 0 ? trapezoidal_stage(past, h) : bdf2_stage(past, h, mass);
}

}  // namespace lilyan
