// A mesh without some of its cells.
#pragma once

#include <lilyan/mesh/body_mesh.hpp>

namespace lilyan {

// The cells that are kept, and the vertices that belong to them, in the order in which they stand in `mesh`, of which nothing was
// removed before. Sets lose what is removed, and may be empty then. is_kept: one for each cell, at least one of them true.
BodyMesh with_cells(const BodyMesh& mesh, const std::vector<bool>& is_kept);

}  // namespace lilyan
