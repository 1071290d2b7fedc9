#include <lilyan/algebra/equations/equation_solver.hpp>

#include <lilyan/algebra/equations/bordered.hpp>
#include <lilyan/algebra/equations/gmres.hpp>
#include <lilyan/core/memory.hpp>
#include <lilyan/core/stopwatch.hpp>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <span>

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

// Takes a remembered system apart; whatever does not fit makes `fits` false.
class RememberedSystem {
 public:
  explicit RememberedSystem(const std::vector<double>& numbers) : rest_(numbers) {}

  // A whole number from 0 to most; 0 if it is none of these.
  double count(double most) {
    const double number = next(1).empty() ? -1 : last_;
    fits = fits && is_whole(number, 0, most);
    return fits ? number : 0;
  }
  // So many numbers, or none if there are fewer.
  std::span<const double> next(double size) {
    fits = fits && size <= static_cast<double>(rest_.size());
    if (!fits) return {};
    const std::span<const double> numbers = rest_.first(static_cast<std::size_t>(size));
    rest_ = rest_.subspan(numbers.size());
    if (!numbers.empty()) last_ = numbers.back();
    return numbers;
  }
  // Entries in a matrix of so many rows and columns.
  Entries entries(double count, Index rows, Index columns) {
    const std::span<const double> numbers = next(3 * count);
    Entries entries;
    for (std::size_t k = 0; k < numbers.size(); k += 3) {
      fits = fits && is_whole(numbers[k], 0, rows - 1.0) && is_whole(numbers[k + 1], 0, columns - 1.0);
      if (!fits) return {};
      entries.push_back({static_cast<Index>(numbers[k]), static_cast<Index>(numbers[k + 1]), numbers[k + 2]});
    }
    return entries;
  }
  bool is_at_end() const { return rest_.empty(); }

  bool fits = true;

 private:
  std::span<const double> rest_;
  double last_ = 0;
};

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

bool EquationSolver::recall(const EquationMemory& memory) {
  if (memory.made_from == memory_.made_from) {
    memory_ = memory;
    return true;
  }
  forget();
  if (!memory.made_from) return true;
  RememberedSystem system(*memory.made_from);
  const double most = static_cast<double>(memory.made_from->size());
  const Kind kind = static_cast<Kind>(system.count(static_cast<double>(Kind::lu)));
  const auto rows = static_cast<Index>(system.count(pattern_->size));
  const double B = system.count(most), C = system.count(most), D = system.count(most), more = system.count(most);
  const double all_of_D = static_cast<double>(rows) * rows;
  border_.rows = rows;
  border_.B = system.entries(B, pattern_->size, rows);
  border_.C = system.entries(C, rows, pattern_->size);
  border_.more = system.entries(more, pattern_->size, pattern_->size);
  const std::span<const double> of_D = system.next(D);
  const auto entries = static_cast<double>(pattern_->entries());
  const std::span<const double> lower = system.next(entries), upper = system.next(kind == Kind::lu ? entries : 0);
  if (!system.fits || !system.is_at_end() || kind == Kind::none || (D != 0 && D != all_of_D)) {
    forget();
    return false;
  }
  if (D > 0) border_.D = Eigen::Map<const Eigen::MatrixXd>(of_D.data(), rows, rows);

  const Stopwatch watch(seconds_.factorisation);
  bool is_made = false;
  if (kind == Kind::cholesky) {
    if (!cholesky_) cholesky_ = std::make_unique<BorderedCholesky>(pattern_);
    std::copy(lower.begin(), lower.end(), symmetric_.values().begin());
    is_made = cholesky_->factorise(symmetric_, border_);
  } else {
    if (!lu_) lu_ = std::make_unique<BorderedLu>(pattern_);
    GeneralMatrix A(pattern_);
    std::copy(lower.begin(), lower.end(), A.lower().begin());
    std::copy(upper.begin(), upper.end(), A.upper().begin());
    is_made = lu_->factorise(A, border_);
  }
  if (!is_made) {
    forget();
    return false;
  }
  kind_ = kind;
  memory_ = memory;
  return true;
}

}  // namespace lilyan
