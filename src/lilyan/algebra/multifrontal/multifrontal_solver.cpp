#include <lilyan/algebra/multifrontal/multifrontal_solver.hpp>

#include <lilyan/algebra/multifrontal/solve.hpp>

#include <mutex>
#include <vector>

namespace lilyan {

namespace {

// Memory of solves that have ended, for those that begin.
class WorkPool {
 public:
  SolveWork take() {
    const std::lock_guard lock(mutex_);
    if (idle_.empty()) return {};
    SolveWork work = std::move(idle_.back());
    idle_.pop_back();
    return work;
  }
  void give_back(SolveWork work) {
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(work));
  }

 private:
  std::mutex mutex_;
  std::vector<SolveWork> idle_;
};

class MultifrontalSolver final : public DirectSolver {
 public:
  MultifrontalSolver(const SymmetricPattern& pattern, const Ordering& ordering) : factor_(assembly_tree(pattern, ordering)) {
    prediction_ = {"multifrontal (" + ordering.name + ")", ordering.flops, factor_.predicted_bytes()};
  }

  const FactorPrediction& prediction() const override { return prediction_; }
  bool factorise(const SymmetricMatrix& A) override { return factor_.compute(A.values()); }

  void solve(const Vector& b, Vector& x) override {
    SolveWork work = pool_.take();
    x.resize(b.size());
    lilyan::solve(factor_, b.data(), x.data(), work);
    pool_.give_back(std::move(work));
  }

  void solve_columns(const Eigen::MatrixXd& B, Eigen::MatrixXd& X) override { solve_many(factor_, B, X); }

 private:
  MultifrontalFactor factor_;
  FactorPrediction prediction_;
  WorkPool pool_;
};

}  // namespace

std::unique_ptr<DirectSolver> make_multifrontal_solver(std::shared_ptr<const SymmetricPattern> pattern, const Ordering& ordering) {
  return std::make_unique<MultifrontalSolver>(*pattern, ordering);
}

}  // namespace lilyan
