#include <lilyan/dynamics/make_stepper.hpp>

#include <lilyan/dynamics/corotational_stepper.hpp>
#include <lilyan/dynamics/stage_stepper.hpp>

namespace lilyan {

std::unique_ptr<const Stepper> make_stepper(const System& system, const Integrator& integrator, const NewtonSettings& settings) {
  if (integrator.freezes_rotations()) return std::make_unique<const CorotationalStepper>(system, settings);
  return std::make_unique<const StageStepper>(system, integrator, settings);
}

}  // namespace lilyan
