#include <lilyan/energy/spring_discrete_gradient.hpp>
#include <lilyan/energy/spring_response.hpp>

#include <algorithm>
#include <cmath>

namespace lilyan {

namespace {

constexpr Index kSpringsPerChunk = 64;
constexpr int kBlocks = 3;  // of a spring's Hessian: aa, ba, bb

Vec3 direction(const Vector& x, const Spring& spring) { return vertex(x, spring.b) - vertex(x, spring.a); }

}  // namespace

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
  return spring_discrete_gradient(springs_, law_, chord.x, form);
}

}  // namespace lilyan
