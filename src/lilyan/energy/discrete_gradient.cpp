#include <lilyan/energy/discrete_gradient.hpp>

#include <lilyan/energy/potential.hpp>

#include <cmath>
#include <limits>

namespace lilyan {

namespace {

// grad W((x_n + x)/2) at the time in the middle: the discrete gradient of a potential of degree 2 at most.
class MidpointForce : public ForceTerm {
 public:
  MidpointForce(const Potential& potential, const Chord& chord) : potential_(potential), chord_(chord) {}

  Value add_force(const Vector& x, double w, Vector& r) const override {
    potential_.add_gradient(0.5 * (chord_.x + x), chord_.middle(), w, r);
    return {};
  }
  using ForceTerm::add_slope;
  void add_slope(const Vector& x, double w, Slope& J) const override { J.blocks.add(0.5 * w, hessian(x)); }

  // What an energy that changes in time was fed: the force is that of the energy in the middle of the time.
  Work work(const Vector& x, const Vector&, double) const override {
    if (!potential_.depends_on_time()) return {};
    const double t = chord_.middle();
    return {0, potential_.value(x, chord_.time.end) - potential_.value(x, t) + potential_.value(chord_.x, t) -
                   potential_.value(chord_.x, chord_.time.begin)};
  }

 protected:
  BlockMatrix hessian(const Vector& x) const {  // in the middle
    BlockMatrix H(chord_.pattern);
    potential_.add_hessian(0.5 * (chord_.x + x), chord_.middle(), 1, Definiteness::exact, H);
    return H;
  }

  const Potential& potential_;
  const Chord chord_;
};

// Of a potential that is not cut into parts: q is all of x, and the correction keeps no momentum. Its slope has a dense product.
class UndividedGradient final : public MidpointForce {
 public:
  UndividedGradient(const Potential& potential, const Chord& chord)
      : MidpointForce(potential, chord), W_n_(potential.value(chord.x, chord.middle())) {}

  Value add_force(const Vector& x, double w, Vector& r) const override {
    const Parts parts = parts_at(x);
    r += w * (parts.g_m + parts.c * parts.dx);
    return {};
  }

  // 1/2 H_m + c I + dx (dc/dx)^T, with dc/dx = [grad W(x) - g_m - 1/2 H_m dx - 2 c dx]/|dx|^2
  using ForceTerm::add_slope;
  void add_slope(const Vector& x, double w, Slope& J) const override {
    const Parts parts = parts_at(x);
    const BlockMatrix H = hessian(x);
    J.blocks.add(0.5 * w, H);
    if (parts.square == 0) return;
    Vector slope = -parts.g_m - 0.5 * H.times(parts.dx) - 2 * parts.c * parts.dx;
    potential_.add_gradient(x, chord_.middle(), 1, slope);
    slope /= parts.square;
    for (Index i = 0; i < static_cast<Index>(x.size()); ++i) J.entries.push_back({i, i, w * parts.c});
    J.outer.push_back({w * parts.dx, std::move(slope)});
  }

  void add_magnitude(const Vector& x, double w, Vector& sizes) const override {
    const Parts parts = parts_at(x);
    if (parts.square > 0) sizes += w * parts.magnitude / parts.square * parts.dx.cwiseAbs();
  }

 private:
  struct Parts {
    Vector dx, g_m;
    double c, square;  // |dx|^2, 0 where there is no correction
    double magnitude;  // of the energies that c is a quotient of
  };
  Parts parts_at(const Vector& x) const {
    constexpr double kRounding = 64 * std::numeric_limits<double>::epsilon();
    Parts parts{x - chord_.x, Vector::Zero(x.size()), 0, 0, 0};
    const double t = chord_.middle();
    const double W_m = potential_.add_gradient(0.5 * (chord_.x + x), t, 1, parts.g_m);
    if (!std::isfinite(W_m)) parts.g_m.setConstant(std::numeric_limits<double>::quiet_NaN());
    const double W = potential_.value(x, t), missed = W - W_n_ - parts.g_m.dot(parts.dx);
    // Rounding, divided by the square of a small step, would be a large force.
    parts.magnitude = potential_.magnitude(x, t, W) + potential_.magnitude(chord_.x, t, W_n_);
    if (std::abs(missed) <= kRounding * parts.magnitude) return parts;
    parts.square = parts.dx.squaredNorm();
    parts.c = missed / parts.square;
    return parts;
  }

  double W_n_;
};

}  // namespace

std::unique_ptr<StepTerm> Potential::own_mean(const Chord&, Evaluate) const { return nullptr; }

std::unique_ptr<StepTerm> Potential::discrete_gradient(const Chord& chord, DiscreteForm) const {
  if (degree().value_or(3) <= 2) return std::make_unique<MidpointForce>(*this, chord);
  return std::make_unique<UndividedGradient>(*this, chord);
}

}  // namespace lilyan
