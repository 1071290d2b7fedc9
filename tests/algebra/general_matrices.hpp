// Unsymmetric and bordered matrices that the tests of algebra share, with their dense counterparts.
#pragma once

#include <lilyan/algebra/equations/bordered.hpp>

#include <tests/algebra/matrices.hpp>

namespace lilyan::test {

inline Dense to_dense(const GeneralMatrix& A) {
  Dense dense = Dense::Zero(A.size(), A.size());
  const SymmetricPattern& pattern = *A.pattern();
  for (Index j = 0; j < A.size(); ++j)
    for (std::int64_t k = pattern.column_begin[j]; k < pattern.column_begin[j + 1]; ++k) {
      dense(pattern.row[k], j) = A.lower()[k];
      dense(j, pattern.row[k]) = A.upper()[k];
    }
  return dense;
}

inline Dense to_dense(const GeneralMatrix& A, const Border& border) {
  const Index n = A.size(), m = border.rows;
  Dense dense = Dense::Zero(n + m, n + m);
  dense.topLeftCorner(n, n) = to_dense(A);
  for (const Entry& entry : border.B) dense(entry.row, n + entry.column) += entry.value;
  for (const Entry& entry : border.C) dense(n + entry.row, entry.column) += entry.value;
  for (const Entry& entry : border.more) dense(entry.row, entry.column) += entry.value;
  if (border.D.size() > 0) dense.bottomRightCorner(m, m) = border.D;
  return dense;
}

// A + skew: the entries below the diagonal get, and those above lose, up to `skew`.
inline GeneralMatrix with_skew_part(const SymmetricMatrix& A, double skew, Random& random) {
  GeneralMatrix J(A.pattern());
  J.set(A);
  const SymmetricPattern& pattern = *A.pattern();
  for (Index j = 0; j < A.size(); ++j)
    for (std::int64_t k = pattern.column_begin[j] + 1; k < pattern.column_begin[j + 1]; ++k) {
      const double more = random.real(-skew, skew);
      J.lower()[k] += more;
      J.upper()[k] -= more;
    }
  return J;
}

// Rows of a few unknowns each, all different; B is C^T but for some percent.
inline Border random_border(Index unknowns, Index rows, Random& random) {
  Border border;
  border.rows = rows;
  for (Index k = 0; k < rows; ++k)
    for (Index i = 0; i < 4; ++i) {
      const Index unknown = i == 0 ? k % unknowns : random.index(0, unknowns - 1);
      const double value = (i == 0 ? 2 : 0) + random.real(-1, 1);
      border.C.push_back({k, unknown, value});
      border.B.push_back({unknown, k, value * (1 + random.real(-0.05, 0.05))});
    }
  return border;
}

// Every number changed by up to the share `change`.
inline void disturb(GeneralMatrix& A, Border& border, double change, Random& random) {
  auto factor = [&] { return 1 + random.real(-change, change); };
  for (double& value : A.lower()) value *= factor();
  for (double& value : A.upper()) value *= factor();
  for (Index i = 0; i < A.size(); ++i) A.upper()[A.pattern()->column_begin[i]] = A.diagonal(i);
  for (Entry& entry : border.B) entry.value *= factor();
  for (Entry& entry : border.C) entry.value *= factor();
  for (Entry& entry : border.more) entry.value *= factor();
}

}  // namespace lilyan::test
