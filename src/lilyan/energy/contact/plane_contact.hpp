// Vertices that may not pass a fixed plane: a barrier for each, in the gap d = n.(x - c) - r, r being half a thickness.
//
// Over a step every gap changes at a steady rate, so the mean force along the chord has a closed form (barrier.hpp), and a chord
// passes the plane where its end does. An equilibrium has the force at its end.
#pragma once

#include <lilyan/energy/contact/barrier.hpp>
#include <lilyan/energy/potential.hpp>

#include <vector>

namespace lilyan {

struct ContactPoint {
  Index vertex;
  double stiffness;   // k [N/m]
  double radius = 0;  // r [m]
};

class PlaneContact final : public Potential {
 public:
  // `normal` has length 1 and points to where the vertices may be; contact begins at the gap `distance` [m].
  PlaneContact(const Vec3& point, const Vec3& normal, double distance, std::vector<ContactPoint> points);

  EnergyKind kind() const override { return EnergyKind::contact; }
  std::optional<int> degree() const override { return std::nullopt; }
  double value(const Vector& x, double t) const override;
  void add_energies(const Vector& x, double t, Vector& per_vertex) const override;
  double add_gradient(const Vector& x, double t, double w, Vector& g) const override;
  void add_hessian(const Vector& x, double t, double w, Definiteness definiteness, BlockMatrix& H) const override;
  void connect(BlockPatternBuilder&) override {}  // a vertex meets itself
  bool has_own_mean() const override { return true; }
  bool acts_at_start() const override { return false; }
  std::unique_ptr<StepTerm> own_mean(const Chord& chord, Evaluate evaluate) const override;

  const Vec3& point() const { return point_; }
  const Vec3& normal() const { return normal_; }
  const std::vector<ContactPoint>& points() const { return points_; }
  double gap(const ContactPoint& point, const Vector& x) const;  // [m]
  Barrier barrier(const ContactPoint& point) const { return {point.stiffness, distance_}; }
  double least_gap(const Vector& x) const;  // [m], +infinity without points

 private:
  Vec3 point_, normal_;
  double distance_;
  std::vector<ContactPoint> points_;
};

}  // namespace lilyan
