// The stepper that an integrator asks for.
#pragma once

#include <lilyan/dynamics/integrator.hpp>
#include <lilyan/dynamics/stepper.hpp>
#include <lilyan/dynamics/system.hpp>
#include <lilyan/minimise/newton.hpp>

#include <memory>

namespace lilyan {

// Keeps references: system and integrator must outlive it. Throws InputError where the integrator cannot move the system.
std::unique_ptr<const Stepper> make_stepper(const System& system, const Integrator& integrator, const NewtonSettings& settings);

}  // namespace lilyan
