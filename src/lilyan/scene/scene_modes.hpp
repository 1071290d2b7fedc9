// The natural modes of a scene's bodies, and how far its mesh puts their frequencies off.
#pragma once

#include <lilyan/core/result.hpp>
#include <lilyan/multidomain/body/tree_stepper.hpp>
#include <lilyan/multidomain/tree_modes.hpp>
#include <lilyan/reduction/modes.hpp>
#include <lilyan/run/scene.hpp>

#include <string>
#include <vector>

namespace lilyan {

// The `count` lowest about rest, or about the static equilibrium under gravity and loads; a failure if none was found. The scene is
// then at rest where its modes were looked for: that is what their files are drawn about. Throws InputError as natural_modes does.
Result<Modes, StepFailure> modes_of_scene(Scene& scene, About about, Index count, const EigenSettings& settings = {});

// The overrides that divide every cell of the scene's bodies once more. Throws InputError (id "modes.check") where it has none of
// tets, hexes or flat triangles.
std::vector<std::string> refining_overrides(const Scene& scene);

// For each mode how much too high its frequency is, relative, by Richardson's extrapolation of two meshes:
//
//   f = f_fine - (f_coarse - f_fine)/3,   error = f_coarse/f - 1
//
// since the error of linear cells falls with the square of their size. Elastic modes are taken in the order of their frequencies;
// those that cost no energy have the error 0.
std::vector<double> estimated_errors(const Modes& coarse, const Modes& fine);

// Of the bodies that bend in these modes with too few cells across, or are nearly incompressible.
std::vector<std::string> mode_notes(const Scene& scene, const Modes& modes);
std::vector<std::string> mode_notes(const Scene& scene, const DomainBody& body, const TreeModes& modes);

// The modes of a body of domains: the frequencies at rest of its tree by the coupling that the scene chooses, and the shapes of the
// exact coupling. Couplings that lump have frequencies alone. Throws InputError (id "modes.count") if there are fewer.
Index mode_count(const TreeStepper& stepper);
TreeModes modes_at_rest(const TreeStepper& stepper, Index count);

}  // namespace lilyan
