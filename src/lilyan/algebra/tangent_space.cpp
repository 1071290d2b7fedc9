#include <lilyan/algebra/tangent_space.hpp>

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCholesky>
#include <Eigen/SparseQR>

#include <algorithm>
#include <cmath>
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

}  // namespace lilyan
