#include <lilyan/algebra/equations/general_solver.hpp>

#include <Eigen/SparseCore>
#include <Eigen/SparseLU>

namespace lilyan {

bool solve_general(const Entries& A, const Vector& b, Vector& x) {
  x.resize(b.size());
  if (b.size() == 0) return true;  // SparseLU wants an unknown
  std::vector<Eigen::Triplet<double, Index>> triplets;
  triplets.reserve(A.size());
  for (const Entry& entry : A) triplets.emplace_back(entry.row, entry.column, entry.value);
  Eigen::SparseMatrix<double, Eigen::ColMajor, Index> matrix(b.size(), b.size());
  matrix.setFromTriplets(triplets.begin(), triplets.end());
  Eigen::SparseLU<decltype(matrix)> lu(matrix);
  if (lu.info() != Eigen::Success) return false;
  x = lu.solve(b);
  return x.allFinite();
}

void append(const SymmetricMatrix& A, Entries& entries) {
  const SymmetricPattern& pattern = *A.pattern();
  entries.reserve(entries.size() + 2 * static_cast<std::size_t>(pattern.entries()));
  for (Index j = 0; j < A.size(); ++j)
    for (std::int64_t k = pattern.column_begin[j]; k < pattern.column_begin[j + 1]; ++k) {
      entries.push_back({pattern.row[k], j, A.values()[k]});
      if (pattern.row[k] != j) entries.push_back({j, pattern.row[k], A.values()[k]});
    }
}

bool solve_indefinite(const SymmetricMatrix& A, const Vector& b, Vector& x) {
  Entries entries;
  append(A, entries);
  return solve_general(entries, b, x);
}

void append(const BlockMatrix& A, double w, Entries& entries) {
  const BlockPattern& pattern = A.pattern();
  for (Index column = 0; column < pattern.vertices(); ++column) {
    Index place = pattern.first_block(column);
    for (Index row : pattern.rows(column)) {
      const double* block = A.values().data() + 9 * static_cast<std::size_t>(place++);
      for (Index i = 0; i < 3; ++i)
        for (Index k = 0; k < 3; ++k) {
          const double value = w * block[3 * i + k];
          if (value == 0) continue;
          entries.push_back({3 * row + i, 3 * column + k, value});
          if (row != column) entries.push_back({3 * column + k, 3 * row + i, value});
        }
    }
  }
}

}  // namespace lilyan
