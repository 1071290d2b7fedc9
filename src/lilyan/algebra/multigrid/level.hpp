// One level of a multigrid hierarchy, and the aggregates of its rows that become the rows of the next.
#pragma once

#include <lilyan/algebra/multigrid/block_rows.hpp>
#include <lilyan/core/vector.hpp>

#include <optional>

namespace lilyan {

// Groups the rows of a matrix that are strongly coupled: an aggregate becomes one row of the next coarser level.
//
//   i and j are strongly coupled where |A_ij|^2 > strength^2 |A_ii| |A_jj|, Frobenius' norms          [Vanek 1996]
//
// A row that nothing is strongly coupled to is in no aggregate: the smoother alone solves for it.
struct Aggregates {
  Index count = 0;
  std::vector<Index> of_row;  // -1: none

  // Rows of an aggregate, ascending.
  std::vector<Index> first;  // count + 1
  std::vector<Index> row;
};

template <int N, class Scalar>
Aggregates make_aggregates(const BlockRows<N, N, Scalar>& A, double strength);

// The six rigid motions of a body as they are seen by the rows of a level, and bases of them on aggregates.
//
//   u(x) = t + w x (x - c):   B_i (t, w) is the value of u in row i, given about the row's own centre c_i
//
// Rows carry the motions about their own centres, so that nothing cancels for small bodies far from the origin.
template <int N>
struct RigidModes {
  using Modes = Eigen::Matrix<double, N, 6>;
  std::vector<Modes> of_row;
  std::vector<Vec3> center;
};

// An orthonormal basis Q_a of the motions on each aggregate a, Q_a R_a = B; R_a are the motions as the coarse row sees them. A
// motion that depends on those before it has a column of zeros.
template <int N>
struct AggregateBases {
  std::vector<Eigen::Matrix<double, N, 6>> of_row;  // rows of Q; zero for rows in no aggregate
  RigidModes<6> coarse;
};

template <int N>
AggregateBases<N> make_bases(const RigidModes<N>& modes, const Aggregates& aggregates);

// One level of a multigrid hierarchy: its matrix, its smoother, and the way to the next coarser level.
//
//   smoother        Chebyshev's polynomial of degree 2 in D^-1 A on [lambda/6, 1.1 lambda], D the blocks on the diagonal of A and
//                   lambda the largest eigenvalue of D^-1 A
//   prolongation    P = (I - 4/(3 lambda) D^-1 A) T, T the bases of the rigid motions on the aggregates      [Vanek 1996]
//   coarse matrix   P^T A P

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
