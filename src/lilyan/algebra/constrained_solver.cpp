#include <lilyan/algebra/constrained_solver.hpp>

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCholesky>
#include <Eigen/SparseQR>

#include <algorithm>
#include <utility>

namespace lilyan {
namespace {

using Columns = Eigen::SparseMatrix<double>;

// A row of length 1 that lies nearer than this to the span of others follows from them.
constexpr double kDependent = 1e-9;

// The columns of A of which all others are combinations, ascending.
std::vector<Index> independent_columns(Columns A) {
  A.makeCompressed();
  Eigen::SparseQR<Columns, Eigen::COLAMDOrdering<int>> qr;
  qr.setPivotThreshold(kDependent);
  qr.compute(A);
  const auto& order = qr.colsPermutation().indices();
  std::vector<Index> kept(order.data(), order.data() + qr.rank());
  std::sort(kept.begin(), kept.end());
  return kept;
}

// Unknowns that a row may join in the matrix: those of some eight vertices.
constexpr Index kFewUnknowns = 24;

}  // namespace

struct TangentSpace::Factor : Eigen::SimplicialLDLT<Columns> {
  using SimplicialLDLT::SimplicialLDLT;
};

TangentSpace::TangentSpace(const Entries& G, Index rows, const Vector& mass) : root_(mass.cwiseSqrt()), all_rows_(rows) {
  std::vector<Eigen::Triplet<double>> triplets;
  for (const Entry& entry : G) triplets.emplace_back(entry.row, entry.column, entry.value / root_[entry.column]);
  Rows all(rows, mass.size());
  all.setFromTriplets(triplets.begin(), triplets.end());  // sums entries of the same place

  std::vector<Index> moving;  // rows that hold something; the others concern held components alone
  Vector scale = Vector::Zero(rows);
  for (Index k = 0; k < rows; ++k) {
    const double length = all.row(k).norm();
    if (!(length > 0)) continue;
    moving.push_back(k);
    scale[k] = 1 / length;
  }
  all = scale.asDiagonal() * all;

  // Only the components that some row touches take part in the search for dependent rows.
  std::vector<int> touched(static_cast<std::size_t>(mass.size()), -1);
  int touched_count = 0;
  triplets.clear();
  for (std::size_t k = 0; k < moving.size(); ++k)
    for (Rows::InnerIterator e(all, moving[k]); e; ++e) {
      int& place = touched[static_cast<std::size_t>(e.col())];
      if (place < 0) place = touched_count++;
      triplets.emplace_back(place, static_cast<int>(k), e.value());
    }
  Columns transposed(touched_count, static_cast<Eigen::Index>(moving.size()));
  transposed.setFromTriplets(triplets.begin(), triplets.end());
  if (moving.empty()) return;
  for (Index k : independent_columns(std::move(transposed))) kept_.push_back(moving[k]);

  B_.resize(static_cast<Eigen::Index>(kept_.size()), mass.size());
  scale_.resize(static_cast<Eigen::Index>(kept_.size()));
  triplets.clear();
  for (std::size_t k = 0; k < kept_.size(); ++k) {
    scale_[static_cast<Eigen::Index>(k)] = scale[kept_[k]];
    for (Rows::InnerIterator e(all, kept_[k]); e; ++e) triplets.emplace_back(static_cast<int>(k), e.col(), e.value());
  }
  B_.setFromTriplets(triplets.begin(), triplets.end());
  const Columns gram = B_ * Rows(B_.transpose());
  gram_ = std::make_shared<const Factor>(gram);
}

Vector TangentSpace::solve_gram(const Vector& b) const { return gram_->solve(b); }

void TangentSpace::project(Vector& w) const {
  if (rows() == 0) return;
  // The second pass takes away what rounding left in the first.
  for (int pass = 0; pass < 2; ++pass) w -= B_.transpose() * solve_gram(B_ * w);
}

Vector TangentSpace::multipliers(const Vector& gradient) const {
  Vector lambda = Vector::Zero(all_rows_);
  if (rows() == 0) return lambda;
  const Vector scaled = -solve_gram(B_ * gradient.cwiseQuotient(root_));
  for (std::size_t k = 0; k < kept_.size(); ++k)
    lambda[kept_[k]] = scale_[static_cast<Eigen::Index>(k)] * scaled[static_cast<Eigen::Index>(k)];
  return lambda;
}

SymmetricMatrix with_entries(const SymmetricMatrix& A, const Entries& more) {
  const SymmetricPattern& old = *A.pattern();
  Entries lower;
  for (const Entry& entry : more)
    if (entry.row >= entry.column) lower.push_back(entry);
  std::stable_sort(lower.begin(), lower.end(),
                   [](const Entry& a, const Entry& b) { return std::pair(a.column, a.row) < std::pair(b.column, b.row); });

  auto pattern = std::make_shared<SymmetricPattern>();
  pattern->size = old.size;
  pattern->group = old.group;
  pattern->column_begin.push_back(0);
  std::vector<double> values;
  auto next = lower.begin();
  for (Index j = 0; j < old.size; ++j) {
    std::int64_t k = old.column_begin[j];
    const std::int64_t end = old.column_begin[j + 1];
    while (k < end || (next != lower.end() && next->column == j)) {
      const bool from_more = next != lower.end() && next->column == j;
      const Index row = std::min(k < end ? old.row[k] : old.size, from_more ? next->row : old.size);
      double value = 0;
      if (k < end && old.row[k] == row) value = A.values()[k++];
      for (; next != lower.end() && next->column == j && next->row == row; ++next) value += next->value;
      pattern->row.push_back(row);
      values.push_back(value);
    }
    pattern->column_begin.push_back(static_cast<std::int64_t>(pattern->row.size()));
  }
  SymmetricMatrix sum(pattern);
  sum.values() = std::move(values);
  return sum;
}

SymmetricMatrix with_penalty(const SymmetricMatrix& A, const Vector& mass, const TangentSpace& tangent, double strength) {
  const TangentSpace::Rows& B = tangent.B();
  const Vector root = mass.cwiseSqrt();
  double stiffest = 0;
  for (Index i = 0; i < A.size(); ++i) stiffest = std::max(stiffest, A.diagonal(i) / mass[i]);
  Entries penalty;
  for (Index k = 0; k < tangent.rows(); ++k) {
    if (B.row(k).nonZeros() > kFewUnknowns) continue;
    double gamma = 0;
    for (TangentSpace::Rows::InnerIterator a(B, k); a; ++a)
      gamma = std::max(gamma, A.diagonal(static_cast<Index>(a.col())) / mass[a.col()]);
    if (!(gamma > 0)) gamma = stiffest > 0 ? stiffest : 1;
    for (TangentSpace::Rows::InnerIterator a(B, k); a; ++a)
      for (TangentSpace::Rows::InnerIterator b(B, k); b; ++b)
        penalty.push_back({static_cast<Index>(a.col()), static_cast<Index>(b.col()),
                           strength * gamma * a.value() * root[a.col()] * b.value() * root[b.col()]});
  }
  return with_entries(A, penalty);
}

ConstrainedSolver::ConstrainedSolver(const Vector& mass, const TangentSpace& tangent) : mass_(mass), tangent_(tangent) {
  if (tangent.rows() > 0) G_ = tangent.B() * mass.cwiseSqrt().asDiagonal();
}

bool ConstrainedSolver::factorise(const SymmetricMatrix& A) {
  if (tangent_.rows() == 0) {
    if (pattern_ != A.pattern()) solver_ = make_direct_solver(pattern_ = A.pattern());
    return solver_->factorise(A);
  }
  const SymmetricMatrix penalised = with_penalty(A, mass_, tangent_, 1);
  solver_ = make_direct_solver(pattern_ = penalised.pattern());
  if (!solver_->factorise(penalised)) return false;
  Eigen::MatrixXd S(G_.rows(), G_.rows());
  Vector z;
  for (Eigen::Index k = 0; k < G_.rows(); ++k) {
    solver_->solve(Vector(G_.row(k).transpose()), z);
    S.col(k) = G_ * z;
  }
  schur_ = DenseCholesky(0.5 * (S + S.transpose()));
  return schur_.succeeded();
}

void ConstrainedSolver::solve(const Vector& b, Vector& u) {
  solver_->solve(b, u);
  if (tangent_.rows() == 0) return;
  solver_->solve(G_.transpose() * schur_.solve(G_ * u), correction_);
  u -= correction_;
}

}  // namespace lilyan
