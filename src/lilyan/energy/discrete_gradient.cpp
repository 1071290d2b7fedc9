#include <lilyan/energy/discrete_gradient.hpp>

#include <lilyan/energy/potential.hpp>

#include <cmath>
#include <limits>

namespace lilyan {

namespace {

// Unknowns beyond which a dense Jacobian costs more than the iterations that go without its last term.
constexpr Eigen::Index kLargestDense = 2000;

class MidpointForce : public StepForce {
 public:
  MidpointForce(const Potential& potential, const StepChord& chord) : potential_(potential), chord_(chord) {}

  void add_force(const Vector& x, double w, Vector& r) const override {
    potential_.add_gradient(0.5 * (chord_.x_n + x), chord_.middle(), w, r);
  }
  void add_jacobian(const Vector& x, double w, Entries& J) const override { append(hessian(x), 0.5 * w, J); }
  StepTerm::Toll toll(const Vector&) const override { return {}; }

 protected:
  BlockMatrix hessian(const Vector& x) const {  // in the middle
    BlockMatrix H(chord_.pattern);
    potential_.add_hessian(0.5 * (chord_.x_n + x), chord_.middle(), 1, Definiteness::exact, H);
    return H;
  }

  const Potential& potential_;
  const StepChord chord_;
};

class UndividedGradient final : public MidpointForce {
 public:
  UndividedGradient(const Potential& potential, const StepChord& chord)
      : MidpointForce(potential, chord), W_n_(potential.value(chord.x_n, chord.middle())) {}

  void add_force(const Vector& x, double w, Vector& r) const override {
    const Parts parts = parts_at(x);
    r += w * (parts.g_m + parts.c * parts.dx);
  }

  // 1/2 H_m + c I + dx (dc/dx)^T, with dc/dx = [grad W(x) - g_m - 1/2 H_m dx - 2 c dx]/|dx|^2
  void add_jacobian(const Vector& x, double w, Entries& J) const override {
    const Parts parts = parts_at(x);
    const BlockMatrix H = hessian(x);
    append(H, 0.5 * w, J);
    if (parts.square == 0) return;
    Vector slope = -parts.g_m - 0.5 * H.times(parts.dx) - 2 * parts.c * parts.dx;
    potential_.add_gradient(x, chord_.middle(), 1, slope);
    slope /= parts.square;
    for (Index i = 0; i < static_cast<Index>(x.size()); ++i) {
      J.push_back({i, i, w * parts.c});
      if (parts.dx[i] == 0 || x.size() > kLargestDense) continue;
      for (Index k = 0; k < static_cast<Index>(x.size()); ++k) J.push_back({i, k, w * parts.dx[i] * slope[k]});
    }
  }

 private:
  struct Parts {
    Vector dx, g_m;
    double c, square;  // |dx|^2, 0 where there is no correction
  };
  Parts parts_at(const Vector& x) const {
    constexpr double kRounding = 64 * std::numeric_limits<double>::epsilon();
    Parts parts{x - chord_.x_n, Vector::Zero(x.size()), 0, 0};
    const double t = chord_.middle();
    const double W_m = potential_.add_gradient(0.5 * (chord_.x_n + x), t, 1, parts.g_m);
    if (!std::isfinite(W_m)) parts.g_m.setConstant(std::numeric_limits<double>::quiet_NaN());
    const double W = potential_.value(x, t), missed = W - W_n_ - parts.g_m.dot(parts.dx);
    // Rounding, divided by the square of a small step, would be a large force.
    if (std::abs(missed) <= kRounding * (potential_.magnitude(x, t, W) + potential_.magnitude(chord_.x_n, t, W_n_))) return parts;
    parts.square = parts.dx.squaredNorm();
    parts.c = missed / parts.square;
    return parts;
  }

  double W_n_;
};

}  // namespace

std::unique_ptr<StepForce> midpoint_force(const Potential& potential, const StepChord& chord) {
  return std::make_unique<MidpointForce>(potential, chord);
}

std::unique_ptr<StepForce> undivided_discrete_gradient(const Potential& potential, const StepChord& chord) {
  return std::make_unique<UndividedGradient>(potential, chord);
}

std::unique_ptr<StepForce> Potential::discrete_gradient(const StepChord& chord, DiscreteForm) const {
  return degree().value_or(3) <= 2 ? midpoint_force(*this, chord) : undivided_discrete_gradient(*this, chord);
}

}  // namespace lilyan
