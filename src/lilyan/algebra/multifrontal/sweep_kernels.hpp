// Dense kernels of a solve with the panel of one front; layout and diagonal as in front_kernels.hpp. y (pivots) and t (rows) are
// padded with zeros to whole lanes, as the panel is.
#pragma once

#include <lilyan/core/vector.hpp>

namespace lilyan {

// y <- L11^-1 y, then t <- t - L21 y
void sweep_forward(Index pivots, Index rows, const double* L11, const double* L21, double* y, double* t);

// y <- L11^-T (y - L21^T t)
void sweep_backward(Index pivots, Index rows, const double* L11, const double* L21, double* y, const double* t);

}  // namespace lilyan
