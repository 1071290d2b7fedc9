#include <lilyan/dynamics/stepper.hpp>

namespace lilyan {

void take_over_solver(const Memory& from, History& to) {
  const Memory before = to.memory();
  for (const auto& [name, section] : before.sections())
    if (name.starts_with("solver.")) to.forget(name);
  for (const auto& [name, section] : from.sections())
    if (name.starts_with("solver.")) to.remember(name, section);
}

}  // namespace lilyan
