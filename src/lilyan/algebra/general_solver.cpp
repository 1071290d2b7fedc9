#include <lilyan/algebra/general_solver.hpp>

#include <Eigen/SparseCore>
#include <Eigen/SparseLU>

namespace lilyan {

bool solve_indefinite(const SymmetricMatrix& A, const Vector& b, Vector& x) {
  x.resize(A.size());
  if (A.size() == 0) return true;  // SparseLU wants an unknown
  const SymmetricPattern& pattern = *A.pattern();
  std::vector<Eigen::Triplet<double, Index>> entries;
  entries.reserve(2 * static_cast<std::size_t>(pattern.entries()));
  for (Index j = 0; j < A.size(); ++j)
    for (std::int64_t k = pattern.column_begin[j]; k < pattern.column_begin[j + 1]; ++k) {
      entries.emplace_back(pattern.row[k], j, A.values()[k]);
      if (pattern.row[k] != j) entries.emplace_back(j, pattern.row[k], A.values()[k]);
    }
  Eigen::SparseMatrix<double, Eigen::ColMajor, Index> full(A.size(), A.size());
  full.setFromTriplets(entries.begin(), entries.end());
  Eigen::SparseLU<decltype(full)> lu(full);
  if (lu.info() != Eigen::Success) return false;
  x = lu.solve(b);
  return x.allFinite();
}

}  // namespace lilyan
