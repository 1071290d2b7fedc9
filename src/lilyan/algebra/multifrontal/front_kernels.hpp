// Dense kernels of a front on columns padded to whole lanes: quick for matrices of a few rows and of thousands.
//
// All matrices are stored by columns, aligned to lanes, with strides that are multiples of kLanes. The diagonal of a factor L holds
// the reciprocals 1/L_jj. Triangles are solved by substitution, never by an inverse: so the backward error is that of Cholesky's
// algorithm also where the matrix is ill-conditioned [Higham 2002, sec. 8.1].
#pragma once

#include <lilyan/core/vector.hpp>

namespace lilyan {

// L L^T = the block of rows and columns [begin, end) of L; false where a pivot is not positive and finite.
bool factor_diagonal_block(double* L, std::int64_t stride, Index begin, Index end);

// X <- X L^-T in the columns [begin, end) of X, with the same block of L. `rows` is a multiple of kLanes.
void solve_rows(double* X, std::int64_t x_stride, std::int64_t rows, const double* L, std::int64_t stride, Index begin, Index end);

// C <- C - X X^T below the diagonal, in the first `columns` columns of rows x rows, both multiples of kLanes.
void subtract_square(double* C, std::int64_t c_stride, const double* X, std::int64_t x_stride, std::int64_t rows,
                     std::int64_t columns, Index inner);

// C <- C - X Y; `rows`, those of C and X, is a multiple of kLanes.
void subtract_product(double* C, std::int64_t c_stride, const double* X, std::int64_t x_stride, std::int64_t rows, const double* Y,
                      std::int64_t y_stride, std::int64_t columns, Index inner);

// C <- C - X Y^T, likewise.
void subtract_transposed_product(double* C, std::int64_t c_stride, const double* X, std::int64_t x_stride, std::int64_t rows,
                                 const double* Y, std::int64_t y_stride, std::int64_t columns, Index inner);

// to[place[i]] += from[i] for i in [begin, end); run_end: see AssemblyTree.
void add_by_runs(double* to, const double* from, const Index* place, const Index* run_end, Index begin, Index end);

}  // namespace lilyan
