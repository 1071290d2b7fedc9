#include <lilyan/dynamics/constraint_check.hpp>

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <Eigen/SparseQR>

#include <algorithm>
#include <cmath>

namespace lilyan {

namespace {

using Sparse = Eigen::SparseMatrix<double, Eigen::ColMajor, Index>;

// Rows that depend on others to this share of their length depend on them for good.
constexpr double kDependent = 1e-10;
// Positions fulfil a constraint that they miss by no more than this share of the system's size: data is written with some digits.
constexpr double kFulfilled = 1e-8;

// dg/dx of the free components in the metric M^-1, a column of length 1 for each equation; zero where nothing can move.
struct Columns {
  Sparse matrix;
  Vector length;  // before they were scaled
  Vector plain;   // |dg/dx|, without the masses
};

Columns scaled_columns(const System& system, const Vector& x, double t) {
  const Index m = system.constraints().rows();
  std::vector<Eigen::Triplet<double, Index>> triplets;
  for (const Entry& entry : system.constraints().gradient(x, t))
    if (const double mass = system.mass()[entry.column]; mass > 0)
      triplets.emplace_back(entry.column, entry.row, entry.value / std::sqrt(mass));
  Columns columns{Sparse(x.size(), m), Vector::Zero(m), Vector::Zero(m)};
  columns.matrix.setFromTriplets(triplets.begin(), triplets.end());
  for (Index k = 0; k < m; ++k) {
    double square = 0, plain = 0;
    for (Sparse::InnerIterator it(columns.matrix, k); it; ++it) {
      square += it.value() * it.value();
      plain += it.value() * it.value() * system.mass()[it.row()];
    }
    columns.length[k] = std::sqrt(square);
    columns.plain[k] = std::sqrt(plain);
    if (square > 0) columns.matrix.col(k) /= columns.length[k];
  }
  return columns;
}

}  // namespace

std::vector<ConstraintFault> find_faults(const System& system, const Vector& x, double t) {
  std::vector<ConstraintFault> faults;
  const Index m = system.constraints().rows();
  if (m == 0) return faults;
  const double near = kFulfilled * std::max(x.cwiseAbs().maxCoeff(), 1e-300);
  const Columns columns = scaled_columns(system, x, t);
  const Vector g = system.constraints().value(x, t);
  const double longest = columns.length.maxCoeff();
  for (Index k = 0; k < m; ++k)
    if (columns.length[k] <= kDependent * longest) faults.push_back({ConstraintFault::Kind::idle, k, {}, 0});
  if (!faults.empty()) return faults;

  Eigen::SparseQR<Sparse, Eigen::COLAMDOrdering<Index>> qr;
  qr.setPivotThreshold(kDependent);
  qr.compute(columns.matrix);
  const Index rank = static_cast<Index>(qr.rank());
  const auto& order = qr.colsPermutation().indices();  // equation order[k] became column k
  std::vector<bool> depends(static_cast<std::size_t>(m), false);
  if (rank < m) {
    // A dependent column is R_11^-1 r_12 of the independent ones.
    const Eigen::MatrixXd R = Eigen::MatrixXd(qr.matrixR().topRows(rank));
    const Eigen::MatrixXd shares = R.leftCols(rank).triangularView<Eigen::Upper>().solve(R.rightCols(m - rank));
    for (Index j = 0; j < m - rank; ++j) {
      const Index row = static_cast<Index>(order[rank + j]);
      depends[static_cast<std::size_t>(row)] = true;
      ConstraintFault fault{ConstraintFault::Kind::redundant, row, {}, 0};
      double implied = 0;
      for (Index i = 0; i < rank; ++i) {
        if (std::abs(shares(i, j)) <= 1e-8) continue;
        fault.others.push_back(static_cast<Index>(order[i]));
        implied += shares(i, j) * g[order[i]] / columns.length[order[i]];
      }
      std::sort(fault.others.begin(), fault.others.end());
      fault.distance = (g[row] - implied * columns.length[row]) / columns.plain[row];
      if (std::abs(fault.distance) > near) fault.kind = ConstraintFault::Kind::contradictory;
      faults.push_back(std::move(fault));
    }
  }
  for (Index k = 0; k < m; ++k) {
    const double distance = g[k] / columns.plain[k];
    if (!depends[static_cast<std::size_t>(k)] && std::abs(distance) > near)
      faults.push_back({ConstraintFault::Kind::missed, k, {}, distance});
  }
  return faults;
}

}  // namespace lilyan
