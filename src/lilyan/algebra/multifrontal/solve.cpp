#include <lilyan/algebra/multifrontal/solve.hpp>

#include <lilyan/algebra/multifrontal/kernels/kernels.hpp>
#include <lilyan/algebra/threads.hpp>

#include <algorithm>

namespace lilyan {

namespace {

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

}  // namespace

void solve(const MultifrontalFactor& factor, const double* b, double* x, SolveWork& work) {
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

}  // namespace lilyan
