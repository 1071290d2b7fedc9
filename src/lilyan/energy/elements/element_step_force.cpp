#include <lilyan/energy/elements/element_step_force.hpp>

namespace lilyan {

template <class E>
void ElementStepForce<E>::add_force(const Vector& x, double w, Vector& r) const {
  batches_.schedule().for_each([&](const ElementSchedule::Chunk& chunk) {
    for (Index b = chunk.begin; b < chunk.end; ++b) {
      const ElementBatch<E>& batch = batches_[b];
      const Edges<E> start(batch, x_n_), end(batch, x);
      ElementForces<E> forces;
      for (int q = 0; q < E::kPoints; ++q) {
        Vec<Lanes> g[E::kVertices - 1];
        E::gradients(batch.rest, q, g);
        forces.add(stress_->stress(b, start.deformation_gradient(g), end.deformation_gradient(g)), g, batch.V[q]);
      }
      forces.close();
      forces.scatter(batch, counted_[b], w, r);
    }
  });
}

template <class E>
void ElementStepForce<E>::add_slope(const Vector& x, double w, GeneralBlockMatrix& J) const {
  batches_.schedule().for_each([&](const ElementSchedule::Chunk& chunk) {
    for (Index b = chunk.begin; b < chunk.end; ++b) {
      const ElementBatch<E>& batch = batches_[b];
      const Edges<E> start(batch, x_n_), end(batch, x);
      ElementSlope<E> slope;
      for (int q = 0; q < E::kPoints; ++q) {
        Vec<Lanes> g[E::kVertices - 1];
        E::gradients(batch.rest, q, g);
        StressDerivative dP;
        stress_->differentiate(b, start.deformation_gradient(g), end.deformation_gradient(g), dP);
        slope.add(dP, g, batch.V[q]);
      }
      slope.close();
      slope.scatter(batches_.places(J.pattern(), b), counted_[b], w, J);
    }
  });
}

template <class E>
void ElementStepForce<E>::add_magnitude(const Vector& x, double w, Vector& sizes) const {
  batches_.schedule().for_each([&](const ElementSchedule::Chunk& chunk) {
    for (Index b = chunk.begin; b < chunk.end; ++b) {
      const ElementBatch<E>& batch = batches_[b];
      const Edges<E> start(batch, x_n_), end(batch, x);
      ElementForces<E> forces;
      for (int q = 0; q < E::kPoints; ++q) {
        Vec<Lanes> g[E::kVertices - 1];
        E::gradients(batch.rest, q, g);
        const Lanes size = batch.V[q] * stress_->magnitude(b, start.deformation_gradient(g), end.deformation_gradient(g));
        for (int a = 1; a < E::kVertices; ++a)
          for (int i = 0; i < 3; ++i) {
            const Lanes own = size * square_root(g[a - 1][0] * g[a - 1][0] + g[a - 1][1] * g[a - 1][1] + g[a - 1][2] * g[a - 1][2]);
            forces.f[a][i] += own;
            forces.f[0][i] += own;
          }
      }
      forces.scatter(batch, counted_[b], w, sizes);
    }
  });
}

template class ElementStepForce<TetElement>;
template class ElementStepForce<HexElement>;
template class ElementStepForce<TriangleElement>;

}  // namespace lilyan
