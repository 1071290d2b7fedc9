// Which methods can be made to choose the lengths of their steps, and how.
#pragma once

#include <lilyan/adaption/adaptive_stepper.hpp>
#include <lilyan/adaption/variational_adaptive_stepper.hpp>
#include <lilyan/dynamics/integrator.hpp>

#include <memory>
#include <string>
#include <vector>

namespace lilyan {

// Why steps of the method cannot be adapted at all, or not variationally; nothing if they can.
std::vector<Fault> objections_to_adaption(const Integrator& method);
std::vector<Fault> objections_to_variational_adaption(const Integrator& method, const System& system,
                                                      const std::string& name = "this integrator");

// The method's steps, their lengths chosen by the rule. These throw InputError with the objections; they keep references to the
// system and to the method.
std::unique_ptr<const Stepper> adapt(const System& system, const Integrator& method, const NewtonSettings& settings,
                                     std::unique_ptr<const AdaptionRule> rule, SigmaAt at);
std::unique_ptr<const Stepper> adapt_variationally(const System& system, const Integrator& method, const NewtonSettings& settings,
                                                   std::unique_ptr<const EnergyRule> rule);

}  // namespace lilyan
