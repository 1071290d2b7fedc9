#include <lilyan/algebra/multifrontal/kernels/kernels.hpp>
#include <lilyan/algebra/multifrontal/solve.hpp>
#include <lilyan/algebra/threads.hpp>

#include <algorithm>

namespace lilyan {

namespace {

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

}  // namespace

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

}  // namespace lilyan
