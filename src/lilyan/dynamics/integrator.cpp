#include <lilyan/dynamics/integrator.hpp>

namespace lilyan {

std::optional<int> Integrator::raised_order(std::optional<int>, int) const { return std::nullopt; }

}  // namespace lilyan
