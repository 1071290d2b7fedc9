// How much its own weight strains a body that hangs, for the choice of a stiffness at which it sags visibly and no cell is crushed.
//
//   eps = (grad u + grad u^T)/2 of the displacement u at rest under gravity
//   strain = the largest |eigenvalue of eps| of any tet
//
// The strains are small ones, so that they are in proportion to 1/E. Where a body hangs, how thin it is there and how far its parts
// reach out is all in u: a body that hangs from its thinnest part is strained hundreds of times as much as a bar of its length.
#pragma once

#include <filesystem>
#include <string>

namespace lilyan::app {

// Of the one body of tets that the scene `text` holds; `file` is its place. `swing` is the time of its slow motions [s], sqrt(L/g).
// 0 if the equilibrium is not found.
double strain_under_own_weight(const std::string& text, const std::filesystem::path& file, double swing);

}  // namespace lilyan::app
