// What moves, const once built: masses, coordinates and potentials. All that changes is in the History.
//
// A vertex of a system is three components of its state. Where bodies are reduced some of them are coordinates of such a body, and
// the space says where the vertices of its mesh are.
#pragma once

#include <lilyan/algebra/symmetric_matrix.hpp>
#include <lilyan/constraints/constraint_set.hpp>
#include <lilyan/energy/damping/dissipation.hpp>
#include <lilyan/energy/load.hpp>
#include <lilyan/energy/potential.hpp>
#include <lilyan/space/connected_parts.hpp>
#include <lilyan/space/coordinates.hpp>
#include <lilyan/space/metric.hpp>
#include <lilyan/space/space.hpp>

#include <memory>
#include <vector>

namespace lilyan {

class System {
 public:
  // Without a space every vertex of the system is one of a mesh.
  System(Mass mass, Vec3 gravity, Coordinates coordinates, std::vector<std::unique_ptr<Potential>> potentials,
         std::vector<Load> loads = {}, std::vector<std::unique_ptr<Dissipation>> dissipations = {}, ConstraintSet constraints = {},
         std::optional<Space> space = std::nullopt);

  std::uint64_t id() const { return id_; }  // of no other System of the program
  Index vertices() const { return static_cast<Index>(mass_.vertex.size()); }
  // The row sums of M [kg], one per vertex, held or not: what gravity, the total mass and the centre of mass see.
  const Vector& vertex_mass() const { return mass_.vertex; }
  // The same for each component, 0 where held. It is M only where nothing is shared; ask the metric for products and velocities.
  const Vector& mass() const { return component_mass_; }
  const Vec3& gravity() const { return gravity_; }  // [m/s^2]
  void add_weight(Vector& f) const;                 // f += what gravity pulls with at every component [N]
  const Coordinates& coordinates() const { return coordinates_; }
  const Space& space() const { return space_; }
  const Metric& metric() const { return *metric_; }           // M
  bool shares_mass() const { return !mass_.shared.empty(); }  // some vertices do: M is not diagonal
  const std::vector<std::unique_ptr<Potential>>& potentials() const { return potentials_; }
  std::shared_ptr<const BlockPattern> pattern() const { return pattern_; }
  // The pattern in which also the vertices of `more` meet; the same where they meet anyway.
  std::shared_ptr<const BlockPattern> pattern_with(const BlockPatternBuilder& more) const;

  // v = M^-1 p, zero where held; held components that move and share mass with free ones: see velocities.hpp.
  Vector velocity(const Vector& p) const;
  // p = M v where free, zero where held.
  Vector momentum(const Vector& v) const { return metric_->times(v); }
  // Of the free components, with the mass that they share with held ones: v_f.M_ff v_f/2 + v_f.M_fh v_h. [J]
  double kinetic_energy(const Vector& p, const Vector& v) const;

  // The potential energy that the body has: of all potentials but the loads; +infinity where one is not defined.
  double potential_energy(const Vector& x, double t) const;
  double potential_energy(const Vector& x, double t, EnergyKind kind) const;
  bool depends_on_time() const { return !changing_.empty(); }  // its potential energy, without the loads
  double potential_rate(const Vector& x, double t) const;      // dW/dt at fixed x [W]
  struct Energy {
    double W;
    double magnitude;  // of the terms that W was summed from, see Potential
  };
  Energy add_gradient(const Vector& x, double t, double w, Vector& g) const;  // g += w grad W, the loads included

  const std::vector<const Load*>& loads() const { return loads_; }  // among the potentials
  bool is_loaded() const { return !loads_.empty(); }
  Vector load(double t) const;  // the forces of all loads [N], held components included
  const std::vector<std::unique_ptr<Dissipation>>& dissipations() const { return dissipations_; }
  bool dissipates_in_contact() const;  // some contact has friction or damping
  const ConstraintSet& constraints() const { return constraints_; }
  Index contacts() const { return contacts_; }  // whose forces the terms of the potentials report
  // What hangs together by cells, springs, formulas or constraints, and the part of each unknown.
  const ConnectedParts& parts() const { return *parts_; }
  const std::vector<Index>& part_of_unknown() const { return part_of_unknown_; }
  Vector part_energies(const Vector& x, double t, EnergyKind kind) const;  // [J], one per part
  Vector part_kinetic_energies(const Vector& p) const;                     // [J], one per part

  // The degree of W along a straight line; none where some potential is not a polynomial.
  std::optional<int> degree() const;

 private:
  std::vector<std::vector<Index>> joined_by_constraints() const;  // vertices of each row

  std::uint64_t id_;
  Mass mass_;
  Vector component_mass_;
  Vec3 gravity_;
  Space space_;
  Coordinates coordinates_;
  std::unique_ptr<const Metric> metric_;
  std::vector<std::unique_ptr<Potential>> potentials_;  // Gravity and the loads among them
  std::vector<const Load*> loads_;
  Index contacts_ = 0;
  std::vector<const Potential*> changing_;  // those that depend on the time
  std::vector<std::unique_ptr<Dissipation>> dissipations_;
  ConstraintSet constraints_;
  BlockPatternBuilder meetings_;
  std::shared_ptr<const BlockPattern> pattern_;
  std::unique_ptr<const ConnectedParts> parts_;
  std::vector<Index> part_of_unknown_;
};

}  // namespace lilyan
