// The tets of a co-rotated body: what of their rest shapes and laws its energies need, and sums over them.
#pragma once

#include <lilyan/algebra/element_schedule.hpp>
#include <lilyan/algebra/symmetric_matrix.hpp>
#include <lilyan/materials/corotated.hpp>
#include <lilyan/materials/rotation_fit.hpp>
#include <lilyan/mesh/tet_mesh.hpp>

#include <array>
#include <vector>

namespace lilyan {

struct CorotatedTet {
  std::array<Index, 4> vertex;    // ascending
  std::array<bool, 4> held = {};  // whole, and the law lets that bind the rotation
  Index law = 0;                  // in `stiffnesses`
  Index original = 0;             // number at construction
  RotationRule rule = RotationRule::polar;
  double V = 0;                   // volume at rest [m^3]
  Mat3 gradients = Mat3::Zero();  // row a: gradient of the shape function of vertex a + 1 [1/m]
  RotationFit fit = {};
};

class CorotatedTets {
 public:
  CorotatedTets(std::vector<CorotatedTet> tets, std::vector<Mat6> stiffnesses, const Vector& X);

  const std::vector<CorotatedTet>& tets() const { return tets_; }
  const Mat6& stiffness(const CorotatedTet& tet) const { return stiffnesses_[static_cast<std::size_t>(tet.law)]; }
  Mat3 deformation_gradient(const CorotatedTet& tet, const Vector& x) const;

  // The same tets about another rest shape; those without volume there have no energy.
  CorotatedTets about(const Vector& X) const;

  // Sums of V Psi and its derivatives over the tets; point(e, F) is the law of tet e at F.
  template <class MakePoint>
  double sum(const Vector& x, const MakePoint& point) const {
    return schedule_.sum([&](const ElementSchedule::Chunk& chunk) {
      double W = 0;
      for (Index e = chunk.begin; e < chunk.end; ++e)
        if (tets_[e].V > 0) W += tets_[e].V * point(e, deformation_gradient(tets_[e], x)).energy_density();
      return W;
    });
  }
  template <class MakePoint>
  double add_gradient(const Vector& x, double w, Vector& g, const MakePoint& point) const {
    return schedule_.scatter_and_sum([&](const ElementSchedule::Chunk& chunk) {
      double W = 0;
      for (Index e = chunk.begin; e < chunk.end; ++e) {
        if (!(tets_[e].V > 0)) continue;
        const auto at = point(e, deformation_gradient(tets_[e], x));
        W += tets_[e].V * at.energy_density();
        scatter(tets_[e], w * tets_[e].V * at.first_piola_stress(), g);
      }
      return W;
    });
  }
  template <class MakePoint>
  void add_hessian(const Vector& x, double w, Definiteness definiteness, int group, BlockMatrix& H, const MakePoint& point) const {
    const Index* places = H.pattern().places(group).data();
    schedule_.for_each([&](const ElementSchedule::Chunk& chunk) {
      for (Index e = chunk.begin; e < chunk.end; ++e)
        if (tets_[e].V > 0)
          scatter(tets_[e], w * tets_[e].V * point(e, deformation_gradient(tets_[e], x)).stiffness(definiteness),
                  places + kBlocks * static_cast<std::ptrdiff_t>(e), H);
    });
  }

  int connect(BlockPatternBuilder& pattern) const;  // returns the group of the tets

 private:
  static constexpr int kBlocks = 10;  // of a tet's Hessian: a >= b
  static void scatter(const CorotatedTet& tet, const Mat3& P, Vector& g);
  static void scatter(const CorotatedTet& tet, const Mat9& K, const Index* places, BlockMatrix& H);

  std::vector<CorotatedTet> tets_;
  std::vector<Mat6> stiffnesses_;
  ElementSchedule schedule_;
};

}  // namespace lilyan
