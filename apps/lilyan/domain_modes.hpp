// `lilyan modes` of a body of domains: the frequencies at rest of its tree by the coupling that the scene chooses, and the shapes
// of the exact coupling.
#pragma once

#include <lilyan/multidomain/body/tree_stepper.hpp>
#include <lilyan/run/scene.hpp>

#include <apps/lilyan/commands.hpp>
#include <apps/lilyan/stage_line.hpp>

namespace lilyan::app {

// Prints the frequencies and writes the files that are asked for. Throws InputError if more is asked for than modes at rest (id
// "modes.domains"), or more modes than there are ("modes.count"). `stepper` is that of the scene.
ExitStatus domain_modes(const Scene& scene, const TreeStepper& stepper, const ModesOptions& options, StageLine& stage);

}  // namespace lilyan::app
