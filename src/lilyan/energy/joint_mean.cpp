#include <lilyan/energy/joint_mean.hpp>

#include <cmath>
#include <limits>

namespace lilyan {

namespace {

// All that is known at one end x of the step.
struct Joint {
  Vector x, dx, dv, g_m;
  double c = 0;
  double c_magnitude = 0;  // size of what c is a quotient of, over the denominator
  Vector slope_of_c;       // dc/dx; made when asked for
};

class JointStep {
 public:
  JointStep(std::vector<const Potential*> potentials, const Chord& chord, double h, const Vector& mass)
      : potentials_(std::move(potentials)),
        x_n_(chord.x),
        v_n_(chord.v),
        t_(chord.middle()),
        h_(h),
        mass_(mass),
        pattern_(chord.pattern) {
    for (const Potential* potential : potentials_) W_n_ += potential->value(x_n_, t_);
  }

  double h() const { return h_; }
  double lever(Index i, double c) const { return 1 + 2 * c / mass_[i]; }
  bool is_free(Index i) const { return mass_[i] > 0; }
  // x - x_n - h v_n
  double past_target(Index i, const Joint& at) const { return at.dx[i] - h_ * v_n_[i]; }

  const Joint& at(const Vector& x) const {
    if (at_.x.size() == x.size() && at_.x == x) return at_;
    at_ = {x, x - x_n_, Vector::Zero(x.size()), Vector::Zero(x.size()), 0, 0, {}};
    double missed = -W_n_, magnitude = std::abs(W_n_);
    for (const Potential* potential : potentials_) {
      if (!std::isfinite(potential->add_gradient(0.5 * (x_n_ + x), t_, 1, at_.g_m)))
        at_.g_m.setConstant(std::numeric_limits<double>::quiet_NaN());
      const double W = potential->value(x, t_);
      missed += W;
      magnitude += potential->magnitude(x, t_, W);
    }
    missed -= at_.g_m.dot(at_.dx);
    // Rounding, of energies and of positions, divided by the square of a small step would be a large force.
    constexpr double kRounding = 16 * std::numeric_limits<double>::epsilon();
    magnitude += at_.g_m.cwiseAbs().dot(x.cwiseAbs() + x_n_.cwiseAbs());
    if (!(std::abs(missed) <= kRounding * magnitude)) at_.c = root(missed);
    for (Index i = 0; i < static_cast<Index>(x.size()); ++i) at_.dv[i] = speed_change(i, at_.c);
    if (const double size = at_.dx.squaredNorm() + at_.dv.squaredNorm(); size > 0) at_.c_magnitude = magnitude / size;
    return at_;
  }

  // -phi_x/phi_c of phi(c, x) = c (|dx|^2 + |dv|^2) - missed(x)
  const Vector& slope_of_c(const Vector& x, const BlockMatrix& H) const {
    at(x);
    if (at_.slope_of_c.size() > 0) return at_.slope_of_c;
    Vector slope = at_.g_m + 0.5 * H.times(at_.dx) + 2 * at_.c * at_.dx;
    for (const Potential* potential : potentials_) potential->add_gradient(x, t_, -1, slope);
    double by_c = at_.dx.squaredNorm() + at_.dv.squaredNorm();
    for (Index i = 0; i < static_cast<Index>(x.size()); ++i) {
      if (!is_free(i)) continue;
      slope[i] += 4 * at_.c * at_.dv[i] / (h_ * lever(i, at_.c));
      by_c -= 4 * at_.c * at_.dv[i] * at_.dv[i] / (mass_[i] * lever(i, at_.c));
    }
    at_.slope_of_c = by_c != 0 ? Vector(-slope / by_c) : Vector::Zero(x.size()).eval();
    return at_.slope_of_c;
  }

  BlockMatrix hessian(const Vector& x) const {  // in the middle
    BlockMatrix H(pattern_);
    for (const Potential* potential : potentials_) potential->add_hessian(0.5 * (x_n_ + x), t_, 1, Definiteness::exact, H);
    return H;
  }

  void add_outside(const Vector& x, double w, Vector& f) const {
    for (const Potential* potential : potentials_)
      if (is_from_outside(potential->kind())) potential->add_gradient(0.5 * (x_n_ + x), t_, w, f);
  }

  // What an energy that changes in time was fed: the force is that of the energy in the middle of the time.
  double fed(const Vector& x, const TimeSpan& time) const {
    double sum = 0;
    for (const Potential* potential : potentials_)
      if (potential->depends_on_time())
        sum += potential->value(x, time.end) - potential->value(x, t_) + potential->value(x_n_, t_) -
               potential->value(x_n_, time.begin);
    return sum;
  }

 private:
  double speed_change(Index i, double c) const { return is_free(i) ? 2 * (at_.dx[i] / h_ - v_n_[i]) / lever(i, c) : 0; }

  // c with c (|dx|^2 + |dv(c)|^2) = missed: Newton's method from the solution for small c.
  double root(double missed) const {
    constexpr int kMost = 60;
    const double square = at_.dx.squaredNorm();
    double c = 0;
    for (int k = 0; k < kMost; ++k) {
      double speeds = 0, slope = 0;
      for (Index i = 0; i < static_cast<Index>(at_.dx.size()); ++i) {
        if (!is_free(i)) continue;
        const double dv = speed_change(i, c);
        speeds += dv * dv;
        slope -= 4 * dv * dv / (mass_[i] * lever(i, c));
      }
      const double size = square + speeds;
      if (size == 0) return 0;
      const double step = (missed - c * size) / (size + c * slope);
      c += step;
      if (!(std::abs(step) > 4 * std::numeric_limits<double>::epsilon() * std::abs(c))) return c;
    }
    return c;
  }

  std::vector<const Potential*> potentials_;
  const Vector &x_n_, &v_n_;
  double t_, h_;
  const Vector mass_;
  std::shared_ptr<const BlockPattern> pattern_;
  double W_n_ = 0;
  mutable Joint at_;
};

// grad W(x_m) + c dx
class JointForce final : public ForceTerm {
 public:
  JointForce(std::shared_ptr<const JointStep> step, const TimeSpan& time) : step_(std::move(step)), time_(time) {}
  Value add_force(const Vector& x, double w, Vector& f) const override {
    const Joint& at = step_->at(x);
    f += w * (at.g_m + at.c * at.dx);
    return {};
  }
  using ForceTerm::add_slope;
  void add_slope(const Vector& x, double w, Slope& J) const override {
    const Joint& at = step_->at(x);
    const BlockMatrix H = step_->hessian(x);
    J.blocks.add(0.5 * w, H);
    for (Index i = 0; i < static_cast<Index>(x.size()); ++i) J.entries.push_back({i, i, w * at.c});
    J.outer.push_back({w * at.dx, step_->slope_of_c(x, H)});
  }
  void add_outside(const Vector& x, double w, Vector& f) const override { step_->add_outside(x, w, f); }
  void add_magnitude(const Vector& x, double w, Vector& sizes) const override {
    const Joint& at = step_->at(x);
    sizes += w * at.c_magnitude * at.dx.cwiseAbs();
  }
  Work work(const Vector& x, const Vector&, double) const override { return {0, step_->fed(x, time_)}; }

 private:
  std::shared_ptr<const JointStep> step_;
  TimeSpan time_;
};

// (2/h^2) [(1 + 2 c M^-1)^-1 - 1] M (x - x_n - h v_n)
class Lever final : public ForceTerm {
 public:
  explicit Lever(std::shared_ptr<const JointStep> step) : step_(std::move(step)) {}
  Value add_force(const Vector& x, double w, Vector& f) const override {
    const Joint& at = step_->at(x);
    for (Index i = 0; i < static_cast<Index>(x.size()); ++i)
      if (step_->is_free(i)) f[i] -= w * factor() * at.c * step_->past_target(i, at) / step_->lever(i, at.c);
    return {};
  }
  using ForceTerm::add_slope;
  void add_slope(const Vector& x, double w, Slope& J) const override {
    const Joint& at = step_->at(x);
    Vector by_c = Vector::Zero(x.size());
    for (Index i = 0; i < static_cast<Index>(x.size()); ++i) {
      if (!step_->is_free(i)) continue;
      const double lever = step_->lever(i, at.c);
      J.entries.push_back({i, i, -w * factor() * at.c / lever});
      by_c[i] = -w * factor() * step_->past_target(i, at) / (lever * lever);
    }
    J.outer.push_back({by_c, step_->slope_of_c(x, step_->hessian(x))});
  }
  void add_magnitude(const Vector& x, double w, Vector& sizes) const override {
    const Joint& at = step_->at(x);
    for (Index i = 0; i < static_cast<Index>(x.size()); ++i)
      if (step_->is_free(i)) sizes[i] += w * factor() * at.c_magnitude * std::abs(step_->past_target(i, at));
  }
  Work work(const Vector&, const Vector&, double) const override { return {}; }

 private:
  double factor() const { return 4 / (step_->h() * step_->h()); }
  std::shared_ptr<const JointStep> step_;
};

}  // namespace

void JointMean::pose(const Potentials& potentials, const Chord& chord, ForceCache&, PosedTerms& terms) const {
  std::vector<const Potential*> loads, others;
  for (const Potential* potential : pose_own_means(potentials, chord, *this, terms))
    (potential->kind() == EnergyKind::load ? loads : others).push_back(potential);
  auto step = std::make_shared<const JointStep>(std::move(others), chord, h_, mass_);
  terms.push_back({std::make_unique<JointForce>(step, chord.time), a(), b()});
  terms.push_back({std::make_unique<Lever>(step), a(), 0, 0});
  for (const Potential* load : loads)
    terms.push_back({load->discrete_gradient(chord, DiscreteForm::per_element), a(), b(), 1, true});
}

}  // namespace lilyan
