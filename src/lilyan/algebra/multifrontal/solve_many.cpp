#include <lilyan/algebra/multifrontal/front_kernels.hpp>
#include <lilyan/algebra/multifrontal/solve.hpp>
#include <lilyan/algebra/threads.hpp>

#include <cblas.h>

#include <algorithm>
#include <cstring>

namespace lilyan {

namespace {

constexpr Index kAtOnce = 32;  // right-hand sides: enough for a product of matrices at good speed, few enough for the cache

blasint number(std::int64_t n) { return static_cast<blasint>(n); }

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
    rows_ = LargeArray(width_ * most);
    std::fill(X_.data(), X_.data() + X_.size(), 0.0);
  }
  double* at(Index position) { return X_.data() + width_ * position; }

  void forward(const Front& front) {
    const double *L11 = factor_.L11(front), *L21 = factor_.L21(front);
    const std::int64_t stride = padded(front.pivots);
    double* X = at(front.first_pivot);
    for (Index begin = 0; begin < front.pivots; begin += kBlock) {
      const Index end = std::min(begin + kBlock, front.pivots);
      if (begin > 0) multiply(CblasTrans, end - begin, begin, X, L11 + begin, stride, 1, X + begin * width_);
      solve_rows(X, width_, width_, L11, stride, begin, end);
    }
    if (front.rows == 0) return;
    multiply(CblasTrans, front.rows, front.pivots, X, L21, padded(front.rows), 0, rows_.data());
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
    if (front.rows > 0) multiply(CblasNoTrans, front.pivots, front.rows, rows_.data(), L21, padded(front.rows), 1, X);
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
      if (begin > 0) multiply(CblasNoTrans, begin, end - begin, X + begin * width_, L11 + begin, stride, 1, X);
      end = begin;
    }
  }

 private:
  static constexpr Index kBlock = 128, kSmallBlock = 32;

  // C <- keep C - A B or, transposed, keep C - A B^T
  void multiply(CBLAS_TRANSPOSE transposed, std::int64_t columns, std::int64_t inner, const double* A, const double* B,
                std::int64_t stride, double keep, double* C) const {
    cblas_dgemm(CblasColMajor, CblasNoTrans, transposed, number(width_), number(columns), number(inner), -1, A, number(width_), B,
                number(stride), keep, C, number(width_));
  }

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
      for (Index k = 0; k < count; ++k) sides.at(position)[k] = B(tree.unknown[position], first + k);
    for (const Front& front : tree.fronts) sides.forward(front);
    for (auto front = tree.fronts.rbegin(); front != tree.fronts.rend(); ++front) sides.backward(*front);
    for (Index position = 0; position < n; ++position)
      for (Index k = 0; k < count; ++k) X(tree.unknown[position], first + k) = sides.at(position)[k];
  });
}

}  // namespace lilyan
