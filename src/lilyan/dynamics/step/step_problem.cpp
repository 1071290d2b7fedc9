#include <lilyan/dynamics/step/step_problem.hpp>

#include <lilyan/algebra/magnitude.hpp>
#include <lilyan/dynamics/step/step_scales.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace lilyan {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// w_k/a_k of all terms if they agree to rounding, else 0.
double common_ratio(const PosedTerms& terms, double PosedTerm::*weight) {
  double ratio = 0;
  for (const PosedTerm& posed : terms) {
    if (posed.a == 0 && posed.*weight == 0) continue;
    if (posed.a == 0 || posed.*weight == 0) return 0;
    const double own = posed.*weight / posed.a;
    if (ratio != 0 && std::abs(own - ratio) > 4 * std::numeric_limits<double>::epsilon() * std::abs(ratio)) return 0;
    if (ratio == 0) ratio = own;
  }
  return ratio;
}

}  // namespace

StepProblem::StepProblem(const System& system, StepFrame frame, PosedTerms terms, std::unique_ptr<HessianStorage>& storage)
    : system_(system),
      frame_(std::move(frame)),
      terms_(std::move(terms)),
      storage_(storage),
      is_gradient_(std::all_of(terms_.begin(), terms_.end(),
                               [](const PosedTerm& posed) { return posed.a == 0 || posed.term->is_gradient(); })),
      own_scales_(frame_.scales),
      step_scales_(frame_.scales) {
  system.coordinates().restrict(frame_.x_n, start_);
  if (system.is_loaded())
    system.coordinates().restrict(0.5 * (system.load(frame_.time.begin) + system.load(frame_.time.end)), load_);
}

bool StepProblem::is_linear() const {
  return frame_.y && std::all_of(terms_.begin(), terms_.end(),
                                 [](const PosedTerm& posed) { return posed.a == 0 || posed.term->is_constant(); });
}

std::shared_ptr<const BlockPattern> StepProblem::block_pattern() const {
  BlockPatternBuilder joined(system_.vertices());
  for (const PosedTerm& posed : terms_)
    if (posed.a != 0) posed.term->connect(joined);
  return system_.pattern_with(joined);
}

void StepProblem::make_room(const Vector& z) {
  const BlockPattern& blocks = storage_->blocks.pattern();
  const Vector x = positions(z);
  const bool fit = std::all_of(terms_.begin(), terms_.end(),
                               [&](const PosedTerm& posed) { return posed.a == 0 || posed.term->fits(x, blocks); });
  if (!fit) storage_->adopt(block_pattern(), system_.coordinates().free());
  join_parts();
}

// Parts that meet pass energy on to each other: what one of them may miss is measured by the energy of all.
void StepProblem::join_parts() {
  const std::shared_ptr<const BlockPattern>& pattern = storage_->blocks.shared_pattern();
  if (parts() == 1 || pattern == system_.pattern() || pattern == joined_by_) return;
  joined_by_ = pattern;
  joined_.resize(static_cast<std::size_t>(parts()));
  std::iota(joined_.begin(), joined_.end(), 0);
  const auto first_of = [&](Index part) {
    while (joined_[static_cast<std::size_t>(part)] != part) part = joined_[static_cast<std::size_t>(part)];
    return part;
  };
  bool meet = false;
  for (Index column = 0; column < pattern->vertices(); ++column)
    for (const Index row : pattern->rows(column)) {
      const Index of_column = system_.parts().of_vertex(column), of_row = system_.parts().of_vertex(row);
      if (of_column == of_row) continue;
      const Index a = first_of(of_column), b = first_of(of_row);
      joined_[static_cast<std::size_t>(std::max(a, b))] = std::min(a, b);
      meet = true;
    }
  if (!meet) {  // a body that meets itself
    joined_.clear();
    return;
  }
  Vector sums = Vector::Zero(parts());
  for (Index part = 0; part < parts(); ++part) {
    joined_[static_cast<std::size_t>(part)] = first_of(part);
    sums[joined_[static_cast<std::size_t>(part)]] += own_scales_[part];
  }
  for (Index part = 0; part < parts(); ++part)
    frame_.scales[part] = std::max(frame_.scales[part], sums[joined_[static_cast<std::size_t>(part)]]);
}

bool StepProblem::begin_next_pass(const Vector& x) {
  bool begins = false;
  for (PosedTerm& posed : terms_)
    if (auto next = posed.term->next_pass(x)) {
      posed.term = std::move(next);
      begins = true;
    }
  if (begins) is_evaluated_ = false;
  return begins;
}

Vector StepProblem::displacements(const Vector& x) const {
  Vector z;
  system_.coordinates().restrict(x, z);
  return z - start_;
}

Vector StepProblem::positions(const Vector& u) const {
  Vector x;
  system_.coordinates().lift(start_ + u.head(size()), frame_.time.end, x);
  if (share_ != 1)
    for (Index c = 0; c < static_cast<Index>(x.size()); ++c)
      if (system_.coordinates().is_held(c)) x[c] = frame_.x_n[c] + share_ * (x[c] - frame_.x_n[c]);
  return x;
}

void StepProblem::follow(double share) {
  share_ = share;
  for (const PosedTerm& posed : terms_) posed.term->follow(share);
}

Vector StepProblem::moved(const Vector& u) const {
  Vector moved = positions(u) - frame_.x_n;
  const std::vector<Index>& free = system_.coordinates().free();
  for (Index i = 0; i < size(); ++i) moved[free[static_cast<std::size_t>(i)]] = u[i];
  return moved;
}

Vector StepProblem::force(const Vector& x, double PosedTerm::*weight) const {
  // The solver evaluated the sum with the weights a; if the others are all the same multiple of these, nothing is left to do.
  const double ratio = common_ratio(terms_, weight);
  if (ratio != 0 && x_.size() == x.size() && full_.size() == x.size() && is_evaluated_ && x_ == x) return ratio * full_;
  Vector sum = Vector::Zero(x.size());
  for (const PosedTerm& posed : terms_)
    if (posed.*weight != 0) posed.term->add_force(x, posed.*weight, sum);
  return sum;
}

// What is struck at rest has the energy of its motion only now. Parts that meet share it.
void StepProblem::raise_to_blows(const Vector& z) {
  Vector momentum(z.size());
  system_.metric().multiply_unknowns(z, momentum);
  Vector moving = 0.5 / (frame_.h * frame_.h) * sums_of_parts(z.cwiseProduct(momentum));
  if (!joined_.empty()) {
    Vector sums = Vector::Zero(parts());
    for (Index part = 0; part < parts(); ++part) sums[joined_[static_cast<std::size_t>(part)]] += moving[part];
    for (Index part = 0; part < parts(); ++part) moving[part] = sums[joined_[static_cast<std::size_t>(part)]];
  }
  for (Index part = 0; part < parts(); ++part)
    if (std::isfinite(moving[part]) && moving[part] > kBlow * frame_.scales[part])
      step_scales_[part] = std::max(step_scales_[part], moving[part]);
}

Value StepProblem::sum_forces(const Vector& z) {
  x_ = positions(z);
  step_scales_ = frame_.scales;
  if (load_.size() > 0) step_scales_ = step_scales_.cwiseMax(sums_of_parts(load_.cwiseProduct(z)).cwiseAbs());
  if (frame_.y && system_.contacts() > 0) raise_to_blows(z);
  full_.setZero(x_.size());
  is_evaluated_ = false;
  Value sum;
  for (const PosedTerm& posed : terms_) {
    if (posed.a == 0) continue;
    const Value R = posed.term->add_force(x_, posed.a, full_);
    sum.value += posed.a * R.value;
    sum.magnitude += std::abs(posed.a) * R.magnitude;
    if (!std::isfinite(sum.value)) return {kInfinity, kInfinity};
  }
  is_evaluated_ = true;
  return sum;
}

Value StepProblem::gradient(const Vector& z, Vector& g) {
  const std::vector<Index>& free = system_.coordinates().free();
  Value phi = sum_forces(z);
  if (!std::isfinite(phi.value)) return phi;
  if (frame_.y) {
    const Vector distance = z - *frame_.y;
    system_.metric().multiply_unknowns(distance, g);
    const double inertia = 0.5 * g.dot(distance);
    phi.value += inertia;
    phi.magnitude += inertia;
  } else {
    g.setZero(z.size());
  }
  // The positions are rounded too, each term then moves by its slope.
  for (Eigen::Index i = 0; i < z.size(); ++i) {
    const double pull = full_[free[static_cast<std::size_t>(i)]];
    phi.magnitude += std::abs(g[i]) * std::abs(z[i]) + std::abs(pull) * std::abs(start_[i] + z[i]);
    g[i] += pull;
  }
  return phi;
}

void StepProblem::hessian(const Vector& z, Definiteness definiteness, SymmetricMatrix& H) {
  const Vector x = positions(z);
  storage_->blocks.set_zero();
  for (const PosedTerm& posed : terms_)
    if (posed.a != 0) posed.term->add_slope(x, posed.a, definiteness, storage_->blocks);
  storage_->restriction.apply(storage_->blocks, H);
  if (frame_.y) system_.metric().add_to(1, H);
}

Vector StepProblem::sums_of_parts(const Vector& per_unknown) const {
  if (parts() == 1) return Vector::Constant(1, per_unknown.sum());
  Vector sums = Vector::Zero(parts());
  for (Eigen::Index i = 0; i < per_unknown.size(); ++i) sums[part_of(static_cast<Index>(i))] += per_unknown[i];
  return sums;
}

double StepProblem::error_of_decrement(double decrement, Index part) {
  const double released = 0.5 * decrement / frame_.a;
  if (!frame_.y) frame_.scales[part] = std::max(frame_.scales[part], released);
  step_scales_[part] = std::max(step_scales_[part], frame_.scales[part]);
  return released / step_scales_[part];
}

Vector StepProblem::decrements_of_error(double error) const {
  if (!frame_.y) return {};  // nothing moves
  return 2 * frame_.a * error * step_scales_;
}

std::optional<double> StepProblem::error_of_residual(const Vector& z, const Vector& g) const {
  if (frame_.read_out != ReadOut::chord) return std::nullopt;
  const Vector work = sums_of_parts(z.cwiseProduct(g)).cwiseAbs();
  return 2 / (frame_.h * frame_.h) * work.cwiseQuotient(step_scales_).maxCoeff();
}

Vector StepProblem::gradient_rounding(const Vector& z) const { return rounding_of(sizes_of_forces(positions(z)), z); }

Vector StepProblem::sizes_of_forces(const Vector& x) const {
  Vector sizes = magnitude_of_product(storage_->blocks, x);
  for (const PosedTerm& posed : terms_)
    if (posed.a != 0) posed.term->add_magnitude(x, std::abs(posed.a), sizes);
  return sizes;
}

double StepProblem::longest_step(const Vector& u, const Vector& d) const {
  const std::vector<Index>& free = system_.coordinates().free();
  const Vector x = positions(u);
  Vector dx = Vector::Zero(x.size());
  for (Index i = 0; i < size(); ++i) dx[free[static_cast<std::size_t>(i)]] = d[i];
  double longest = 1;
  for (const PosedTerm& posed : terms_)
    if (posed.a != 0) longest = std::min(longest, posed.term->longest_step(x, dx));
  return longest;
}

Vector StepProblem::rounding_of(const Vector& forces, const Vector& z) const {
  Vector sizes, inertia = Vector::Zero(z.size());
  system_.coordinates().restrict(forces, sizes);
  if (frame_.y) system_.metric().multiply_unknowns(z.cwiseAbs() + frame_.y->cwiseAbs(), inertia);
  return kSumRounding * (sizes + inertia);
}

}  // namespace lilyan
