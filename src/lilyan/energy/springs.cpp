#include <lilyan/energy/springs.hpp>

#include <lilyan/energy/discrete_gradient.hpp>

#include <algorithm>
#include <cmath>

namespace lilyan {

namespace {

// One spring: its energy as a function of d = x_b - x_a, with grad = c d and Hess = across (I - n n^T) + along n n^T, n = d/l.
struct SpringResponse {
  double W, c, across, along;

  Mat3 stiffness(const Vec3& d) const;  // the Hessian; its part along the spring only where that has a length
};

SpringResponse respond(const Spring& spring, SpringLaw law, double squared_length) {
  const double k = spring.stiffness, r = spring.rest_length;
  if (law == SpringLaw::stvk) {
    const double excess = squared_length - r * r;
    return {0.5 * k * excess * excess, 2 * k * excess, 2 * k * excess, 2 * k * (excess + 2 * squared_length)};
  }
  const double l = std::sqrt(squared_length), stretch = l - r;
  // A spring that has lost its length has no direction: it pushes nowhere, and its stiffness across is that of a compressed one.
  const double c = l > 0 ? k * stretch / l : 0;
  return {0.5 * k * stretch * stretch, c, c, k};
}

Mat3 SpringResponse::stiffness(const Vec3& d) const {
  const double squared_length = d.squaredNorm();
  Mat3 K = across * Mat3::Identity();
  if (squared_length > 0) K += (along - across) / squared_length * d * d.transpose();
  return K;
}

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

// Discrete gradients of springs, d = x_b - x_a; see discrete_gradient.hpp.
//
//   strain        W is a function of l^2:  f = (d_n + d) [W(l^2) - W(l_n^2)]/(l^2 - l_n^2), along the spring in the middle
//                 stvk: k ((l_n^2 + l^2)/2 - r^2);   hookean: k/2 - k r/(l_n + l), the divisions done
//   per_element   f = grad W(d_m) + c (d - d_n)
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

constexpr Index kSpringsPerChunk = 64;
constexpr int kBlocks = 3;  // of a spring's Hessian: aa, ba, bb

Vec3 direction(const Vector& x, const Spring& spring) { return vertex(x, spring.b) - vertex(x, spring.a); }

}  // namespace

Springs::Springs(std::vector<Spring> springs, SpringLaw law) : springs_(std::move(springs)), law_(law) {
  std::vector<Index> ends;
  for (const Spring& spring : springs_) ends.push_back(spring.a), ends.push_back(spring.b);
  schedule_ = ElementSchedule(ends, 2, kSpringsPerChunk);
}

double Springs::value(const Vector& x, double) const {
  return schedule_.sum([&](const ElementSchedule::Chunk& chunk) {
    double W = 0;
    for (Index e = chunk.begin; e < chunk.end; ++e) W += respond(springs_[e], law_, direction(x, springs_[e]).squaredNorm()).W;
    return W;
  });
}

void Springs::add_energies(const Vector& x, double, Vector& per_vertex) const {
  for (const Spring& spring : springs_) per_vertex[spring.a] += respond(spring, law_, direction(x, spring).squaredNorm()).W;
}

double Springs::add_gradient(const Vector& x, double, double w, Vector& g) const {
  return schedule_.scatter_and_sum([&](const ElementSchedule::Chunk& chunk) {
    double W = 0;
    for (Index e = chunk.begin; e < chunk.end; ++e) {
      const Spring& spring = springs_[e];
      const Vec3 d = direction(x, spring);
      const SpringResponse response = respond(spring, law_, d.squaredNorm());
      W += response.W;
      const Vec3 pull = w * response.c * d;
      vertex(g, spring.b) += pull;
      vertex(g, spring.a) -= pull;
    }
    return W;
  });
}

void Springs::add_hessian(const Vector& x, double, double w, Definiteness definiteness, BlockMatrix& H) const {
  const Index* places = H.pattern().places(group_).data();
  schedule_.for_each([&](const ElementSchedule::Chunk& chunk) {
    for (Index e = chunk.begin; e < chunk.end; ++e) {
      const Vec3 d = direction(x, springs_[e]);
      SpringResponse response = respond(springs_[e], law_, d.squaredNorm());
      if (definiteness == Definiteness::projected) {
        response.across = std::max(0.0, response.across);
        response.along = std::max(0.0, response.along);
      }
      const Mat3 K = response.stiffness(d);
      for (int p = 0; p < kBlocks; ++p) {
        const double sign = p == 1 ? -w : w;
        double* to = H.block(places[kBlocks * static_cast<std::ptrdiff_t>(e) + p]);
        for (int entry = 0; entry < 9; ++entry) to[entry] += sign * K(entry / 3, entry % 3);
      }
    }
  });
}

void Springs::connect(BlockPatternBuilder& pattern) {
  std::vector<Index> ends;
  for (const Spring& spring : springs_) ends.push_back(spring.a), ends.push_back(spring.b);
  group_ = pattern.add(std::move(ends), 2);
}

std::unique_ptr<StepTerm> Springs::discrete_gradient(const Chord& chord, DiscreteForm form) const {
  return std::make_unique<SpringGradient>(springs_, law_, chord.x, form);
}

}  // namespace lilyan
