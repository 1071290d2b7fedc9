// Bodies and obstacles that may not pass through each other: a barrier for every pair of pieces of surface that comes near.
//
//   W = sum over pairs of m B(d - thickness)                                                        [J], see pair_energy.hpp
//
// Over a step every pair has its mean along the chord, R = int (E(z_s) - E(x_n))/s ds (chord_integral.hpp), whose force does
// exactly the work E(x) - E(x_n); a step in which a pair passes through has R = +infinity. An equilibrium has the force at its end,
// and the chord as a guard only. Which pairs there are is found anew in every step (contact_search.hpp); those of different bodies
// join vertices that no element joins, see `connect`.
#pragma once

#include <lilyan/energy/contact/chord_integral.hpp>
#include <lilyan/energy/contact/contact_search.hpp>
#include <lilyan/energy/contact/friction/friction.hpp>
#include <lilyan/energy/potential.hpp>

#include <functional>
#include <mutex>
#include <optional>
#include <span>

namespace lilyan {

// How the surfaces of one contact act on each other.
struct PairLaw {
  Index contact;                         // its number among the contacts of the system
  double distance;                       // D [m], where contact begins
  std::optional<double> stiffness = {};  // k of a pair [N/m]; none: `relative_stiffness` times the mean of its free vertices'
  double relative_stiffness = 1;
  double friction = 0, damping = 0;  // [-], [s]
  double slip_speed = kSlipSpeed;    // eps of friction.hpp [m/s]

  bool dissipates() const { return friction > 0 || damping > 0; }
};

// Where the time of contact goes [s]; for reports only.
struct ContactSeconds {
  double search = 0;  // for pairs that are near
  double pairs = 0;   // their forces and slopes, and how far a step may go

  ContactSeconds& operator+=(const ContactSeconds& other) {
    search += other.search;
    pairs += other.pairs;
    return *this;
  }
};

class PairContact final : public Potential {
 public:
  struct Setting {
    Index vertices = 0;                    // of the system
    Vector rest;                           // positions of all points at rest [m]: vertices and points of obstacles
    Vector stiffness;                      // of every vertex [N/m]; 0 where it is held
    std::vector<ContactSurface> surfaces;  // of bodies and obstacles
    ObstaclePoints obstacles;
    std::vector<PairLaw> laws;
    Meetings meetings;  // Meeting::law: the number of its law
    // Whether a pair is left out, because something else holds its pieces together; may be empty.
    std::function<bool(const NearPair&)> leaves_out;
  };
  explicit PairContact(Setting setting);

  EnergyKind kind() const override { return EnergyKind::contact; }
  std::optional<int> degree() const override { return std::nullopt; }
  double value(const Vector& x, double t) const override;
  void add_energies(const Vector& x, double t, Vector& per_vertex) const override;
  double add_gradient(const Vector& x, double t, double w, Vector& g) const override;
  void add_hessian(const Vector&, double, double, Definiteness, BlockMatrix&) const override {}  // by its terms only
  void connect(BlockPatternBuilder&) override {}
  bool has_own_mean(Evaluate) const override { return true; }
  bool acts_at_start() const override { return false; }
  std::unique_ptr<StepTerm> own_mean(const Chord& chord, Evaluate evaluate) const override;
  bool dissipates() const override;
  Index contacts_end() const override;

  // What terms and observers ask for.
  Index vertices() const { return setting_.vertices; }
  bool is_vertex(Index point) const { return point < setting_.vertices; }
  const ContactSearch& search() const { return search_; }
  const ObstaclePoints& obstacles() const { return setting_.obstacles; }
  const std::vector<PairLaw>& laws() const { return setting_.laws; }
  const PairLaw& law_of(const NearPair& pair) const;
  bool counts(const NearPair& pair) const;  // it can move, and is not left out
  PairEnergy energy_of(const NearPair& pair) const;
  // The points of a pair where the vertices are at x and the points of obstacles at `obstacles`.
  PairPoints points_of(const NearPair& pair, const Vector& x, const Vector& obstacles) const;
  // forces += w times the force of a pair on the meeting's surface a, by the number of its contact; `gradient` is the pair's.
  void add_reaction(const NearPair& pair, const PairVector& gradient, double w, std::span<double> forces) const;
  void add_reactions(const Vector& x, double t, double w, std::span<double> forces) const override;
  // The pairs that are nearer than their barriers' distance at x.
  std::vector<NearPair> touching(const Vector& x, double t) const;
  struct Nearest {
    double gap_over_distance;
    NearPair pair;
  };
  std::optional<Nearest> nearest(const Vector& x, double t) const;  // of those that touch
  ContactSeconds& seconds() const { return seconds_; }              // since it was made

 private:
  double stiffness_of(const NearPair& pair) const;

  Setting setting_;
  ContactSearch search_;

  // The last answer of `touching`: several observers ask for the same state.
  mutable std::mutex mutex_;
  mutable Vector last_x_;
  mutable double last_t_ = 0;
  mutable std::vector<NearPair> last_touching_;

  mutable ContactSeconds seconds_;
};

}  // namespace lilyan
