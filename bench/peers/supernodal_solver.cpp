#include "supernodal_solver.hpp"

#include <cblas.h>
#include <cholmod.h>
#include <omp.h>

#include <algorithm>
#include <new>

namespace lilyan::bench {
namespace {

// CHOLMOD opens OpenMP threads and OpenBLAS its own, whatever the core count. CHOLMOD asks for its number of threads in every
// region, which only a limit on active regions overrules.
void use_one_thread() {
  openblas_set_num_threads(1);
  omp_set_num_threads(1);
  omp_set_max_active_levels(0);
}

class SupernodalSolver final : public DirectSolver {
 public:
  SupernodalSolver(const SymmetricPattern& pattern, const Ordering& ordering) {
    use_one_thread();
    cholmod_l_start(&common_);
    common_.supernodal = CHOLMOD_SUPERNODAL;
    common_.nmethods = 1;
    common_.method[0].ordering = CHOLMOD_GIVEN;
    common_.postorder = true;
    common_.quick_return_if_not_posdef = true;
    common_.print = 0;
    common_.error_handler = nullptr;

    column_begin_.assign(pattern.column_begin.begin(), pattern.column_begin.end());
    row_.assign(pattern.row.begin(), pattern.row.end());
    matrix_.nrow = matrix_.ncol = static_cast<std::size_t>(pattern.size);
    matrix_.nzmax = row_.size();
    matrix_.p = column_begin_.data();
    matrix_.i = row_.data();
    matrix_.stype = -1;  // lower triangle
    matrix_.itype = CHOLMOD_LONG;
    matrix_.xtype = CHOLMOD_PATTERN;
    matrix_.dtype = CHOLMOD_DOUBLE;
    matrix_.sorted = true;
    matrix_.packed = true;

    std::vector<SuiteSparse_long> permutation(ordering.permutation.begin(), ordering.permutation.end());
    factor_ = cholmod_l_analyze_p(&matrix_, permutation.data(), nullptr, 0, &common_);
    if (factor_ == nullptr) {
      cholmod_l_finish(&common_);
      throw std::bad_alloc();
    }
    const double indices =
        static_cast<double>(factor_->ssize) + 4.0 * static_cast<double>(factor_->nsuper) + static_cast<double>(factor_->n);
    prediction_ = {"supernodal (" + ordering.name + ")", ordering.flops,
                   8 * (static_cast<double>(factor_->xsize) + static_cast<double>(factor_->maxcsize) + indices)};
  }

  ~SupernodalSolver() override {
    cholmod_l_free_dense(&solution_, &common_);
    cholmod_l_free_dense(&solve_work_, &common_);
    cholmod_l_free_dense(&solve_edge_work_, &common_);
    cholmod_l_free_factor(&factor_, &common_);
    cholmod_l_finish(&common_);
  }
  SupernodalSolver(const SupernodalSolver&) = delete;
  SupernodalSolver& operator=(const SupernodalSolver&) = delete;

  const FactorPrediction& prediction() const override { return prediction_; }

  bool factorise(const SymmetricMatrix& A) override {
    if (!A.all_finite()) return false;
    use_one_thread();
    matrix_.x = const_cast<double*>(A.values().data());  // CHOLMOD only reads it
    matrix_.xtype = CHOLMOD_REAL;
    cholmod_l_factorize(&matrix_, factor_, &common_);
    matrix_.x = nullptr;
    matrix_.xtype = CHOLMOD_PATTERN;
    if (common_.status == CHOLMOD_OUT_OF_MEMORY) throw std::bad_alloc();
    return common_.status == CHOLMOD_OK && factor_->minor == factor_->n;
  }

  void solve(const Vector& b, Vector& x) override {
    x.resize(b.size());
    solve_some(b.data(), b.size(), 1, x.data());
  }

  void solve_columns(const Eigen::MatrixXd& B, Eigen::MatrixXd& X) override {
    constexpr Eigen::Index kAtOnce = 64;  // enough for a matrix product at full speed, few enough for the cache
    X.resize(B.rows(), B.cols());
    for (Eigen::Index first = 0; first < B.cols(); first += kAtOnce)
      solve_some(B.col(first).data(), B.rows(), std::min(kAtOnce, B.cols() - first), X.col(first).data());
  }

 private:
  void solve_some(const double* b, Eigen::Index rows, Eigen::Index columns, double* x) {
    use_one_thread();
    cholmod_dense rhs{};
    rhs.nrow = rhs.d = static_cast<std::size_t>(rows);
    rhs.ncol = static_cast<std::size_t>(columns);
    rhs.nzmax = rhs.nrow * rhs.ncol;
    rhs.x = const_cast<double*>(b);  // CHOLMOD only reads it
    rhs.xtype = CHOLMOD_REAL;
    rhs.dtype = CHOLMOD_DOUBLE;
    if (!cholmod_l_solve2(CHOLMOD_A, factor_, &rhs, nullptr, &solution_, nullptr, &solve_work_, &solve_edge_work_, &common_))
      throw std::bad_alloc();
    std::copy_n(static_cast<const double*>(solution_->x), rows * columns, x);
  }

  cholmod_common common_{};
  cholmod_sparse matrix_{};
  cholmod_factor* factor_ = nullptr;
  cholmod_dense *solution_ = nullptr, *solve_work_ = nullptr, *solve_edge_work_ = nullptr;
  std::vector<SuiteSparse_long> column_begin_, row_;
  FactorPrediction prediction_;
};

}  // namespace

std::unique_ptr<DirectSolver> make_supernodal_solver(std::shared_ptr<const SymmetricPattern> pattern, const Ordering& ordering) {
  return std::make_unique<SupernodalSolver>(*pattern, ordering);
}

}  // namespace lilyan::bench
