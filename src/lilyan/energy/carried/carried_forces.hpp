// Potentials and dampings of vertices that a state carries (carried_vertices.hpp).
#pragma once

#include <lilyan/energy/carried/carried_vertices.hpp>
#include <lilyan/energy/damping/dissipation.hpp>
#include <lilyan/energy/potential.hpp>

namespace lilyan {

// A potential of such vertices, like the contact of a reduced body's surface with a plane.
//
// It joins no two of the vertices (its Hessian has blocks of one vertex each), and it dissipates nothing.
class CarriedPotential final : public Potential {
 public:
  // `potential` numbers the vertices as `vertices` does.
  CarriedPotential(std::shared_ptr<const CarriedVertices> vertices, std::unique_ptr<Potential> potential);

  EnergyKind kind() const override { return potential_->kind(); }
  std::optional<int> degree() const override { return potential_->degree(); }
  bool keeps_momenta() const override { return potential_->keeps_momenta(); }
  double value(const Vector& y, double t) const override { return potential_->value(vertices_->positions(y), t); }
  void add_energies(const Vector& y, double t, Vector& per_vertex) const override;
  double add_gradient(const Vector& y, double t, double w, Vector& g) const override;
  double magnitude(const Vector& y, double t, double W) const override;
  bool depends_on_time() const override { return potential_->depends_on_time(); }
  double rate(const Vector& y, double t) const override { return potential_->rate(vertices_->positions(y), t); }
  void add_hessian(const Vector& y, double t, double w, Definiteness definiteness, BlockMatrix& H) const override;
  void connect(BlockPatternBuilder& pattern) override { vertices_->connect(pattern); }
  bool has_own_mean(Evaluate evaluate) const override { return potential_->has_own_mean(evaluate); }
  bool acts_at_start() const override { return potential_->acts_at_start(); }
  std::unique_ptr<StepTerm> own_mean(const Chord& chord, Evaluate evaluate) const override;
  Index contacts_end() const override { return potential_->contacts_end(); }
  void add_reactions(const Vector& y, double t, double w, std::span<double> forces) const override;

 private:
  std::shared_ptr<const CarriedVertices> vertices_;
  std::unique_ptr<Potential> potential_;
};

// The damping of such vertices, like the drag of the air on the surface of a reduced body.
class CarriedDissipation final : public Dissipation {
 public:
  // `dissipation` numbers the vertices as `vertices` does, and joins no two of them.
  CarriedDissipation(std::shared_ptr<const CarriedVertices> vertices, std::unique_ptr<Dissipation> dissipation)
      : vertices_(std::move(vertices)), dissipation_(std::move(dissipation)) {}

  std::unique_ptr<StepTerm> pose(const Chord& chord, Evaluate evaluate) const override;
  Acts acts(Evaluate evaluate) const override { return dissipation_->acts(evaluate); }
  bool acts_from_outside() const override { return dissipation_->acts_from_outside(); }
  bool is_quadratic() const override { return dissipation_->is_quadratic(); }
  void connect(BlockPatternBuilder& pattern) override { vertices_->connect(pattern); }

 private:
  std::shared_ptr<const CarriedVertices> vertices_;
  std::unique_ptr<Dissipation> dissipation_;
};

}  // namespace lilyan
