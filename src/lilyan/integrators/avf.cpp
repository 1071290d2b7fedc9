#include <lilyan/integrators/avf.hpp>

#include <lilyan/integrators/one_step.hpp>

#include <algorithm>

namespace lilyan {

Stage Avf::stage(const History& history, double h, int order) const {
  constexpr int kFewestPoints = 2;  // of a rule that is refined
  std::optional<QuadratureRule> fixed;
  if (quadrature_ == Quadrature::simpson) fixed = simpson();
  if (quadrature_ == Quadrature::gauss) fixed = gauss_legendre(points_);
  const Average::Refines refines = fixed                                  ? Average::Refines::none
                                   : quadrature_ == Quadrature::automatic ? Average::Refines::all
                                                                          : Average::Refines::others;
  Stage stage = one_step_stage(history, h, nullptr);
  stage.mean = std::make_shared<Average>(0.5 * h * h, h, std::move(fixed), refines, std::max(order, kFewestPoints));
  stage.read_out = ReadOut::chord;
  return stage;
}

}  // namespace lilyan
