#include <lilyan/energy/elements/element_step_force.hpp>

#include <cmath>

namespace lilyan {

namespace {

// With A = F^-1 and Q = P(F_rel) A^T the stress is -J Q. Of its derivative by F the column l of F, for the column j of the stress,
// is
//
//   -J [Q e_j (A^T e_l)^T - Q e_l (A^T e_j)^T - T_jl F_rel],      T the derivative of P(F_rel), seen from the rows of A
class BackwardStress final : public StepStress {
 public:
  explicit BackwardStress(std::unique_ptr<const PointLaw> law) : law_(std::move(law)) {}

  Tensor<Lanes> stress(Index batch, const Tensor<Lanes>& F_n, const Tensor<Lanes>& F) const override {
    const Shape shape(F_n, F);
    Tensor<Lanes> Q = pulled_back(law_->stress(batch, shape.F_rel), shape.A);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) Q[i][j] *= -shape.J;
    return Q;
  }

  void differentiate(Index batch, const Tensor<Lanes>& F_n, const Tensor<Lanes>& F, StressDerivative& dP) const override {
    const Shape shape(F_n, F);
    const Tensor<Lanes>& A = shape.A;
    const Tensor<Lanes> Q = pulled_back(law_->stress(batch, shape.F_rel), A);
    Vec<Lanes> rows[3];
    for (int l = 0; l < 3; ++l) rows[l] = {{A[l][0], A[l][1], A[l][2]}};
    law_->differentiate(batch, shape.F_rel, rows, dP);
    for (int j = 0; j < 3; ++j)
      for (int l = 0; l < 3; ++l) {
        const Tensor<Lanes> TF = dP.block[j][l] * shape.F_rel;
        for (int i = 0; i < 3; ++i)
          for (int k = 0; k < 3; ++k) dP.block[j][l][i][k] = -shape.J * (Q[i][j] * A[l][k] - Q[i][l] * A[j][k] - TF[i][k]);
      }
  }

 private:
  struct Shape {
    Tensor<Lanes> A, F_rel;  // A = F^-1
    Lanes J;

    Shape(const Tensor<Lanes>& F_n, const Tensor<Lanes>& F) {
      const Tensor<Lanes> cofactors = cofactor(F);
      const Lanes det = F[0][0] * cofactors[0][0] + F[0][1] * cofactors[0][1] + F[0][2] * cofactors[0][2];
      for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) A[i][k] = cofactors[k][i] / det;
      F_rel = F_n * A;
      J = (det < 0.0) ? -det : det;
    }
  };

  static Tensor<Lanes> pulled_back(const Tensor<Lanes>& P, const Tensor<Lanes>& A) {  // P A^T
    Tensor<Lanes> Q;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) Q[i][j] = P[i][0] * A[j][0] + P[i][1] * A[j][1] + P[i][2] * A[j][2];
    return Q;
  }

  std::unique_ptr<const PointLaw> law_;
};

template <class E>
class ElementBackwardDamping final : public ForceTerm {
 public:
  ElementBackwardDamping(const ElementBatches<E>& batches, const AnyLawLanes& law, const Vector& x_n, double w)
      : w_(w), sum_(batches, lanes_not_flat(batches, x_n), std::make_unique<BackwardStress>(point_law(law)), x_n) {}

  Value add_force(const Vector& x, double w, Vector& r) const override {
    sum_.add_force(x, w_ * w, r);
    return {};
  }
  using ForceTerm::add_slope;
  void add_slope(const Vector& x, double w, Slope& J) const override { sum_.add_slope(x, w_ * w, J.blocks); }

 private:
  static std::vector<LaneSet> lanes_not_flat(const ElementBatches<E>& batches, const Vector& x) {
    constexpr double kFlat = 1e-9;  // of the volume at rest
    std::vector<LaneSet> counted = lanes_with_volume(batches);
    for (Index b = 0; b < batches.size(); ++b) {
      const Edges<E> edges(batches[b], x);
      for (int q = 0; q < E::kPoints; ++q) {
        Vec<Lanes> g[E::kVertices - 1];
        E::gradients(batches[b].rest, q, g);
        const Lanes det = determinant(edges.deformation_gradient(g));
        for (int lane = 0; lane < kLanes; ++lane)
          if (std::abs(det[lane]) < kFlat) counted[b].reset(static_cast<std::size_t>(lane));
      }
    }
    return counted;
  }

  double w_;
  ElementStepForce<E> sum_;
};

}  // namespace

template <class E>
std::unique_ptr<StepTerm> element_backward_damping(const ElementBatches<E>& batches, const AnyLawLanes& law, const Vector& x_n,
                                                   double w) {
  return std::make_unique<ElementBackwardDamping<E>>(batches, law, x_n, w);
}

template std::unique_ptr<StepTerm> element_backward_damping(const ElementBatches<TetElement>&, const AnyLawLanes&, const Vector&,
                                                            double);
template std::unique_ptr<StepTerm> element_backward_damping(const ElementBatches<HexElement>&, const AnyLawLanes&, const Vector&,
                                                            double);
template std::unique_ptr<StepTerm> element_backward_damping(const ElementBatches<TriangleElement>&, const AnyLawLanes&,
                                                            const Vector&, double);

}  // namespace lilyan
