#include <lilyan/algebra/lanczos.hpp>

#include <Spectra/SymEigsSolver.h>

namespace lilyan {

namespace {

// The operator in the form that Spectra calls.
class Operator {
 public:
  using Scalar = double;
  Operator(const std::function<void(const Vector&, Vector&)>& apply, Eigen::Index size) : apply_(apply), size_(size) {}

  Eigen::Index rows() const { return size_; }
  Eigen::Index cols() const { return size_; }
  void perform_op(const double* x, double* y) const {
    x_ = Eigen::Map<const Vector>(x, size_);
    apply_(x_, y_);
    Eigen::Map<Vector>(y, size_) = y_;
  }

 private:
  const std::function<void(const Vector&, Vector&)>& apply_;
  Eigen::Index size_;
  mutable Vector x_, y_;
};

}  // namespace

LanczosPairs largest_eigenpairs(const std::function<void(const Vector& x, Vector& y)>& apply, const Vector& start, Index count,
                                const LanczosSettings& settings) {
  Operator op(apply, start.size());
  // As many vectors again as are wanted, and some: fewer converge slowly, more cost orthogonalisation.
  const Eigen::Index krylov = std::min<Eigen::Index>(start.size(), 2 * Eigen::Index{count} + 20);
  Spectra::SymEigsSolver<Operator> solver(op, count, krylov);
  solver.init(start.data());
  solver.compute(Spectra::SortRule::LargestAlge, settings.most_restarts, settings.tolerance, Spectra::SortRule::LargestAlge);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

}  // namespace lilyan
