// Vertices that may not pass a plane: a barrier for each, in the gap d = n.(x - c(t)) - r, r being half a thickness.
//
// The plane may move but not turn. Over a step every gap changes at a steady rate, so the mean force q along the chord has a closed
// form (barrier.hpp), and a chord passes the plane if its end does. An equilibrium has the force at its end. A plane that moves
// does the work -q n.(c_1 - c_0) on each vertex.
#pragma once

#include <lilyan/energy/contact/barrier.hpp>
#include <lilyan/energy/contact/friction.hpp>
#include <lilyan/energy/potential.hpp>
#include <lilyan/space/motion.hpp>

#include <span>
#include <vector>

namespace lilyan {

struct ContactPoint {
  Index vertex;
  double stiffness;   // k [N/m]
  double radius = 0;  // r [m]
};

// What a plane does besides its barrier, and how it moves.
struct PlaneLaw {
  Index contact = 0;                 // its number among the contacts of the system
  double friction = 0, damping = 0;  // [-], [s]
  Motion motion = {};                // without rotations
  double slip_speed = kSlipSpeed;    // eps of friction.hpp [m/s]
};

class PlaneContact final : public Potential {
 public:
  // `normal` has length 1 and points to where the vertices may be; contact begins at the gap `distance` [m].
  PlaneContact(const Vec3& point, const Vec3& normal, double distance, std::vector<ContactPoint> points, PlaneLaw law = {});

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

  bool dissipates() const override { return law_.friction > 0 || law_.damping > 0; }
  Index contacts_end() const override { return law_.contact + 1; }

  Vec3 point(double t = 0) const { return point_ + displacement(law_.motion, point_, t); }
  const Vec3& normal() const { return normal_; }
  double distance() const { return distance_; }
  const PlaneLaw& law() const { return law_; }
  const std::vector<ContactPoint>& points() const { return points_; }
  double gap(const ContactPoint& point, const Vector& x, double t = 0) const;  // [m]
  Barrier barrier(const ContactPoint& point) const { return {point.stiffness, distance_}; }
  double least_gap(const Vector& x, double t = 0) const;  // [m], +infinity without points
  Index touching(const Vector& x, double t) const;        // points nearer than `distance`
  // forces += the force on the plane of vertices that the barrier pushes with `slope` [N] along -normal; by its number.
  void add_reaction(double slope, std::span<double> forces) const;
  void add_reactions(const Vector& x, double t, std::span<double> forces) const;  // at an instant, see StepTerm

 private:
  Vec3 point_, normal_;
  double distance_;
  PlaneLaw law_;
  std::vector<ContactPoint> points_;
};

}  // namespace lilyan
