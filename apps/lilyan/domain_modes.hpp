// `lilyan modes` of a body of domains: the frequencies at rest of its tree, by the coupling that the scene chooses.
#pragma once

#include <lilyan/multidomain/body/tree_stepper.hpp>

#include <apps/lilyan/commands.hpp>

namespace lilyan::app {

// Throws InputError (id "modes.domains") if more is asked for than frequencies at rest, or more than there are.
void print_domain_modes(const std::string& scene, const TreeStepper& stepper, const ModesOptions& options);

}  // namespace lilyan::app
