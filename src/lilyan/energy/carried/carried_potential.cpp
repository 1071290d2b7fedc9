#include <lilyan/energy/carried/carried_potential.hpp>

#include <lilyan/energy/carried/carried_term.hpp>

#include <cassert>

namespace lilyan {

CarriedPotential::CarriedPotential(std::shared_ptr<const CarriedVertices> vertices, std::unique_ptr<Potential> potential)
    : vertices_(std::move(vertices)), potential_(std::move(potential)) {
  assert(!potential_->dissipates());
}

void CarriedPotential::add_energies(const Vector& y, double t, Vector& per_vertex) const {
  Vector carried = Vector::Zero(vertices_->count());
  potential_->add_energies(vertices_->positions(y), t, carried);
  vertices_->add_energies(carried, per_vertex);
}

double CarriedPotential::add_gradient(const Vector& y, double t, double w, Vector& g) const {
  Vector carried = Vector::Zero(3 * Eigen::Index{vertices_->count()});
  const double W = potential_->add_gradient(vertices_->positions(y), t, w, carried);
  vertices_->pull(carried, g);
  return W;
}

double CarriedPotential::magnitude(const Vector& y, double t, double W) const {
  return potential_->magnitude(vertices_->positions(y), t, W);
}

void CarriedPotential::add_hessian(const Vector& y, double t, double w, Definiteness definiteness, BlockMatrix& H) const {
  BlockMatrix carried(vertices_->pattern());
  potential_->add_hessian(vertices_->positions(y), t, w, definiteness, carried);
  vertices_->pull(carried, H);
}

std::unique_ptr<StepTerm> CarriedPotential::own_mean(const Chord& chord, Evaluate evaluate) const {
  return CarriedTerm::make(*vertices_, chord, [&](const Chord& carried) { return potential_->own_mean(carried, evaluate); });
}

void CarriedPotential::add_reactions(const Vector& y, double t, double w, std::span<double> forces) const {
  potential_->add_reactions(vertices_->positions(y), t, w, forces);
}

}  // namespace lilyan
