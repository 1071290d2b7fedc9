#include <lilyan/integrators/corotational_reversible.hpp>

#include <lilyan/integrators/one_step.hpp>

namespace lilyan {

Stage CorotationalReversible::stage(int, const Past& past, double h, const Vector&, std::optional<int>, int) const {
  return one_step_stage(past, h, {{0.5, 0.5, 1}});
}

}  // namespace lilyan
