#include <lilyan/energy/pull.hpp>

namespace lilyan {

namespace {

class PullTerm final : public StepTerm {
 public:
  PullTerm(const Pull& pull, const Vector& x_n, Evaluate evaluate)
      : pull_(pull), share_(evaluate == Evaluate::at_start ? 0 : 0.5), from_(point(x_n)) {}

  bool is_constant() const override { return share_ == 0; }

  Value add_force(const Vector& x, double w, Vector& f) const override {
    const Vec3 d = point(x) - from_, stretched = from_ - pull_.target;
    const Vec3 force = pull_.stiffness * (stretched + share_ * d);
    for (const WeightedVertex& share : pull_.shares) vertex(f, share.vertex) += w * share.weight * force;
    const double R = pull_.stiffness * (stretched.dot(d) + 0.5 * share_ * d.squaredNorm());
    return {R, pull_.stiffness * (std::abs(stretched.dot(d)) + 0.5 * share_ * d.squaredNorm())};
  }

  void add_slope(const Vector&, double w, Definiteness, BlockMatrix& H) const override {
    if (share_ == 0) return;
    for (const WeightedVertex& one : pull_.shares)
      for (const WeightedVertex& other : pull_.shares)
        if (one.vertex >= other.vertex)
          H.add_to_block(one.vertex, other.vertex, w * share_ * pull_.stiffness * one.weight * other.weight * Mat3::Identity());
  }
  using StepTerm::add_slope;

  void connect(BlockPatternBuilder& pattern) const override {
    std::vector<Index> vertices;
    for (const WeightedVertex& share : pull_.shares) vertices.push_back(share.vertex);
    std::sort(vertices.begin(), vertices.end());
    const auto count = static_cast<Index>(vertices.size());
    pattern.add(std::move(vertices), count);
  }

  Work work(const Vector& x, const Vector& moved, double) const override {
    Vector f = Vector::Zero(x.size());
    add_force(x, 1, f);
    return {0, -f.dot(moved)};
  }

 private:
  Vec3 point(const Vector& x) const {
    Vec3 sum = Vec3::Zero();
    for (const WeightedVertex& share : pull_.shares) sum += share.weight * vertex(x, share.vertex);
    return sum;
  }

  Pull pull_;
  double share_;  // of the way that the force follows
  Vec3 from_;     // c(x_n)
};

}  // namespace

std::unique_ptr<const StepTerm> pose_pull(const Pull& pull, const Chord& chord, Evaluate evaluate) {
  return std::make_unique<PullTerm>(pull, chord.x, evaluate);
}

}  // namespace lilyan
