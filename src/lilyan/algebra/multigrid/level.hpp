// One level of a multigrid hierarchy: its matrix, its smoother, and the way to the next coarser level.
//
//   smoother        Chebyshev's polynomial of degree 2 in D^-1 A on [lambda/6, 1.1 lambda], D the blocks on the diagonal of A and
//                   lambda the largest eigenvalue of D^-1 A
//   prolongation    P = (I - 4/(3 lambda) D^-1 A) T, T the bases of the rigid motions on the aggregates      [Vanek 1996]
//   coarse matrix   P^T A P
#pragma once

#include <lilyan/algebra/multigrid/aggregates.hpp>
#include <lilyan/algebra/multigrid/block_rows.hpp>

#include <optional>

namespace lilyan {

// The next coarser matrix, with the motions as its rows see them.
template <class Scalar>
struct CoarseMatrix {
  BlockRows<6, 6, Scalar> A;
  RigidModes<6> modes;
};

template <int N, class Scalar>
class Level {
 public:
  using Matrix = BlockRows<N, N, Scalar>;

  // False where a block on the diagonal is not positive definite.
  bool set_up(Matrix A);
  // None where no two rows are strongly coupled.
  std::optional<CoarseMatrix<Scalar>> coarsen(const RigidModes<N>& modes);

  Index rows() const { return A_.rows(); }
  const Matrix& matrix() const { return A_; }

  // What a cycle does here, in this order. The caller's vectors have N rows() entries, those of the coarse level 6 per row.
  void smooth_first(const Scalar* b, Scalar* x);  // from x = 0; keeps what is left
  void restrict_left(Scalar* coarse) const;       // P^T (b - A x)
  void prolong(const Scalar* coarse, Scalar* x) const;
  void smooth_again(const Scalar* b, Scalar* x);
  void smooth_alone(const Scalar* b, Scalar* x, int degree);  // where there is no coarser level

 private:
  using Pack = typename Matrix::Pack;
  void estimate_lambda();
  Pack times_inverse(Index i, const Pack& r) const;  // D_i^-1 r
  void make_prolongation(const AggregateBases<N>& bases, const Aggregates& aggregates);
  BlockRows<6, 6, Scalar> coarse_matrix(Index count) const;
  // One pass over the rows: left -= A moved; moved = keep moved + take D^-1 left; x += moved.
  void advance(Scalar keep, Scalar take, Scalar* x);

  Matrix A_;
  std::vector<Scalar> inverse_;  // D^-1
  double lambda_ = 0;
  BlockRows<N, 6, Scalar> P_;
  BlockRows<6, N, Scalar> transposed_;
  std::vector<Scalar> left_, moved_, next_;
};

}  // namespace lilyan
