// How far the frequencies of a mesh are off: from a mesh with every cell divided, and from how the mesh bends.
#pragma once

#include <lilyan/reduction/modes.hpp>
#include <lilyan/run/scene.hpp>

#include <string>
#include <vector>

namespace lilyan::app {

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

}  // namespace lilyan::app
