#include <lilyan/energy/elements/element_step_force.hpp>

namespace lilyan {

namespace {

template <class E>
class StrainGradient final : public ForceTerm {
 public:
  StrainGradient(const ElementBatches<E>& batches, const AnyLawLanes& law, const Vector& x_n)
      : sum_(batches, lanes_with_volume(batches), mean_stress(law), x_n) {}

  Value add_force(const Vector& x, double w, Vector& r) const override {
    sum_.add_force(x, w, r);
    return {};
  }
  using ForceTerm::add_slope;
  void add_slope(const Vector& x, double w, Slope& J) const override { sum_.add_slope(x, w, J.blocks); }
  void add_magnitude(const Vector& x, double w, Vector& sizes) const override { sum_.add_magnitude(x, w, sizes); }
  Work work(const Vector&, const Vector&, double) const override { return {}; }

 private:
  ElementStepForce<E> sum_;
};

template <class E>
class ElementGradient final : public ForceTerm {
 public:
  ElementGradient(const ElementBatches<E>& batches, const AnyLawLanes& law, const Vector& x_n)
      : batches_(batches), counted_(lanes_with_volume(batches)), law_(point_law(law)), x_n_(x_n) {}

  Value add_force(const Vector& x, double w, Vector& r) const override {
    batches_.schedule().for_each([&](const ElementSchedule::Chunk& chunk) {
      for (Index b = chunk.begin; b < chunk.end; ++b) {
        const Part part(batches_[b], b, *law_, x_n_, x);
        ElementForces<E> forces = part.f_m;
        for (int a = 0; a < kVertices; ++a)
          for (int i = 0; i < 3; ++i) forces.f[a][i] += part.c * part.dq[a][i];
        forces.scatter(batches_[b], counted_[b], w, r);
      }
    });
    return {};
  }

  // 1/2 K_m + c dq/dx + dq (dc/dx)^T, dc/dx = [f(x) - f_m - 1/2 K_m dq - 2 c dq]/|dq|^2, forces and K know no translation
  using ForceTerm::add_slope;
  void add_slope(const Vector& x, double w, Slope& J) const override {
    batches_.schedule().for_each([&](const ElementSchedule::Chunk& chunk) {
      for (Index b = chunk.begin; b < chunk.end; ++b) {
        const Part part(batches_[b], b, *law_, x_n_, x);
        ElementSlope<E> slope;
        ElementForces<E> end;
        add_middle_and_end(b, x, slope, end);
        add_correction(part, end, slope);
        slope.scatter(batches_.places(J.blocks.pattern(), b), counted_[b], w, J.blocks);
      }
    });
  }

  void add_magnitude(const Vector& x, double w, Vector& sizes) const override {
    batches_.schedule().for_each([&](const ElementSchedule::Chunk& chunk) {
      for (Index b = chunk.begin; b < chunk.end; ++b) {
        const Part part(batches_[b], b, *law_, x_n_, x);
        ElementForces<E> forces;
        for (auto& of_vertex : forces.f)
          for (Lanes& size : of_vertex) size = square_root(part.inverse_square) * part.energies;
        forces.scatter(batches_[b], counted_[b], w, sizes);
      }
    });
  }

  Work work(const Vector&, const Vector&, double) const override { return {}; }

 private:
  static constexpr int kVertices = E::kVertices;

  // The step of eight elements.
  struct Part {
    ElementForces<E> f_m;
    Lanes dq[kVertices][3];
    Lanes c, inverse_square;  // 0 where there is no correction
    Lanes energies{};         // size of what c is a quotient of

    Part(const ElementBatch<E>& batch, Index b, const PointLaw& law, const Vector& x_n, const Vector& x) {
      const Edges<E> start(batch, x_n), end(batch, x);
      Lanes missed{}, change{};
      for (int q = 0; q < E::kPoints; ++q) {
        Vec<Lanes> g[kVertices - 1];
        E::gradients(batch.rest, q, g);
        const Tensor<Lanes> F_n = start.deformation_gradient(g), F = end.deformation_gradient(g);
        const Tensor<Lanes> dF = combination(1, F, -1, F_n);
        const Tensor<Lanes> P_m = law.stress(b, combination(0.5, F_n, 0.5, F));
        f_m.add(P_m, g, batch.V[q]);
        const Lanes psi = law.energy_density(b, F), psi_n = law.energy_density(b, F_n);
        missed += batch.V[q] * (psi - psi_n);
        energies += batch.V[q] * (energy_magnitude(psi, P_m, F) + absolute(psi_n));
        const Lanes square = contraction(dF, dF);
        change = (change < square) ? square : change;
      }
      f_m.close();

      Lanes square{};
      for (int i = 0; i < 3; ++i) {
        Lanes sum{};
        dq[0][i] = Lanes{};
        for (int a = 1; a < kVertices; ++a) {
          dq[a][i] = end.d[a - 1][i] - start.d[a - 1][i];
          missed -= f_m.f[a][i] * dq[a][i];
          sum += dq[a][i];
        }
        for (int a = 0; a < kVertices; ++a) {
          dq[a][i] -= sum / kVertices;
          square += dq[a][i] * dq[a][i];
        }
      }
      const auto is_small = change < kSmallChange * kSmallChange;
      inverse_square = is_small ? Lanes{} : 1.0 / square;
      c = is_small ? Lanes{} : missed / square;
    }
  };

  // slope = 1/2 K_m, end = f(x)
  void add_middle_and_end(Index b, const Vector& x, ElementSlope<E>& slope, ElementForces<E>& end) const {
    const ElementBatch<E>& batch = batches_[b];
    const Edges<E> at_start(batch, x_n_), at_end(batch, x);
    for (int q = 0; q < E::kPoints; ++q) {
      Vec<Lanes> g[kVertices - 1];
      E::gradients(batch.rest, q, g);
      const Tensor<Lanes> F = at_end.deformation_gradient(g);
      StressDerivative dP;
      law_->differentiate(b, combination(0.5, at_start.deformation_gradient(g), 0.5, F), kAxes, dP);
      slope.add(dP, g, 0.5 * batch.V[q]);
      end.add(law_->stress(b, F), g, batch.V[q]);
    }
    slope.close();
    end.close();
  }

  static void add_correction(const Part& part, const ElementForces<E>& end, ElementSlope<E>& slope) {
    const auto is_corrected = part.inverse_square != 0.0;
    Lanes dc[kVertices][3];
    for (int b = 0; b < kVertices; ++b)
      for (int k = 0; k < 3; ++k) {
        Lanes sum = end.f[b][k] - part.f_m.f[b][k] - 2.0 * part.c * part.dq[b][k];
        for (int a = 0; a < kVertices; ++a)
          for (int i = 0; i < 3; ++i) sum -= slope.K[b][a][k][i] * part.dq[a][i];
        dc[b][k] = is_corrected ? part.inverse_square * sum : Lanes{};
      }
    for (int a = 0; a < kVertices; ++a)
      for (int b = 0; b < kVertices; ++b) {
        for (int i = 0; i < 3; ++i)
          for (int k = 0; k < 3; ++k) slope.K[a][b][i][k] += part.dq[a][i] * dc[b][k];
        for (int i = 0; i < 3; ++i) slope.K[a][b][i][i] += part.c * ((a == b) - 1.0 / kVertices);
      }
  }

  const ElementBatches<E>& batches_;
  std::vector<LaneSet> counted_;
  std::unique_ptr<const PointLaw> law_;
  const Vector& x_n_;
};

}  // namespace

template <class E>
std::unique_ptr<StepTerm> element_discrete_gradient(const ElementBatches<E>& batches, const AnyLawLanes& law, const Vector& x_n,
                                                    DiscreteForm form) {
  if (form == DiscreteForm::strain) return std::make_unique<StrainGradient<E>>(batches, law, x_n);
  return std::make_unique<ElementGradient<E>>(batches, law, x_n);
}

template std::unique_ptr<StepTerm> element_discrete_gradient(const ElementBatches<TetElement>&, const AnyLawLanes&, const Vector&,
                                                             DiscreteForm);
template std::unique_ptr<StepTerm> element_discrete_gradient(const ElementBatches<HexElement>&, const AnyLawLanes&, const Vector&,
                                                             DiscreteForm);
template std::unique_ptr<StepTerm> element_discrete_gradient(const ElementBatches<TriangleElement>&, const AnyLawLanes&,
                                                             const Vector&, DiscreteForm);

}  // namespace lilyan
