// The elastic energy of a reduced body: a polynomial of its coordinates alone, whatever the number of its cells.
//
//   W(y) = W_q(s y)        W_q: of coordinates whose columns are orthonormal with the masses (quartic_energy.hpp);
//                          s = sqrt(m), since y is measured in metres (space/space.hpp)
//
// Its degree is four, or two where the law is linear, so that a quadrature of the mean force is exact.
#pragma once

#include <lilyan/energy/potential.hpp>
#include <lilyan/reduction/quartic_energy.hpp>
#include <lilyan/space/space.hpp>

#include <memory>

namespace lilyan {

class ReducedElasticity final : public Potential {
 public:
  ReducedElasticity(const Space::Reduced& body, std::shared_ptr<const QuarticEnergy> energy);

  EnergyKind kind() const override { return EnergyKind::elastic; }
  std::optional<int> degree() const override { return energy_->is_quadratic() ? 2 : 4; }
  double value(const Vector& y, double t) const override;
  void add_energies(const Vector& y, double t, Vector& per_vertex) const override { per_vertex[first_point_] += value(y, t); }
  double add_gradient(const Vector& y, double t, double w, Vector& g) const override;
  void add_hessian(const Vector& y, double t, double w, Definiteness definiteness, BlockMatrix& H) const override;
  void connect(BlockPatternBuilder& pattern) override;

 private:
  Index first_point_, points_;
  double scale_;
  std::shared_ptr<const QuarticEnergy> energy_;
  int group_ = -1;  // in the block pattern
};

}  // namespace lilyan
