// |A| |x|, component by component: rounding x, or the entries of A, moves A x by no more than epsilon times this.
#pragma once

#include <lilyan/algebra/block_matrix.hpp>
#include <lilyan/algebra/general_matrix.hpp>

#include <limits>

namespace lilyan {

// What a sum of some products may be off by, relative to the sum of their magnitudes.
inline constexpr double kSumRounding = 8 * std::numeric_limits<double>::epsilon();

Vector magnitude_of_product(const BlockMatrix& A, const Vector& x);
Vector magnitude_of_product(const GeneralBlockMatrix& A, const Vector& x);

// What is left of v where each component may be off by its bound: v - clamp(v, -bound, bound).
Vector beyond(const Vector& v, const Vector& bound);

}  // namespace lilyan
