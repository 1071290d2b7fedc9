#include <lilyan/algebra/multifrontal/solve.hpp>

#include <lilyan/algebra/threads.hpp>

#include <algorithm>

namespace lilyan {

namespace {

// y <- L11^-1 y, then t <- t - L21 y, four columns at a time.
void forward(const Front& front, const double* L11, const double* L21, double* y, double* t) {
  const std::int64_t stride = padded(front.pivots), row_stride = padded(front.rows);
  const Index k = front.pivots, r = front.rows;
  for (Index j = 0; j < k; j += 4) {
    const Index end = std::min(j + 4, k);
    for (Index a = j; a < end; ++a) {
      const double* column = L11 + a * stride;
      y[a] *= column[a];
      for (Index i = a + 1; i < end; ++i) y[i] -= column[i] * y[a];
    }
    if (end == j + 4) {
      const double *c0 = L11 + j * stride, *c1 = c0 + stride, *c2 = c1 + stride, *c3 = c2 + stride;
      const double y0 = y[j], y1 = y[j + 1], y2 = y[j + 2], y3 = y[j + 3];
#pragma GCC ivdep
      for (Index i = end; i < k; ++i) y[i] -= c0[i] * y0 + c1[i] * y1 + c2[i] * y2 + c3[i] * y3;
      const double *d0 = L21 + j * row_stride, *d1 = d0 + row_stride, *d2 = d1 + row_stride, *d3 = d2 + row_stride;
#pragma GCC ivdep
      for (Index i = 0; i < r; ++i) t[i] -= d0[i] * y0 + d1[i] * y1 + d2[i] * y2 + d3[i] * y3;
    } else {
      for (Index a = j; a < end; ++a) {
        const double *column = L21 + a * row_stride, ya = y[a];
#pragma GCC ivdep
        for (Index i = 0; i < r; ++i) t[i] -= column[i] * ya;
      }
    }
  }
}

// The sum of a_i b_i, in lanes.
double dot(const double* a, const double* b, Index n) {
  Lanes sum{};
  Index i = 0;
  for (; i + kLanes <= n; i += kLanes)
    for (int lane = 0; lane < kLanes; ++lane) sum[lane] += a[i + lane] * b[i + lane];
  double total = ((sum[0] + sum[4]) + (sum[1] + sum[5])) + ((sum[2] + sum[6]) + (sum[3] + sum[7]));
  for (; i < n; ++i) total += a[i] * b[i];
  return total;
}

// y <- L11^-T (y - L21^T t)
void backward(const Front& front, const double* L11, const double* L21, double* y, const double* t) {
  const std::int64_t stride = padded(front.pivots), row_stride = padded(front.rows);
  for (Index j = front.pivots; j-- > 0;) {
    const double* column = L11 + j * stride;
    const double known = dot(L21 + j * row_stride, t, front.rows) + dot(column + j + 1, y + j + 1, front.pivots - j - 1);
    y[j] = (y[j] - known) * column[j];
  }
}

class Sweeps {
 public:
  Sweeps(const MultifrontalFactor& factor, SolveWork& work) : factor_(factor), tree_(factor.tree()), y_(work.y), rows_(work.rows) {}

  void forward_front(Index f) {
    const Front& front = tree_.fronts[f];
    double *y = y_.data() + front.first_pivot, *t = rows_.data() + front.first_row;
    std::fill(t, t + front.rows, 0.0);
    for (Index c : tree_.children(front)) {
      const Front& child = tree_.fronts[c];
      const Index* place = tree_.in_parent.data() + child.first_row;
      const double* left = rows_.data() + child.first_row;
      for (Index i = 0; i < child.rows_on_pivots; ++i) y[place[i]] += left[i];
      for (Index i = child.rows_on_pivots; i < child.rows; ++i) t[place[i]] += left[i];
    }
    forward(front, factor_.L11(front), factor_.L21(front), y, t);
  }

  void backward_front(Index f) {
    const Front& front = tree_.fronts[f];
    double* t = rows_.data() + front.first_row;
    for (Index i = 0; i < front.rows; ++i) t[i] = y_[tree_.row[front.first_row + i]];
    backward(front, factor_.L11(front), factor_.L21(front), y_.data() + front.first_pivot, t);
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
  for (std::size_t k = 0; k < n; ++k) work.y[k] = b[tree.unknown[k]];

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
  for (std::size_t k = 0; k < n; ++k) x[tree.unknown[k]] = work.y[k];
}

}  // namespace lilyan
