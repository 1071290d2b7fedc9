#include <lilyan/energy/spring_discrete_gradient.hpp>

#include <lilyan/energy/spring_response.hpp>

#include <cmath>

namespace lilyan {

namespace {

constexpr double kSmallChange = 1e-5;  // of the spring by its length, below which a correction would be rounding

// The force on b, and its derivative by d.
struct MeanResponse {
  Vec3 f;
  Mat3 K;
  double magnitude = 0;  // of f, beyond K times the ends: size of the energies that it is a quotient of, over the change
};

MeanResponse along_the_middle(const Spring& spring, SpringLaw law, const Vec3& d_n, const Vec3& d) {
  const double k = spring.stiffness, r = spring.rest_length;
  const Vec3 sum = d_n + d;
  if (law == SpringLaw::stvk) {
    const double q = k * (0.5 * (d_n.squaredNorm() + d.squaredNorm()) - r * r);
    return {q * sum, q * Mat3::Identity() + k * sum * d.transpose()};
  }
  const double l = d.norm(), lengths = d_n.norm() + l;
  if (lengths == 0) return {Vec3::Zero(), Mat3::Zero()};  // without length it has no direction
  const double q = 0.5 * k - k * r / lengths;
  Mat3 K = q * Mat3::Identity();
  if (l > 0) K += k * r / (lengths * lengths * l) * sum * d.transpose();
  return {q * sum, K};
}

MeanResponse corrected_middle(const Spring& spring, SpringLaw law, const Vec3& d_n, const Vec3& d) {
  const Vec3 d_m = 0.5 * (d_n + d), change = d - d_n;
  const SpringResponse middle = respond(spring, law, d_m.squaredNorm());
  const Vec3 f_m = middle.c * d_m;
  MeanResponse mean{f_m, 0.5 * middle.stiffness(d_m)};
  const double square = change.squaredNorm(), size = d_n.squaredNorm() + d.squaredNorm();
  if (square <= kSmallChange * kSmallChange * size) return mean;
  const SpringResponse end = respond(spring, law, d.squaredNorm());
  const double c = (end.W - respond(spring, law, d_n.squaredNorm()).W - f_m.dot(change)) / square;
  const Vec3 slope = (end.c * d - f_m - mean.K * change - 2 * c * change) / square;
  mean.f += c * change;
  mean.magnitude = (end.W + respond(spring, law, d_n.squaredNorm()).W + std::abs(end.c) * size) / std::sqrt(square);
  mean.K += c * Mat3::Identity() + change * slope.transpose();
  return mean;
}

class SpringGradient final : public ForceTerm {
 public:
  SpringGradient(const std::vector<Spring>& springs, SpringLaw law, const Vector& x_n, DiscreteForm form)
      : springs_(springs), law_(law), x_n_(x_n), form_(form) {}

  Value add_force(const Vector& x, double w, Vector& r) const override {
    for (const Spring& spring : springs_) {
      const Vec3 f = w * response(spring, x).f;
      vertex(r, spring.b) += f;
      vertex(r, spring.a) -= f;
    }
    return {};
  }

  using ForceTerm::add_slope;
  void add_slope(const Vector& x, double w, Slope& J) const override {
    for (const Spring& spring : springs_) {
      const Mat3 K = w * response(spring, x).K;
      J.blocks.add_to_block(spring.a, spring.a, K);
      J.blocks.add_to_block(spring.b, spring.b, K);
      J.blocks.add_to_block(spring.a, spring.b, -K);
      J.blocks.add_to_block(spring.b, spring.a, -K);
    }
  }

  void add_magnitude(const Vector& x, double w, Vector& sizes) const override {
    for (const Spring& spring : springs_) {
      const double size = w * response(spring, x).magnitude;
      vertex(sizes, spring.a).array() += size;
      vertex(sizes, spring.b).array() += size;
    }
  }
  Work work(const Vector&, const Vector&, double) const override { return {}; }

 private:
  MeanResponse response(const Spring& spring, const Vector& x) const {
    const Vec3 d_n = vertex(x_n_, spring.b) - vertex(x_n_, spring.a), d = vertex(x, spring.b) - vertex(x, spring.a);
    return form_ == DiscreteForm::strain ? along_the_middle(spring, law_, d_n, d) : corrected_middle(spring, law_, d_n, d);
  }

  const std::vector<Spring>& springs_;
  SpringLaw law_;
  const Vector& x_n_;
  DiscreteForm form_;
};

}  // namespace

std::unique_ptr<StepTerm> spring_discrete_gradient(const std::vector<Spring>& springs, SpringLaw law, const Vector& x_n,
                                                   DiscreteForm form) {
  return std::make_unique<SpringGradient>(springs, law, x_n, form);
}

}  // namespace lilyan
