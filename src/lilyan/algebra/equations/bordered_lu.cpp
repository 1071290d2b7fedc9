#include <lilyan/algebra/equations/bordered.hpp>

#include <lilyan/algebra/ordering.hpp>

#include <Eigen/SparseCore>
#include <Eigen/SparseLU>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace lilyan {

namespace {

using Sparse = Eigen::SparseMatrix<double, Eigen::ColMajor, Index>;

// A diagonal entry is taken as the pivot unless the column has one this many times larger: other pivots cost fill.
constexpr double kDiagonalPivot = 0.1;

// Of the scaled matrix. A matrix that is singular but for rounding is seen at some 1e-16.
constexpr double kLeastCondition = 1e-14;

struct Place {
  Index row, column;
};

// Where the numbers of A and its border stand in J, in the order in which `collect_values` gives them.
std::vector<Place> places_of(const SymmetricPattern& pattern, const Border& border) {
  std::vector<Place> places;
  const Index n = pattern.size;
  for (Index j = 0; j < n; ++j)
    for (std::int64_t k = pattern.column_begin[j]; k < pattern.column_begin[j + 1]; ++k) {
      places.push_back({pattern.row[k], j});
      if (pattern.row[k] != j) places.push_back({j, pattern.row[k]});
    }
  for (const Entry& entry : border.more) places.push_back({entry.row, entry.column});
  for (const Entry& entry : border.B) places.push_back({entry.row, n + entry.column});
  for (const Entry& entry : border.C) places.push_back({n + entry.row, entry.column});
  for (Index k = 0; k < border.D.cols(); ++k)
    for (Index i = 0; i < border.D.rows(); ++i) places.push_back({n + i, n + k});
  return places;
}

void collect_values(const GeneralMatrix& A, const Border& border, std::vector<double>& values) {
  const SymmetricPattern& pattern = *A.pattern();
  values.clear();
  for (Index j = 0; j < pattern.size; ++j)
    for (std::int64_t k = pattern.column_begin[j]; k < pattern.column_begin[j + 1]; ++k) {
      values.push_back(A.lower()[k]);
      if (pattern.row[k] != j) values.push_back(A.upper()[k]);
    }
  for (const Entry& entry : border.more) values.push_back(entry.value);
  for (const Entry& entry : border.B) values.push_back(entry.value);
  for (const Entry& entry : border.C) values.push_back(entry.value);
  values.insert(values.end(), border.D.data(), border.D.data() + border.D.size());
}

// The structure of J + J^T, a border row being a group of its own.
SymmetricPattern symmetric_structure(const SymmetricPattern& inner, Index rows, const std::vector<Place>& places) {
  SymmetricPattern whole;
  whole.size = inner.size + rows;
  whole.group = inner.group;
  for (Index k = 0; k < rows; ++k) whole.group.push_back(whole.group.empty() ? 0 : whole.group.back() + 1);
  std::vector<std::vector<Index>> below(static_cast<std::size_t>(whole.size));
  for (Index j = 0; j < whole.size; ++j) below[j].push_back(j);
  for (const Place& place : places) below[std::min(place.row, place.column)].push_back(std::max(place.row, place.column));
  whole.column_begin.push_back(0);
  for (std::vector<Index>& column : below) {
    std::sort(column.begin(), column.end());
    column.erase(std::unique(column.begin(), column.end()), column.end());
    whole.row.insert(whole.row.end(), column.begin(), column.end());
    whole.column_begin.push_back(whole.entries());
  }
  return whole;
}

}  // namespace

struct BorderedLu::Content {
  std::shared_ptr<const SymmetricPattern> pattern;
  Border structure;  // that was analysed; its values mean nothing
  bool is_analysed = false;
  std::vector<Index> permutation;    // the row of J that stands at each row of `matrix`; columns likewise
  std::vector<std::int64_t> target;  // in the matrix's values, for every number of A and its border
  Sparse matrix;                     // permuted and scaled
  Vector R, K;                       // scales of rows and columns, permuted
  Eigen::SparseLU<Sparse, Eigen::NaturalOrdering<Index>> lu;
  std::vector<double> values;
  Vector work;

  void analyse(const Border& border);
  bool scale();
  double reciprocal_condition();
};

BorderedLu::BorderedLu(std::shared_ptr<const SymmetricPattern> pattern) : content_(std::make_unique<Content>()) {
  content_->pattern = std::move(pattern);
  content_->lu.setPivotThreshold(kDiagonalPivot);
}
BorderedLu::~BorderedLu() = default;

void BorderedLu::Content::analyse(const Border& border) {
  const std::vector<Place> places = places_of(*pattern, border);
  const Index size = pattern->size + border.rows;
  permutation = fill_reducing_ordering(symmetric_structure(*pattern, border.rows, places)).permutation;
  std::vector<Index> position(static_cast<std::size_t>(size));
  for (Index k = 0; k < size; ++k) position[permutation[k]] = k;

  // Sorted by place, so that numbers of the same place stand together.
  std::vector<std::int64_t> order(places.size());
  std::iota(order.begin(), order.end(), std::int64_t{0});
  auto key = [&](std::int64_t k) { return static_cast<std::int64_t>(position[places[k].column]) * size + position[places[k].row]; };
  std::sort(order.begin(), order.end(), [&](std::int64_t a, std::int64_t b) { return key(a) < key(b); });
  target.resize(places.size());
  std::vector<Eigen::Triplet<double, Index>> entries;
  for (std::size_t k = 0; k < order.size(); ++k) {
    if (k == 0 || key(order[k]) != key(order[k - 1]))
      entries.emplace_back(position[places[order[k]].row], position[places[order[k]].column], 1.0);
    target[order[k]] = static_cast<std::int64_t>(entries.size()) - 1;
  }
  matrix.resize(size, size);
  matrix.setFromTriplets(entries.begin(), entries.end());
  lu.analyzePattern(matrix);
  structure = border;
  is_analysed = true;
}

// Divides the rows and then the columns by their largest entries; false where one has none.
bool BorderedLu::Content::scale() {
  auto for_each = [&](auto&& body) {
    for (Index j = 0; j < matrix.cols(); ++j)
      for (Sparse::InnerIterator entry(matrix, j); entry; ++entry) body(entry.row(), j, entry.valueRef());
  };
  R = K = Vector::Zero(matrix.rows());
  for_each([&](Eigen::Index i, Eigen::Index, double value) { R[i] = std::max(R[i], std::abs(value)); });
  if (!(R.minCoeff() > 0)) return false;
  R = R.cwiseInverse();
  for_each([&](Eigen::Index i, Eigen::Index j, double& value) {
    value *= R[i];
    K[j] = std::max(K[j], std::abs(value));
  });
  if (!(K.minCoeff() > 0)) return false;
  K = K.cwiseInverse();
  for_each([&](Eigen::Index, Eigen::Index j, double& value) { value *= K[j]; });
  return R.allFinite() && K.allFinite();
}

// 1/(|J| |J^-1|) in the 1-norm, the latter estimated from below by the gradient method of Hager.
double BorderedLu::Content::reciprocal_condition() {
  const Eigen::Index n = matrix.cols();
  double norm = 0, inverse_norm = 0;
  for (Eigen::Index j = 0; j < n; ++j) norm = std::max(norm, matrix.col(j).cwiseAbs().sum());
  Vector x = Vector::Constant(n, 1.0 / static_cast<double>(n)), y, z;
  constexpr int kMostSolves = 5;
  for (int k = 0; k < kMostSolves; ++k) {
    y = lu.solve(x);
    if (!y.allFinite()) return 0;
    inverse_norm = std::max(inverse_norm, y.lpNorm<1>());
    z = lu.transpose().solve(y.unaryExpr([](double value) { return value < 0 ? -1.0 : 1.0; }).eval());
    Eigen::Index steepest = 0;
    if (!z.allFinite() || z.cwiseAbs().maxCoeff(&steepest) <= z.dot(x)) break;
    x = Vector::Unit(n, steepest);
  }
  return 1 / (norm * inverse_norm);
}

bool BorderedLu::factorise(const GeneralMatrix& A, const Border& border) {
  Content& part = *content_;
  if (A.size() + border.rows == 0) return true;
  if (!A.all_finite() || !all_finite(border)) return false;
  if (!part.is_analysed || !have_same_structure(part.structure, border)) part.analyse(border);
  collect_values(A, border, part.values);
  std::fill(part.matrix.valuePtr(), part.matrix.valuePtr() + part.matrix.nonZeros(), 0.0);
  for (std::size_t k = 0; k < part.values.size(); ++k) part.matrix.valuePtr()[part.target[k]] += part.values[k];
  if (!part.scale()) return false;
  part.lu.factorize(part.matrix);
  return part.lu.info() == Eigen::Success && part.reciprocal_condition() > kLeastCondition;
}

void BorderedLu::solve(const Vector& b, Vector& x) {
  Content& part = *content_;
  x.resize(b.size());
  if (b.size() == 0) return;
  part.work.resize(b.size());
  for (Eigen::Index k = 0; k < b.size(); ++k) part.work[k] = part.R[k] * b[part.permutation[k]];
  part.work = part.lu.solve(part.work).eval();
  for (Eigen::Index k = 0; k < b.size(); ++k) x[part.permutation[k]] = part.K[k] * part.work[k];
}

}  // namespace lilyan
