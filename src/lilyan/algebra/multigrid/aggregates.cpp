#include <lilyan/algebra/multigrid/level.hpp>

#include <algorithm>
#include <cmath>

namespace lilyan {

// Which rows form an aggregate

namespace {

template <int N, class Scalar>
double square_of(const Scalar* block) {
  double sum = 0;
  for (int e = 0; e < N * N; ++e) sum += static_cast<double>(block[e]) * block[e];
  return sum;
}

// |A_ij|^2 / (|A_ii| |A_jj|) of every block: how strongly rows are coupled, squared.
template <int N, class Scalar>
std::vector<float> couplings(const BlockRows<N, N, Scalar>& A) {
  std::vector<float> squares(A.column.size());
  std::vector<double> diagonal(static_cast<std::size_t>(A.rows()));
  for_each_row_range(A.rows(), [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i)
      for (std::int64_t k = A.row_begin[i]; k < A.row_begin[i + 1]; ++k)
        if (A.column[k] == i) diagonal[i] = std::sqrt(square_of<N>(A.block(k)));
  });
  for_each_row_range(A.rows(), [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i)
      for (std::int64_t k = A.row_begin[i]; k < A.row_begin[i + 1]; ++k)
        squares[k] = static_cast<float>(square_of<N>(A.block(k)) / (diagonal[i] * diagonal[A.column[k]]));
  });
  return squares;
}

void list_rows(Aggregates& aggregates) {
  aggregates.first.assign(static_cast<std::size_t>(aggregates.count) + 1, 0);
  for (Index a : aggregates.of_row)
    if (a >= 0) ++aggregates.first[a + 1];
  for (Index a = 0; a < aggregates.count; ++a) aggregates.first[a + 1] += aggregates.first[a];
  aggregates.row.resize(static_cast<std::size_t>(aggregates.first.back()));
  std::vector<Index> next(aggregates.first.begin(), aggregates.first.end() - 1);
  for (Index i = 0; i < static_cast<Index>(aggregates.of_row.size()); ++i)
    if (aggregates.of_row[i] >= 0) aggregates.row[next[aggregates.of_row[i]]++] = i;
}

}  // namespace

template <int N, class Scalar>
Aggregates make_aggregates(const BlockRows<N, N, Scalar>& A, double strength) {
  const std::vector<float> coupling = couplings(A);
  const float least = static_cast<float>(strength * strength);
  auto is_strong = [&](Index i, std::int64_t k) { return A.column[k] != i && coupling[k] > least; };

  Aggregates made;
  std::vector<Index>& of = made.of_row;
  of.assign(static_cast<std::size_t>(A.rows()), -1);
  // A row whose strong neighbours are all free begins an aggregate with them.
  for (Index i = 0; i < A.rows(); ++i) {
    if (of[i] >= 0) continue;
    bool has_neighbours = false, all_free = true;
    for (std::int64_t k = A.row_begin[i]; k < A.row_begin[i + 1] && all_free; ++k)
      if (is_strong(i, k)) {
        has_neighbours = true;
        all_free = of[A.column[k]] < 0;
      }
    if (!has_neighbours || !all_free) continue;
    of[i] = made.count;
    for (std::int64_t k = A.row_begin[i]; k < A.row_begin[i + 1]; ++k)
      if (is_strong(i, k)) of[A.column[k]] = made.count;
    ++made.count;
  }
  // Every other row has a neighbour in an aggregate, and joins the one it is most strongly coupled to.
  std::vector<Index> joined = of;
  for (Index i = 0; i < A.rows(); ++i) {
    if (of[i] >= 0) continue;
    float strongest = 0;
    for (std::int64_t k = A.row_begin[i]; k < A.row_begin[i + 1]; ++k)
      if (is_strong(i, k) && of[A.column[k]] >= 0 && coupling[k] > strongest) {
        strongest = coupling[k];
        joined[i] = of[A.column[k]];
      }
  }
  of = std::move(joined);
  list_rows(made);
  return made;
}

template Aggregates make_aggregates(const BlockRows<3, 3, float>&, double);
template Aggregates make_aggregates(const BlockRows<6, 6, float>&, double);
template Aggregates make_aggregates(const BlockRows<3, 3, double>&, double);
template Aggregates make_aggregates(const BlockRows<6, 6, double>&, double);

// The basis of each aggregate

namespace {

// What is left of a motion after those before it were taken out, relative to it: less is taken for dependent.
constexpr double kDependent = 1e-4;

// B about c of what is B about `center`.
template <int N>
Eigen::Matrix<double, N, 6> about(const Eigen::Matrix<double, N, 6>& B, const Vec3& center, const Vec3& c) {
  Eigen::Matrix<double, N, 6> moved = B;
  const Vec3 d = center - c;
  // t = t' + w x d
  moved.col(3) += B.col(2) * d.y() - B.col(1) * d.z();
  moved.col(4) += B.col(0) * d.z() - B.col(2) * d.x();
  moved.col(5) += B.col(1) * d.x() - B.col(0) * d.y();
  return moved;
}

}  // namespace

template <int N>
AggregateBases<N> make_bases(const RigidModes<N>& modes, const Aggregates& aggregates) {
  using Modes = Eigen::Matrix<double, N, 6>;
  using Mat6x6 = Eigen::Matrix<double, 6, 6>;
  AggregateBases<N> bases;
  bases.of_row.assign(modes.of_row.size(), Modes::Zero());
  bases.coarse.of_row.assign(static_cast<std::size_t>(aggregates.count), Mat6x6::Zero());
  bases.coarse.center.assign(static_cast<std::size_t>(aggregates.count), Vec3::Zero());
  for_each_row_range(aggregates.count, [&](Index begin, Index end) {
    Eigen::Matrix<double, Eigen::Dynamic, 6> Q;
    for (Index a = begin; a < end; ++a) {
      const Index first = aggregates.first[a], size = aggregates.first[a + 1] - first;
      Vec3 c = Vec3::Zero();
      for (Index k = 0; k < size; ++k) c += modes.center[aggregates.row[first + k]];
      c /= size;
      Q.resize(N * size, 6);
      for (Index k = 0; k < size; ++k) {
        const Index i = aggregates.row[first + k];
        Q.template middleRows<N>(N * k) = about<N>(modes.of_row[i], modes.center[i], c);
      }
      Mat6x6& R = bases.coarse.of_row[a];
      bases.coarse.center[a] = c;
      for (int column = 0; column < 6; ++column) {
        const double length = Q.col(column).norm();
        for (int twice = 0; twice < 2; ++twice)
          for (int before = 0; before < column; ++before) {
            const double share = Q.col(before).dot(Q.col(column));
            Q.col(column) -= share * Q.col(before);
            R(before, column) += share;
          }
        const double left = Q.col(column).norm();
        if (left > kDependent * length) {
          R(column, column) = left;
          Q.col(column) /= left;
        } else {
          Q.col(column).setZero();
        }
      }
      for (Index k = 0; k < size; ++k) bases.of_row[aggregates.row[first + k]] = Q.template middleRows<N>(N * k);
    }
  });
  return bases;
}

template AggregateBases<3> make_bases(const RigidModes<3>&, const Aggregates&);
template AggregateBases<6> make_bases(const RigidModes<6>&, const Aggregates&);

}  // namespace lilyan
