#include <lilyan/dynamics/stepper.hpp>

namespace lilyan {

void take_over_solver(const Memory& from, History& to) {
  for (const auto& [name, section] : from.sections())
    if (name.starts_with("solver.")) to.remember(name, section);
}

}  // namespace lilyan
