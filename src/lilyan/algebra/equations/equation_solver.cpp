#include <lilyan/algebra/equations/equation_solver.hpp>

#include <lilyan/algebra/equations/bordered.hpp>
#include <lilyan/algebra/equations/gmres.hpp>
#include <lilyan/core/stopwatch.hpp>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace lilyan {

namespace {

// Prices in iterations, which cost little more than a solve each (bench/equations_bench).
constexpr double kPriceOfCholesky = 30, kPriceOfHeavyRow = 0.35, kPriceOfLu = 90;

// A preconditioner that needs more is too far from the matrix.
constexpr int kMostGmresIterations = 30;

// A residual that is only rounding of the product J d is as small as it gets. It must be small, all the same.
constexpr double kRounding = 16 * std::numeric_limits<double>::epsilon(), kLargestRounding = 1e-6;

double squared_norm(const std::vector<double>& values) {
  return Eigen::Map<const Vector>(values.data(), static_cast<Eigen::Index>(values.size())).squaredNorm();
}

double squared_norm(const Entries& entries) {
  double sum = 0;
  for (const Entry& entry : entries) sum += entry.value * entry.value;
  return sum;
}

// At least |J| in the Euclidean norm.
double norm(const GeneralMatrix& A, const Border& border) {
  return std::sqrt(squared_norm(A.lower()) + squared_norm(A.upper()) + squared_norm(border.B) + squared_norm(border.C) +
                   squared_norm(border.more) + border.D.squaredNorm());
}

void write(const Entries& entries, std::vector<double>& to) {
  for (const Entry& entry : entries)
    to.insert(to.end(), {static_cast<double>(entry.row), static_cast<double>(entry.column), entry.value});
}

Entries read_entries(double count, const double*& from) {
  Entries entries(static_cast<std::size_t>(count));
  for (Entry& entry : entries) {
    entry = {static_cast<Index>(from[0]), static_cast<Index>(from[1]), from[2]};
    from += 3;
  }
  return entries;
}

}  // namespace

EquationSolver::EquationSolver(std::shared_ptr<const SymmetricPattern> pattern)
    : pattern_(std::move(pattern)), symmetric_(pattern_) {}
EquationSolver::~EquationSolver() = default;

bool EquationSolver::solve(const GeneralMatrix& A, const Border& border, const Vector& b, double tolerance, Vector& d) {
  assert(A.size() == pattern_->size && b.size() == A.size() + border.rows);
  if (!A.all_finite() || !all_finite(border) || !b.allFinite()) return false;
  // Rows of another structure are left to GMRES to judge: numbers that are zero in one system and not in the next change little.
  if (kind_ != Kind::none && border_.rows == border.rows && !is_worn()) {
    const int most = std::min(kMostGmresIterations, static_cast<int>(price_of_making()));
    if (iterate(A, border, b, tolerance, most, d)) return true;
  }
  forget();
  if (make_cholesky(A, border) && iterate(A, border, b, tolerance, kMostGmresIterations, d)) return true;
  if (make_lu(A, border) && iterate(A, border, b, tolerance, kMostGmresIterations, d)) return true;
  forget();
  return false;
}

bool EquationSolver::iterate(const GeneralMatrix& A, const Border& border, const Vector& b, double tolerance, int most, Vector& d) {
  const Stopwatch watch(seconds_.solve);
  const GmresOutcome outcome = gmres([&](const Vector& x, Vector& y) { multiply(A, border, x, y); },
                                     [&](const Vector& r, Vector& z) {
                                       if (kind_ == Kind::lu)
                                         lu_->solve(r, z);
                                       else
                                         cholesky_->solve(r, z);
                                     },
                                     b, tolerance, most, d);
  iterations_ += outcome.iterations;
  const double digits = std::max(1.0, -std::log10(std::max(tolerance, outcome.residual)));
  memory_.iterations += outcome.iterations;
  memory_.digits += digits;
  memory_.last_price = outcome.iterations / digits;
  if (outcome.status == GmresStatus::converged) return true;
  return outcome.residual <= kLargestRounding && outcome.residual * b.norm() <= kRounding * norm(A, border) * d.norm();
}

double EquationSolver::price_of_making() const {
  return kind_ == Kind::lu ? kPriceOfLu : kPriceOfCholesky + kPriceOfHeavyRow * cholesky_->heavy_rows();
}

bool EquationSolver::is_worn() const { return memory_.last_price * memory_.digits > price_of_making() + memory_.iterations; }

bool EquationSolver::make_cholesky(const GeneralMatrix& A, const Border& border) {
  const Stopwatch watch(seconds_.factorisation);
  if (!cholesky_) cholesky_ = std::make_unique<BorderedCholesky>(pattern_);
  ++factorizations_;
  A.symmetric_part(symmetric_);
  if (!cholesky_->factorise(symmetric_, border)) return false;
  remember(Kind::cholesky, border, {&symmetric_.values()});
  return true;
}

bool EquationSolver::make_lu(const GeneralMatrix& A, const Border& border) {
  const Stopwatch watch(seconds_.factorisation);
  if (!lu_) lu_ = std::make_unique<BorderedLu>(pattern_);
  ++factorizations_;
  if (!lu_->factorise(A, border)) return false;
  remember(Kind::lu, border, {&A.lower(), &A.upper()});
  return true;
}

void EquationSolver::forget() {
  kind_ = Kind::none;
  border_ = {};
  memory_ = {};
}

// made_from: the kind, the sizes of the border's parts, these parts, the values of A.
void EquationSolver::remember(Kind kind, const Border& border, std::initializer_list<const std::vector<double>*> A) {
  kind_ = kind;
  border_ = border;
  std::vector<double> values{static_cast<double>(kind),
                             static_cast<double>(border.rows),
                             static_cast<double>(border.B.size()),
                             static_cast<double>(border.C.size()),
                             static_cast<double>(border.D.size()),
                             static_cast<double>(border.more.size())};
  write(border.B, values);
  write(border.C, values);
  write(border.more, values);
  values.insert(values.end(), border.D.data(), border.D.data() + border.D.size());
  for (const std::vector<double>* part : A) values.insert(values.end(), part->begin(), part->end());
  memory_ = {std::make_shared<const std::vector<double>>(std::move(values)), 0, 0, 0};
}

void EquationSolver::recall(const EquationMemory& memory) {
  if (memory.made_from == memory_.made_from) {
    memory_ = memory;
    return;
  }
  forget();
  if (!memory.made_from) return;
  const double* from = memory.made_from->data();
  const Kind kind = static_cast<Kind>(static_cast<int>(from[0]));
  const double B = from[2], C = from[3], more = from[5];
  border_.rows = static_cast<Index>(from[1]);
  if (from[4] > 0) border_.D.resize(border_.rows, border_.rows);
  from += 6;
  border_.B = read_entries(B, from);
  border_.C = read_entries(C, from);
  border_.more = read_entries(more, from);
  std::copy_n(from, border_.D.size(), border_.D.data());
  from += border_.D.size();

  const Stopwatch watch(seconds_.factorisation);
  const auto entries = pattern_->entries();
  [[maybe_unused]] bool was_made_before = false;
  if (kind == Kind::cholesky) {
    if (!cholesky_) cholesky_ = std::make_unique<BorderedCholesky>(pattern_);
    std::copy_n(from, entries, symmetric_.values().begin());
    was_made_before = cholesky_->factorise(symmetric_, border_);
  } else {
    if (!lu_) lu_ = std::make_unique<BorderedLu>(pattern_);
    GeneralMatrix A(pattern_);
    std::copy_n(from, entries, A.lower().begin());
    std::copy_n(from + entries, entries, A.upper().begin());
    was_made_before = lu_->factorise(A, border_);
  }
  assert(was_made_before);
  kind_ = kind;
  memory_ = memory;
}

}  // namespace lilyan
