// The stiffness matrix of a fine body at rest, and what must be held for it to be invertible.
//
//   K = sum over the cells of V B^T C B        [N/m]
#pragma once

#include <lilyan/algebra/block_matrix.hpp>
#include <lilyan/coarsening/fine_body.hpp>

#include <vector>

namespace lilyan {

// Over all components, 3 per vertex.
BlockMatrix fine_stiffness(const FineBody& body);

// The components left free once each connected part is held, ascending: `held` are not free, nor are those of vertices without
// cells, z of a slice, and as few more as take the remaining rigid motions away (six of a free part). Forces without resultant and
// moment put no load on these few: they choose the rigid motion and nothing else.
std::vector<Index> supported_components(const FineBody& body, const std::vector<bool>& held);

}  // namespace lilyan
