#include <lilyan/integrators/static_equilibrium.hpp>

namespace lilyan {

Stage StaticEquilibrium::stage(const History&, double h, int) const {
  Stage stage;
  stage.h = h;
  stage.mean = std::make_shared<Quadrature>(std::vector<Node>{{1, 1, 0}});
  stage.constraint = {ConstraintAt::end, 1, 0};
  stage.inertia = Inertia::none;
  return stage;
}

}  // namespace lilyan
