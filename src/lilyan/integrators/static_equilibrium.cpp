#include <lilyan/integrators/static_equilibrium.hpp>

namespace lilyan {

Stage StaticEquilibrium::stage(int, const Past&, double h, const Vector&, std::optional<int>, int) const {
  Stage stage;
  stage.h = h;
  stage.nodes = {{1, 1, 0}};
  stage.constraint = {ConstraintAt::end, 1, 0};
  stage.inertia = Inertia::none;
  return stage;
}

}  // namespace lilyan
