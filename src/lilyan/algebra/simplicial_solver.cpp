#include <lilyan/algebra/direct_solver.hpp>

#include <Eigen/SparseCholesky>
#include <Eigen/SparseCore>

#include <algorithm>

namespace lilyan {

namespace {

using LongSparse = Eigen::SparseMatrix<double, Eigen::ColMajor, std::int64_t>;

class SimplicialSolver final : public DirectSolver {
 public:
  SimplicialSolver(const SymmetricPattern& pattern, const Ordering& ordering) : permuted_(pattern.size, pattern.size) {
    prediction_ = {"simplicial (" + ordering.name + ")", ordering.flops, 16 * ordering.entries};
    permutation_ = ordering.permutation;
    std::vector<Index> position(pattern.size);
    for (Index k = 0; k < pattern.size; ++k) position[permutation_[k]] = k;

    // The permuted matrix with, in place of its values, the numbers of the entries they come from.
    std::vector<Eigen::Triplet<double, std::int64_t>> entries;
    entries.reserve(static_cast<std::size_t>(pattern.entries()));
    for (Index j = 0; j < pattern.size; ++j)
      for (std::int64_t k = pattern.column_begin[j]; k < pattern.column_begin[j + 1]; ++k) {
        const Index a = position[pattern.row[k]], b = position[j];
        entries.emplace_back(std::max(a, b), std::min(a, b), static_cast<double>(k));
      }
    permuted_.setFromTriplets(entries.begin(), entries.end());
    source_.assign(permuted_.valuePtr(), permuted_.valuePtr() + permuted_.nonZeros());
    factor_.analyzePattern(permuted_);
  }

  const FactorPrediction& prediction() const override { return prediction_; }

  bool factorise(const SymmetricMatrix& A) override { return factorise_any(A) && (factor_.vectorD().array() > 0).all(); }

  // A = L D L^T, D of any sign; false where a pivot is zero.
  bool factorise_any(const SymmetricMatrix& A) {
    if (!A.all_finite()) return false;
    for (std::size_t k = 0; k < source_.size(); ++k) permuted_.valuePtr()[k] = A.values()[source_[k]];
    factor_.factorize(permuted_);
    return factor_.info() == Eigen::Success;
  }
  Index negative_pivots() const { return static_cast<Index>((factor_.vectorD().array() < 0).count()); }

  void solve(const Vector& b, Vector& x) override {
    Vector permuted(b.size());
    for (Eigen::Index k = 0; k < b.size(); ++k) permuted[k] = b[permutation_[k]];
    permuted = factor_.solve(permuted).eval();
    x.resize(permuted.size());
    for (Eigen::Index k = 0; k < permuted.size(); ++k) x[permutation_[k]] = permuted[k];
  }

  void solve_columns(const Eigen::MatrixXd& B, Eigen::MatrixXd& X) override {
    X.resize(B.rows(), B.cols());
    Vector x;
    for (Eigen::Index column = 0; column < B.cols(); ++column) {
      solve(B.col(column), x);
      X.col(column) = x;
    }
  }

 private:
  FactorPrediction prediction_;
  LongSparse permuted_;
  std::vector<std::int64_t> source_;
  std::vector<Index> permutation_;
  Eigen::SimplicialLDLT<LongSparse, Eigen::Lower, Eigen::NaturalOrdering<std::int64_t>> factor_;
};

}  // namespace

std::unique_ptr<DirectSolver> make_simplicial_solver(std::shared_ptr<const SymmetricPattern> pattern, const Ordering& ordering) {
  return std::make_unique<SimplicialSolver>(*pattern, ordering);
}

std::optional<Index> negative_eigenvalues(const SymmetricMatrix& A, const Ordering& ordering) {
  SimplicialSolver solver(*A.pattern(), ordering);
  if (!solver.factorise_any(A)) return std::nullopt;
  return solver.negative_pivots();
}

}  // namespace lilyan
