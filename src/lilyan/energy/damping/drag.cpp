#include <lilyan/energy/damping/drag.hpp>

#include <lilyan/energy/damping/drag_terms.hpp>

namespace lilyan {

namespace {

struct Medium {
  const Vector& area;  // lives in the Drag
  double slow, fast;
  Vec3 wind;
};

// R(x) = h sum A_i (c_1 |u|^2/2 + c_2 |u|^3/3), which is convex.
class DragTerm final : public StepTerm {
 public:
  DragTerm(const Medium& medium, const Vector& x_n, double h) : medium_(medium), x_n_(x_n), h_(h) {}

  Value add_force(const Vector& x, double w, Vector& g) const override {
    double R = 0;
    for (Index i = 0; i < medium_.area.size(); ++i) {
      const double A = medium_.area[i];
      if (A == 0) continue;
      const Vec3 u = wind_felt(x, i);
      const double speed = u.norm();
      vertex(g, i) += w * A * (medium_.slow + medium_.fast * speed) * u;
      R += h_ * A * speed * speed * (medium_.slow / 2 + medium_.fast * speed / 3);
    }
    return {R, R};
  }

  using StepTerm::add_slope;
  void add_slope(const Vector& x, double w, Definiteness, BlockMatrix& H) const override {
    for (Index i = 0; i < medium_.area.size(); ++i) {
      if (medium_.area[i] == 0) continue;
      const Vec3 u = wind_felt(x, i);
      const double speed = u.norm();
      Mat3 K = (medium_.slow + medium_.fast * speed) * Mat3::Identity();
      if (speed > 0) K += medium_.fast / speed * u * u.transpose();
      double* block = H.block(H.pattern().first_block(i));
      for (int e = 0; e < 9; ++e) block[e] += w * medium_.area[i] / h_ * K(e / 3, e % 3);
    }
  }

  Work work(const Vector& x, const Vector& moved, double h) const override {
    Work work;
    for (Index i = 0; i < medium_.area.size(); ++i) {
      const Vec3 u = wind_felt(x, i), f = medium_.area[i] * (medium_.slow + medium_.fast * u.norm()) * u;
      work.dissipated += f.dot(Vec3(vertex(moved, i) - h * medium_.wind));
      work.done -= h * f.dot(medium_.wind);
    }
    return work;
  }

 private:
  Vec3 wind_felt(const Vector& x, Index i) const { return (vertex(x, i) - vertex(x_n_, i)) / h_ - medium_.wind; }

  Medium medium_;
  const Vector& x_n_;
  double h_;
};

}  // namespace

std::unique_ptr<StepTerm> Drag::pose(const Chord& chord, Evaluate evaluate) const {
  const Medium medium{area_, slow_, fast_, wind_};
  if (evaluate != Evaluate::at_start) return std::make_unique<DragTerm>(medium, chord.from(), chord.over());
  Vector f = Vector::Zero(chord.x.size());
  DragTerm(medium, chord.x, 1).add_force(chord.x + chord.v, 1, f);  // at the velocity of the start
  return std::make_unique<ConstantDrag>(std::move(f), chord.x, wind_);
}

}  // namespace lilyan
