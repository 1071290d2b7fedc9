#include <lilyan/algebra/equations/bordered.hpp>

#include <Eigen/LU>

#include <algorithm>
#include <cmath>

namespace lilyan {
namespace {

// A spring between this many unknowns fills a dense block of as many rows.
constexpr std::size_t kMostUnknowns = 48;

// |B_k - beta C_k| by |B_k|: beyond it one direction does not stand for both.
constexpr double kLargestTurn = 0.5;

struct Numbers {
  Index unknown;
  double B, C;
};

// The numbers of each row by unknowns, those of the same place added up and zeros left out.
std::vector<std::vector<Numbers>> by_rows(const Border& border) {
  std::vector<std::vector<Numbers>> rows(static_cast<std::size_t>(border.rows));
  for (const Entry& entry : border.B) rows[entry.column].push_back({entry.row, entry.value, 0});
  for (const Entry& entry : border.C) rows[entry.row].push_back({entry.column, 0, entry.value});
  for (std::vector<Numbers>& row : rows) {
    std::stable_sort(row.begin(), row.end(), [](const Numbers& a, const Numbers& b) { return a.unknown < b.unknown; });
    std::vector<Numbers> sums;
    for (const Numbers& number : row) {
      if (sums.empty() || sums.back().unknown != number.unknown) sums.push_back({number.unknown, 0, 0});
      sums.back().B += number.B;
      sums.back().C += number.C;
    }
    std::erase_if(sums, [](const Numbers& number) { return number.B == 0 && number.C == 0; });
    row.swap(sums);
  }
  return rows;
}

// Whether the row is light; if so, `light` is filled.
bool is_light(const std::vector<Numbers>& numbers, LightRow& light) {
  if (numbers.empty() || numbers.size() > kMostUnknowns) return false;
  double BB = 0, BC = 0, CC = 0;
  for (const Numbers& at : numbers) {
    BB += at.B * at.B;
    BC += at.B * at.C;
    CC += at.C * at.C;
  }
  if (BC == 0 || BB - BC * BC / CC > kLargestTurn * kLargestTurn * BB) return false;
  light.beta = BC / CC;
  for (const Numbers& at : numbers) {
    light.unknowns.push_back(at.unknown);
    light.G.push_back(0.5 * (at.C + at.B / light.beta));
  }
  return true;
}

// How much stiffer a spring is than the unknowns that it joins: GMRES corrects the rest in an iteration or two.
constexpr double kStiffness = 1e5;

// A spring between unknowns that have no stiffness takes this share of the mean.
constexpr double kLeastShare = 1e-3;

// Below this reciprocal condition number of the complement, whose entries carry the rounding of solves, a pivot may be rounding
// alone.
constexpr double kLeastConditionOfSchur = 1e-12;

// The unknowns that the border joins, for each light row and for each of its additions to A.
JoinedUnknowns joined_unknowns(const BorderSplit& parts, const Border& border) {
  JoinedUnknowns joined;
  for (const LightRow& row : parts.light) joined.by_rows.push_back(row.unknowns);
  for (const Entry& entry : border.more) joined.by_more.push_back(std::minmax({entry.row, entry.column}));
  return joined;
}

}  // namespace

BorderSplit split_border(const Border& border) {
  BorderSplit parts;
  const std::vector<std::vector<Numbers>> rows = by_rows(border);
  for (Index k = 0; k < border.rows; ++k) {
    LightRow light{k, {}, {}, 0};
    const bool has_D = border.D.size() > 0 && !(border.D.row(k).isZero(0) && border.D.col(k).isZero(0));
    if (!has_D && is_light(rows[k], light))
      parts.light.push_back(std::move(light));
    else
      parts.heavy.push_back(k);
  }
  return parts;
}

// Of the heavy rows, with rows and columns scaled to entries of at most 1: R (D - C X) K = P^-1 L U.
struct BorderedCholesky::Complement {
  Entries C;          // rows numbered among the heavy ones
  Eigen::MatrixXd X;  // the solution for the columns B
  Vector R, K;
  Eigen::PartialPivLU<Eigen::MatrixXd> lu;

  bool factorise(Eigen::MatrixXd S);
  Vector solve(const Vector& b) const { return lu.solve(R.cwiseProduct(b)).cwiseProduct(K); }
};

bool BorderedCholesky::Complement::factorise(Eigen::MatrixXd S) {
  if (!S.allFinite()) return false;
  R = S.cwiseAbs().rowwise().maxCoeff();
  if (R.minCoeff() == 0) return false;
  R = R.cwiseInverse();
  S = R.asDiagonal() * S;
  K = S.cwiseAbs().colwise().maxCoeff();
  if (K.minCoeff() == 0) return false;
  K = K.cwiseInverse();
  S = S * K.asDiagonal();
  lu.compute(S);
  return lu.rcond() > kLeastConditionOfSchur;
}

BorderedCholesky::BorderedCholesky(std::shared_ptr<const SymmetricPattern> pattern)
    : pattern_(std::move(pattern)), complement_(std::make_unique<Complement>()) {}
BorderedCholesky::~BorderedCholesky() = default;

bool BorderedCholesky::factorise(const SymmetricMatrix& A, const Border& border) {
  parts_ = split_border(border);
  JoinedUnknowns joined = joined_unknowns(parts_, border);
  if (!direct_ || joined != joined_) {
    joined_ = std::move(joined);
    analyse();
  }
  weigh(A);
  assemble(A, border);
  return direct_->factorise(*sprung_) && eliminate(border);
}

// The pattern with a dense block for all unknowns that are joined, and where all numbers stand in it.
void BorderedCholesky::analyse() {
  const SymmetricPattern& base = *pattern_;
  std::vector<std::vector<Index>> more(static_cast<std::size_t>(base.size));
  for (const std::vector<Index>& unknowns : joined_.by_rows)
    for (auto first = unknowns.begin(); first != unknowns.end(); ++first)
      more[*first].insert(more[*first].end(), first, unknowns.end());
  for (const auto& [first, second] : joined_.by_more) more[first].push_back(second);
  auto pattern = std::make_shared<SymmetricPattern>();
  pattern->size = base.size;
  pattern->group = base.group;
  pattern->column_begin.push_back(0);
  for (Index j = 0; j < base.size; ++j) {
    std::vector<Index>& column = more[j];
    column.insert(column.end(), base.row.begin() + base.column_begin[j], base.row.begin() + base.column_begin[j + 1]);
    std::sort(column.begin(), column.end());
    column.erase(std::unique(column.begin(), column.end()), column.end());
    pattern->row.insert(pattern->row.end(), column.begin(), column.end());
    pattern->column_begin.push_back(pattern->entries());
  }

  place_.clear();
  auto find = [&](Index row, Index column) {
    const auto begin = pattern->row.begin() + pattern->column_begin[column];
    return std::lower_bound(begin, pattern->row.begin() + pattern->column_begin[column + 1], row) - pattern->row.begin();
  };
  for (Index j = 0; j < base.size; ++j)
    for (std::int64_t k = base.column_begin[j]; k < base.column_begin[j + 1]; ++k) place_.push_back(find(base.row[k], j));
  for (const auto& [first, second] : joined_.by_more) place_.push_back(find(second, first));
  for (const std::vector<Index>& unknowns : joined_.by_rows)
    for (auto first = unknowns.begin(); first != unknowns.end(); ++first)
      for (auto second = first; second != unknowns.end(); ++second) place_.push_back(find(*second, *first));
  if (direct_ && sprung_->pattern()->column_begin == pattern->column_begin && sprung_->pattern()->row == pattern->row) return;
  direct_ = nullptr;  // its memory may be needed for the next
  direct_ = make_direct_solver(pattern);
  sprung_ = std::make_unique<SymmetricMatrix>(std::move(pattern));
}

// A spring's stiffness along G is kStiffness times the mean diagonal entry of A there.
void BorderedCholesky::weigh(const SymmetricMatrix& A) {
  double mean = 0;
  for (Index i = 0; i < A.size(); ++i) mean += std::abs(A.diagonal(i)) / A.size();
  if (mean == 0) mean = 1;
  weight_.clear();
  for (const LightRow& row : parts_.light) {
    double GG = 0, GAG = 0;
    for (std::size_t a = 0; a < row.G.size(); ++a) {
      GG += row.G[a] * row.G[a];
      GAG += row.G[a] * row.G[a] * std::abs(A.diagonal(row.unknowns[a]));
    }
    weight_.push_back(kStiffness * std::max(GAG / GG, kLeastShare * mean) / GG);
  }
}

void BorderedCholesky::assemble(const SymmetricMatrix& A, const Border& border) {
  std::vector<double>& values = sprung_->values();
  std::fill(values.begin(), values.end(), 0.0);
  auto place = place_.begin();
  for (double value : A.values()) values[static_cast<std::size_t>(*place++)] = value;
  for (const Entry& entry : border.more)
    values[static_cast<std::size_t>(*place++)] += (entry.row == entry.column ? 1 : 0.5) * entry.value;
  for (std::size_t k = 0; k < weight_.size(); ++k) {
    const std::vector<double>& G = parts_.light[k].G;
    for (std::size_t b = 0; b < G.size(); ++b)
      for (std::size_t a = b; a < G.size(); ++a) values[static_cast<std::size_t>(*place++)] += weight_[k] * G[a] * G[b];
  }
}

bool BorderedCholesky::eliminate(const Border& border) {
  const Index heavy = heavy_rows();
  if (heavy == 0) return true;
  std::vector<Index> number(static_cast<std::size_t>(border.rows), -1);  // among the heavy rows
  for (Index k = 0; k < heavy; ++k) number[parts_.heavy[k]] = k;
  Eigen::MatrixXd B = Eigen::MatrixXd::Zero(pattern_->size, heavy);
  for (const Entry& entry : border.B)
    if (const Index k = number[entry.column]; k >= 0) B(entry.row, k) += entry.value;
  direct_->solve_columns(B, complement_->X);

  complement_->C.clear();
  for (const Entry& entry : border.C)
    if (const Index k = number[entry.row]; k >= 0) complement_->C.push_back({k, entry.column, entry.value});
  Eigen::MatrixXd S = Eigen::MatrixXd::Zero(heavy, heavy);
  if (border.D.size() > 0) S = border.D(parts_.heavy, parts_.heavy);
  for (Index k = 0; k < heavy; ++k)
    for (const Entry& entry : complement_->C) S(entry.row, k) -= entry.value * complement_->X(entry.column, k);
  return complement_->factorise(std::move(S));
}

void BorderedCholesky::solve(const Vector& b, Vector& x) {
  const Index n = pattern_->size, heavy = heavy_rows();
  Vector f = b.head(n), main;
  for (std::size_t k = 0; k < weight_.size(); ++k) {
    const LightRow& row = parts_.light[k];
    const double pull = weight_[k] * b[n + row.row];
    for (std::size_t a = 0; a < row.G.size(); ++a) f[row.unknowns[a]] += pull * row.G[a];
  }
  direct_->solve(f, main);
  x.resize(b.size());
  if (heavy > 0) {
    Vector y(heavy);
    for (Index k = 0; k < heavy; ++k) y[k] = b[n + parts_.heavy[k]];
    for (const Entry& entry : complement_->C) y[entry.row] -= entry.value * main[entry.column];
    y = complement_->solve(y);
    main.noalias() -= complement_->X * y;
    for (Index k = 0; k < heavy; ++k) x[n + parts_.heavy[k]] = y[k];
  }
  for (std::size_t k = 0; k < weight_.size(); ++k) {
    const LightRow& row = parts_.light[k];
    double missed = -b[n + row.row];
    for (std::size_t a = 0; a < row.G.size(); ++a) missed += row.G[a] * main[row.unknowns[a]];
    x[n + row.row] = weight_[k] / row.beta * missed;
  }
  x.head(n) = main;
}

}  // namespace lilyan
