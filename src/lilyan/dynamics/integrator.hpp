// What a time integration method is: it says what it cannot move, and makes the stepper that moves the rest.
#pragma once

#include <lilyan/core/error.hpp>
#include <lilyan/dynamics/stepper.hpp>
#include <lilyan/dynamics/system.hpp>
#include <lilyan/minimise/newton.hpp>

#include <memory>
#include <string>
#include <vector>

namespace lilyan {

struct Properties {
  int order = 1;
  int order_with_damping = 1;  // of a body whose damping is linear in the velocities; 0: the method takes no damping
  bool is_explicit = false;
  bool symplectic = false;
  bool time_reversible = false;
  bool keeps_linear_momentum = true;
  bool keeps_angular_momentum = false;
  bool gains_energy = false;    // at any step
  double longest_resolved = 0;  // h omega_max beyond which it gains energy in the long run; 0: there is no such bound
  std::string energy;           // in words: "exact for stvk", "bounded", "decays"
};

class Integrator {
 public:
  virtual ~Integrator() = default;

  // Why it cannot move this system; nothing if it can. Places are those of its parameters.
  virtual std::vector<Fault> objections(const System&) const { return {}; }

  // Keeps references: the system and this must outlive the stepper.
  virtual std::unique_ptr<const Stepper> stepper(const System& system, const NewtonSettings& settings) const = 0;
};

// The stepper of a method that has no objections; throws InputError with those it has.
inline std::unique_ptr<const Stepper> make_stepper(const System& system, const Integrator& integrator,
                                                   const NewtonSettings& settings) {
  if (std::vector<Fault> objections = integrator.objections(system); !objections.empty()) throw InputError(std::move(objections));
  return integrator.stepper(system, settings);
}

}  // namespace lilyan
