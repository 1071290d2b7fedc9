#include <lilyan/algebra/direct_solver.hpp>

#include <lilyan/algebra/multifrontal/factor.hpp>
#include <lilyan/algebra/multifrontal/kernels/kernels.hpp>
#include <lilyan/algebra/threads.hpp>

#include <Eigen/Core>

#include <algorithm>
#include <mutex>
#include <vector>

namespace lilyan {
namespace {

// Solves with a multifrontal factor: L y = b from the leaves to the roots, L^T x = y back.
//
// What the elimination of a front's pivots takes from its rows is passed from child to parent, as the updates of the factorisation
// are. So the order of all sums depends on the tree alone.

// Numbers that one solve writes besides its result.
struct SolveWork {
  std::vector<double> y;     // by position
  std::vector<double> rows;  // what every front leaves to its rows
};

class Sweeps {
 public:
  Sweeps(const MultifrontalFactor& factor, SolveWork& work) : factor_(factor), tree_(factor.tree()), y_(work.y), rows_(work.rows) {}

  void forward_front(Index f) {
    const Front& front = tree_.fronts[f];
    double *y = y_.data() + front.first_pivot, *t = rows_.data() + front.first_row;
    std::fill(t, t + padded(front.rows), 0.0);
    for (Index c : tree_.children(front)) {
      const Front& child = tree_.fronts[c];
      const Index* place = tree_.in_parent.data() + child.first_row;
      const double* left = rows_.data() + child.first_row;
      for (Index i = 0; i < child.rows_on_pivots; ++i) y[place[i]] += left[i];
      for (Index i = child.rows_on_pivots; i < child.rows; ++i) t[place[i]] += left[i];
    }
    kernels().sweep_forward(front.pivots, front.rows, factor_.L11(front), factor_.L21(front), y, t);
  }

  void backward_front(Index f) {
    const Front& front = tree_.fronts[f];
    double* t = rows_.data() + front.first_row;
    for (Index i = 0; i < front.rows; ++i) t[i] = y_[tree_.row[front.first_row + i]];
    kernels().sweep_backward(front.pivots, front.rows, factor_.L11(front), factor_.L21(front), y_.data() + front.first_pivot, t);
  }

 private:
  const MultifrontalFactor& factor_;
  const AssemblyTree& tree_;
  std::vector<double>&y_, &rows_;
};

void solve_one(const MultifrontalFactor& factor, const double* b, double* x, SolveWork& work) {
  const AssemblyTree& tree = factor.tree();
  const UpdateMemory& plan = factor.plan();
  const std::size_t n = tree.unknown.size();
  work.y.resize(n);
  work.rows.resize(tree.row.size());
  for (std::size_t k = 0; k < n; ++k) work.y[k] = tree.unknown[k] < 0 ? 0 : b[tree.unknown[k]];

  Sweeps sweeps(factor, work);
  const auto bundles = static_cast<Index>(plan.subtrees.size());
  parallel_for(bundles, [&](Index k) {
    for (Index root : plan.subtrees[k])
      for (Index f = tree.fronts[root].first_front; f <= root; ++f) sweeps.forward_front(f);
  });
  for (Index f : plan.top) sweeps.forward_front(f);
  for (auto f = plan.top.rbegin(); f != plan.top.rend(); ++f) sweeps.backward_front(*f);
  parallel_for(bundles, [&](Index k) {
    for (Index root : plan.subtrees[k])
      for (Index f = root; f >= tree.fronts[root].first_front; --f) sweeps.backward_front(f);
  });
  for (std::size_t k = 0; k < n; ++k)
    if (tree.unknown[k] >= 0) x[tree.unknown[k]] = work.y[k];
}

constexpr Index kAtOnce = 48;  // right-hand sides: enough for a product of matrices at good speed, few enough for the cache

// Right-hand sides side by side: the numbers of one unknown follow each other. With them as rows, L y = b reads X <- X L^-T.
class Sides {
 public:
  Sides(const MultifrontalFactor& factor, Index columns)
      : factor_(factor),
        tree_(factor.tree()),
        width_(padded(columns)),
        X_(width_ * static_cast<std::int64_t>(tree_.unknown.size())) {
    Index most = 0;
    for (const Front& front : tree_.fronts) most = std::max(most, front.rows);
    rows_ = LargeArray(width_ * padded(most));
    std::fill(X_.data(), X_.data() + X_.size(), 0.0);
  }
  double* at(Index position) { return X_.data() + width_ * position; }

  void forward(const Front& front) {
    const double *L11 = factor_.L11(front), *L21 = factor_.L21(front);
    const std::int64_t stride = padded(front.pivots);
    double* X = at(front.first_pivot);
    for (Index begin = 0; begin < front.pivots; begin += kBlock) {
      const Index end = std::min(begin + kBlock, front.pivots);
      if (begin > 0)
        kernels().subtract_transposed_product(X + begin * width_, width_, X, width_, width_, L11 + begin, stride, end - begin,
                                              begin);
      kernels().solve_rows(X, width_, width_, L11, stride, begin, end);
    }
    if (front.rows == 0) return;
    std::fill_n(rows_.data(), width_ * padded(front.rows), 0.0);
    kernels().subtract_transposed_product(rows_.data(), width_, X, width_, width_, L21, padded(front.rows), padded(front.rows),
                                          front.pivots);
    for (Index i = 0; i < front.rows; ++i) {
      double *to = at(tree_.row[front.first_row + i]), *from = rows_.data() + i * width_;
      for (std::int64_t k = 0; k < width_; ++k) to[k] += from[k];
    }
  }

  void backward(const Front& front) {
    const double *L11 = factor_.L11(front), *L21 = factor_.L21(front);
    const std::int64_t stride = padded(front.pivots);
    double* X = at(front.first_pivot);
    for (Index i = 0; i < front.rows; ++i) std::copy_n(at(tree_.row[front.first_row + i]), width_, rows_.data() + i * width_);
    kernels().subtract_product(X, width_, rows_.data(), width_, width_, L21, padded(front.rows), front.pivots, front.rows);
    for (Index end = front.pivots; end > 0;) {
      const Index begin = (end - 1) / kSmallBlock * kSmallBlock;
      for (Index j = end; j-- > begin;) {
        const double* column = L11 + j * stride;
        double* to = X + j * width_;
        for (Index i = j + 1; i < end; ++i) {
          const double* from = X + i * width_;
          for (std::int64_t k = 0; k < width_; ++k) to[k] -= column[i] * from[k];
        }
        for (std::int64_t k = 0; k < width_; ++k) to[k] *= column[j];
      }
      kernels().subtract_product(X, width_, X + begin * width_, width_, width_, L11 + begin, stride, begin, end - begin);
      end = begin;
    }
  }

 private:
  static constexpr Index kBlock = 128, kSmallBlock = 32;

  const MultifrontalFactor& factor_;
  const AssemblyTree& tree_;
  std::int64_t width_;
  LargeArray X_, rows_;
};

// All columns of B at once; parts of them on different threads.
void solve_many(const MultifrontalFactor& factor, const Eigen::MatrixXd& B, Eigen::MatrixXd& X) {
  const AssemblyTree& tree = factor.tree();
  const auto n = static_cast<Index>(tree.unknown.size()), columns = static_cast<Index>(B.cols());
  X.resize(B.rows(), B.cols());
  if (n == 0) return;
  parallel_for((columns + kAtOnce - 1) / kAtOnce, [&](Index chunk) {
    const Index first = chunk * kAtOnce, count = std::min(kAtOnce, columns - first);
    Sides sides(factor, count);
    for (Index position = 0; position < n; ++position)
      for (Index k = 0; k < count && tree.unknown[position] >= 0; ++k) sides.at(position)[k] = B(tree.unknown[position], first + k);
    for (const Front& front : tree.fronts) sides.forward(front);
    for (auto front = tree.fronts.rbegin(); front != tree.fronts.rend(); ++front) sides.backward(*front);
    for (Index position = 0; position < n; ++position)
      for (Index k = 0; k < count && tree.unknown[position] >= 0; ++k) X(tree.unknown[position], first + k) = sides.at(position)[k];
  });
}

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
    solve_one(factor_, b.data(), x.data(), work);
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
