// The dense kernels of a front, for the processor that runs them: quick for matrices of a few rows and of thousands.
//
// All matrices are stored by columns, with strides and numbers of rows that are multiples of kLanes. The diagonal of a factor L
// holds the reciprocals 1/L_jj. Triangles are solved by substitution, never by an inverse: so the backward error is that of
// Cholesky's algorithm also where the matrix is ill-conditioned [Higham 2002, sec. 8.1].
#pragma once

#include <lilyan/core/vector.hpp>

#include <vector>

namespace lilyan {

struct Kernels {
  // L L^T = the block of rows and columns [begin, end) of L, a square; false where a pivot is not positive and finite.
  bool (*factor_diagonal_block)(double* L, std::int64_t stride, Index begin, Index end);

  // X <- X L^-T in the columns [begin, end) of X, with the same block of L.
  void (*solve_rows)(double* X, std::int64_t x_stride, std::int64_t rows, const double* L, std::int64_t stride, Index begin,
                     Index end);

  // C <- C - X X^T below the diagonal, in the first `columns` columns, a multiple of kLanes.
  void (*subtract_square)(double* C, std::int64_t c_stride, const double* X, std::int64_t x_stride, std::int64_t rows,
                          std::int64_t columns, Index inner);

  // C <- C - X Y, and C <- C - X Y^T; the number of columns of C may be any.
  void (*subtract_product)(double* C, std::int64_t c_stride, const double* X, std::int64_t x_stride, std::int64_t rows,
                           const double* Y, std::int64_t y_stride, std::int64_t columns, Index inner);
  void (*subtract_transposed_product)(double* C, std::int64_t c_stride, const double* X, std::int64_t x_stride, std::int64_t rows,
                                      const double* Y, std::int64_t y_stride, std::int64_t columns, Index inner);

  // to[place[i]] += from[i] for i in [begin, end); run_end: see AssemblyTree.
  void (*add_by_runs)(double* to, const double* from, const Index* place, const Index* run_end, Index begin, Index end);

  // A solve with one panel; y (pivots) and t (rows) are padded with zeros, as the panel is.
  // y <- L11^-1 y, then t <- t - L21 y
  void (*sweep_forward)(Index pivots, Index rows, const double* L11, const double* L21, double* y, double* t);
  // y <- L11^-T (y - L21^T t)
  void (*sweep_backward)(Index pivots, Index rows, const double* L11, const double* L21, double* y, const double* t);
};

// The quickest for this processor: the same for the whole life of the process, so that results do not change.
const Kernels& kernels();

// All that this processor can run, the quickest first.
std::vector<const Kernels*> runnable_kernels();

// Compiled for the processor that the library is built for; for others only where that is any x86-64.
extern const Kernels kKernelsAsBuilt, kKernelsForAvx2, kKernelsForAvx512;

}  // namespace lilyan
