// A body of domains as runs and viewers see it: steps, the ledger, and where its vertices are.
//
// Work is that of loads, pulls and the air on their vertices along the step. Damping:
//
//   -a m v of every vertex in the world: its flow is known, v exp(-a t), and is made over half a step before each step and after it
//   -(a_r M + b_K K) qd of each domain within the frame that its interface carries it by (multidomain_step.hpp)
//
// The first dissipates what it takes of the kinetic energy, the second h v.D(q_n) v at the mean velocity of the step.
#pragma once

#include <lilyan/dynamics/stepper.hpp>
#include <lilyan/energy/load.hpp>
#include <lilyan/integrators/multidomain_method.hpp>
#include <lilyan/multidomain/body/air_on_domains.hpp>
#include <lilyan/multidomain/body/tree_vertices.hpp>
#include <lilyan/multidomain/momentum_map.hpp>
#include <lilyan/multidomain/multidomain_step.hpp>

namespace lilyan {

// What acts on a body of domains; vertices are numbered as in its mesh.
struct DomainInfluences {
  Vec3 gravity = Vec3::Zero();
  std::vector<Load> loads = {};
  std::vector<AirOnVertices> air = {};
  double mass_damping = 0, relative_damping = 0, stiffness_damping = 0;  // a, a_r [1/s], b_K [s]
};

class TreeStepper final : public Stepper {
 public:
  // Keeps a reference: the method must outlive it.
  TreeStepper(std::shared_ptr<const DomainBody> body, DomainInfluences influences, const MultidomainMethod& method);

  Result<Step, StepFailure> attempt(const History& history, const StepInput& input, Workspace& workspace) const override;
  // Throws InputError where the history, which a file may have brought, is of no state of the body.
  void prepare(const History& history, Workspace& workspace) const override;
  LedgerRow ledger(const History& history) const override;
  Workspace::LinearSolving linear_solving(const Workspace&) const override {
    return {"elimination", "the domains of a tree are eliminated from its leaves to its root"};
  }
  const DomainBody& body() const { return *body_; }
  const Coupling& coupling() const { return *settings_.coupling; }
  const std::vector<Load>& loads() const { return influences_.loads; }

  const TreeVertices* vertices() const override { return &vertices_; }
  const TreeStepper* tree() const override { return this; }

 private:
  std::vector<VertexForce> on_copies(Index mesh_vertex, const Vec3& force) const;  // in equal parts
  void set_forces(const Frame& from, const StepInput& input, OutsideForces& forces) const;
  MultidomainResult step(const DomainState& state, double h, const OutsideForces& forces, TreeWorkspace& workspace) const;
  TreeSums sums_of(const Frame& frame, const DomainState& state) const;
  double fade(double t, DomainState& state) const;  // by a over t; returns what that dissipates [J]
  double dissipated(const DomainState& from, const DomainState& to, double h) const;

  std::shared_ptr<const DomainBody> body_;
  DomainInfluences influences_;
  const MultidomainMethod& method_;
  MultidomainSettings settings_;
  TreeVertices vertices_;
  std::vector<std::vector<MomentsOfDomain>> loads_;  // where their profiles are 1
  AirOnDomains air_;
  double size_ = 0;  // of the body at rest [m]
};

}  // namespace lilyan
