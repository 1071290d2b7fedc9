// Vertices that meet a plane: an energy of the gap d = n.(x - c(t)) - r of each, r being half a thickness.
//
// What the energy of a gap is, and how it enters a step, is for the responses to say (plane_responses.hpp). The plane may move but
// not turn, so that over a step every gap changes at a steady rate.
#pragma once

#include <lilyan/energy/contact/friction/friction.hpp>
#include <lilyan/energy/contact/gap_energy.hpp>
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

// What a plane does besides its response, and how it moves.
struct PlaneLaw {
  Index contact = 0;                 // its number among the contacts of the system
  double friction = 0, damping = 0;  // [-], [s]
  Motion motion = {};                // without rotations
  double slip_speed = kSlipSpeed;    // eps of friction.hpp [m/s]
};

class PlaneContact : public Potential {
 public:
  // `normal` has length 1 and points to where the vertices may be; gaps are compared with `distance` [m].
  PlaneContact(const Vec3& point, const Vec3& normal, double distance, std::vector<ContactPoint> points, PlaneLaw law);

  // Of the gap d of a point, for d < reach(); 0 beyond.
  virtual GapEnergy energy_of(const ContactPoint& point, double d) const = 0;
  virtual double reach() const = 0;  // the gap at which contact begins [m]

  EnergyKind kind() const override { return EnergyKind::contact; }
  std::optional<int> degree() const override { return std::nullopt; }
  double value(const Vector& x, double t) const override;
  void add_energies(const Vector& x, double t, Vector& per_vertex) const override;
  double add_gradient(const Vector& x, double t, double w, Vector& g) const override;
  void add_hessian(const Vector& x, double t, double w, Definiteness definiteness, BlockMatrix& H) const override;
  bool depends_on_time() const override { return !law_.motion.empty(); }
  double rate(const Vector& x, double t) const override;
  void connect(BlockPatternBuilder&) override {}  // a vertex meets itself
  Index contacts_end() const override { return law_.contact + 1; }
  void add_reactions(const Vector& x, double t, double w, std::span<double> forces) const override;

  Vec3 point(double t = 0) const { return point_ + displacement(law_.motion, point_, t); }
  Vec3 velocity(double t) const { return displacement_rate(law_.motion, point_, t); }  // [m/s]
  const Vec3& normal() const { return normal_; }
  double distance() const { return distance_; }
  const PlaneLaw& law() const { return law_; }
  const std::vector<ContactPoint>& points() const { return points_; }
  double gap(const ContactPoint& point, const Vector& x, double t = 0) const;  // [m]
  double least_gap(const Vector& x, double t = 0) const;                       // [m], +infinity without points
  Index touching(const Vector& x, double t) const;                             // points nearer than reach()
  // forces += the force on the plane of vertices that are pushed with `slope` [N] along -normal; by its number.
  void add_reaction(double slope, std::span<double> forces) const;

 private:
  // use(point, energy) of every point nearer than reach().
  template <class Use>
  void for_each_touching(const Vector& x, double t, const Use& use) const {
    for (const ContactPoint& point : points_)
      if (const double d = gap(point, x, t); d < reach()) use(point, energy_of(point, d));
  }

  Vec3 point_, normal_;
  double distance_;
  PlaneLaw law_;
  std::vector<ContactPoint> points_;
};

}  // namespace lilyan
