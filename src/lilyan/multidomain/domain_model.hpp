// A reduced domain as it is precomputed: everything a time step needs, none of it changes, and instances share it.
//
//   x_p = X_p + U_p q        in the domain's frame, whose origin lies at the middle of the interface to its parent, where U is 0
//
// The root of a tree that flies freely has its origin at its centre of mass, and U is orthogonal to the rigid motions by the
// masses.
#pragma once

#include <lilyan/multidomain/interface_frame.hpp>
#include <lilyan/space/mass_moments.hpp>
#include <lilyan/reduction/quartic_energy.hpp>

#include <optional>
#include <vector>

namespace lilyan {

struct DomainInterface {
  std::vector<Index> vertices;  // of the domain, where a child may be attached
  Vector weights;               // one per vertex, for instance its share of the interface's area [m^2]
};

struct DomainDescription {
  Vector X;              // rest positions [m], 3n
  Eigen::MatrixXd U;     // 3n x r; no columns for a rigid domain
  Vector vertex_mass;    // [kg], n
  QuarticEnergy energy;  // of r coordinates
  std::vector<DomainInterface> interfaces = {};
  std::optional<std::vector<Index>> kept = {};  // vertices whose positions and forces are asked for; all if not given
};

class DomainModel {
 public:
  using VertexRows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;  // rows of a vertex stand together

  // Throws InputError (id "multidomain.domain") if sizes do not fit together, a mass is not positive or a number is not finite.
  explicit DomainModel(const DomainDescription& description);

  Index size() const { return moments_.size(); }  // r
  const MassMoments& moments() const { return moments_; }
  const QuarticEnergy& energy() const { return energy_; }
  const std::vector<InterfaceFrame>& interfaces() const { return interfaces_; }

  // Of the vertices that are kept, in the order of `kept`.
  Index vertices() const { return static_cast<Index>(X_.size() / 3); }
  const Vector& X() const { return X_; }
  const VertexRows& U() const { return U_; }

 private:
  MassMoments moments_;
  QuarticEnergy energy_;
  std::vector<InterfaceFrame> interfaces_;
  Vector X_;
  VertexRows U_;
};

}  // namespace lilyan
