#include <lilyan/algebra/schur_factor.hpp>

#include <Eigen/LU>

namespace lilyan {

namespace {

// Below this reciprocal condition number of the complement, whose entries carry the rounding of solves with A, a pivot may be
// rounding alone.
constexpr double kLeastCondition = 1e-12;

}  // namespace

// The Schur complement with rows and columns scaled to entries of at most 1: R S K = P^-1 L U.
struct SchurFactor::Complement {
  Index rows = 0;
  Entries C;
  Eigen::MatrixXd X;  // A^-1 B
  Vector R, K;
  Eigen::PartialPivLU<Eigen::MatrixXd> lu;
};

SchurFactor::SchurFactor(std::shared_ptr<const SymmetricPattern> pattern)
    : size_(pattern->size), direct_(make_direct_solver(std::move(pattern))), complement_(std::make_unique<Complement>()) {}
SchurFactor::~SchurFactor() = default;

bool SchurFactor::factorise(const SymmetricMatrix& A) {
  complement_->rows = 0;
  return direct_->factorise(A);
}

bool SchurFactor::set_border(const Border& border) {
  Complement& part = *complement_;
  const Index m = part.rows = border.rows;
  if (m == 0) return true;
  part.C = border.C;
  Eigen::MatrixXd S = Eigen::MatrixXd::Zero(size_, m);
  for (const Entry& entry : border.B) S(entry.row, entry.column) += entry.value;
  direct_->solve_columns(S, part.X);

  S = border.D.size() > 0 ? border.D : Eigen::MatrixXd::Zero(m, m).eval();
  // Column by column, since X is stored so.
  for (Index k = 0; k < m; ++k)
    for (const Entry& entry : border.C) S(entry.row, k) -= entry.value * part.X(entry.column, k);
  if (!S.allFinite()) return false;
  part.R = S.cwiseAbs().rowwise().maxCoeff();
  if (part.R.minCoeff() == 0) return false;
  part.R = part.R.cwiseInverse();
  S = part.R.asDiagonal() * S;
  part.K = S.cwiseAbs().colwise().maxCoeff();
  if (part.K.minCoeff() == 0) return false;
  part.K = part.K.cwiseInverse();
  S = S * part.K.asDiagonal();
  part.lu.compute(S);
  return part.lu.rcond() > kLeastCondition;
}

void SchurFactor::solve(const Vector& b, Vector& x) {
  Complement& part = *complement_;
  const Index m = part.rows;
  if (m == 0) {
    direct_->solve(b, x);
    return;
  }
  const Index n = static_cast<Index>(b.size()) - m;
  Vector x_main, y = b.tail(m);
  direct_->solve(b.head(n), x_main);
  for (const Entry& entry : part.C) y[entry.row] -= entry.value * x_main[entry.column];
  y = part.lu.solve(part.R.cwiseProduct(y)).eval().cwiseProduct(part.K);
  x.resize(n + m);
  x.tail(m) = y;
  x.head(n) = x_main;
  x.head(n).noalias() -= part.X * y;
}

}  // namespace lilyan
