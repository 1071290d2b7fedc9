#include <lilyan/dynamics/integrator.hpp>

namespace lilyan {

std::unique_ptr<const Stepper> make_stepper(const System& system, const Integrator& integrator, const NewtonSettings& settings) {
  if (std::vector<Fault> objections = integrator.objections(system); !objections.empty()) throw InputError(std::move(objections));
  return integrator.stepper(system, settings);
}

}  // namespace lilyan
