// Eliminates the pivots of one dense front.
#pragma once

#include <lilyan/algebra/multifrontal/panel_layout.hpp>

#include <functional>

namespace lilyan {

// The numbers of a front whose sums are complete, laid out as panel_layout.hpp says.
struct DenseFront {
  Index pivots, rows;
  double *L11, *L21, *update;
};

// Calls body(i) for i in [0, n), in any order.
using ShareWork = void (*)(Index n, const std::function<void(Index)>& body);

// Leaves the factor in L11 and L21 and the update in its place; false where a pivot is not positive. How the work is cut depends on
// the sizes of the front alone.
bool eliminate(const DenseFront& front, ShareWork share);

}  // namespace lilyan
