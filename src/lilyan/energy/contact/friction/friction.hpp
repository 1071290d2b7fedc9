// Friction and damping of a pair of surfaces that press on each other: as functions of the positions at the end of a step, and as
// impulses that slow the motion there.
//
//   R = mu N f(|u|) + (c/2h) (n.s)^2,   s = sum_i c_i (x_i - x_i at the start),   u = s - n (n.s)                     [J]
//   f(y) = y^2/e - y^3/(3 e^2) + e/3  where y < e,  else y,      e = eps h
//
// mu is the coefficient, N the normal force [N], n the normal, s the way that one surface moves past the other in the step [m], c
// the damping [N s/m], eps a speed below which friction grows smoothly from nothing [m/s]. N, n and the weights c_i are frozen
// while a step is solved, so R is convex and only takes energy, whatever they are. [Li 2020, sec. 5]
#pragma once

#include <lilyan/core/vector.hpp>
#include <lilyan/space/metric.hpp>

#include <array>
#include <optional>
#include <vector>

namespace lilyan {

inline constexpr double kSlipSpeed = 1e-5;  // eps for a body of 1 m [m/s]

// Two pieces of surface, or one and a plane, that press on each other.
struct PressedPair {
  std::array<Index, 4> points = {-1, -1, -1, -1};  // vertices, and points of obstacles from the number of vertices on
  std::array<double, 4> weights = {0, 0, 0, 0};    // c_i: those of the first piece sum to 1, those of the second to -1
  Vec3 normal = Vec3::Zero();                      // n
  double force = 0;                                // N [N]
  double friction = 0;                             // mu
  double slip_speed = kSlipSpeed;                  // eps [m/s]
  double damping = 0;                              // c [N s/m]
  Index contact = -1;                              // where its force is reported; -1: nowhere
  double sign = 0;                                 // of grad R at the first piece in what is reported
  bool has_obstacle = false;
  Vec3 obstacle_moved = Vec3::Zero();     // sum_i c_i dx_i over the obstacle's points in this step [m]
  Vec3 obstacle_velocity = Vec3::Zero();  // the same of their velocities at its end [m/s]

  // sum_i c_i y_i over the vertices.
  Vec3 sum(const Vector& y) const;
  template <class Use>
  void for_each_vertex(Index vertices, const Use& use) const {
    for (std::size_t i = 0; i < 4; ++i)
      if (points[i] >= 0 && points[i] < vertices) use(points[i], weights[i]);
  }

  // N, n and the weights of a pair whose pieces push at each other by the gradient g [N] of each point; `first`: how many points
  // the first piece has. Weights that would leave a piece are cut, as those of nearly parallel edges are.
  void press_by(const Eigen::Matrix<double, 12, 1>& g, std::size_t first);
};

// R of a pair in a step of length h that slips by s, with the speed eps times `smoothing`.
struct PairSlip {
  PairSlip(const PressedPair& pair, const Vec3& s, double h, double smoothing);

  double value;     // [J]
  Vec3 force;       // dR/ds [N]
  double left;      // mu N (1 - f'): of the friction, what the step did not use [N]
  double stiffest;  // the largest eigenvalue of the slope [N/m]

  Mat3 slope(const PressedPair& pair) const;  // d^2R/ds^2 [N/m]

 private:
  Vec3 u_;
  double length_, along_, across_, normal_;  // |u|; eigenvalues along u, across it and along n
};

// All that a later step needs to know of pairs, as numbers, and back; where obstacles go is not known any more. None if the numbers
// are of no pairs, as those of a file may be that was changed; points and contacts are at least -1, their ends are not known here.
std::vector<double> numbers_of(const std::vector<PressedPair>& pairs);
std::optional<std::vector<PressedPair>> pairs_of(const std::vector<double>& numbers);

// The motion at the end of a step, while friction still slows it.
//
// An impulse changes the velocities at once, so that one pair sees what the pairs before it did.
class EndMotion {
 public:
  // `v`: velocities of all components, held ones included [m/s]. `mass`: of each component, 0 where held [kg]; where vertices share
  // mass, the metric says what an impulse does.
  EndMotion(const Metric& metric, const Vector& mass, bool shares_mass, Vector v, Index contacts);

  // Takes the sliding velocity of a pair down by an impulse of at most `limit` [N s], and never through zero.
  void slow(const PressedPair& pair, double limit);

  bool is_changed() const { return is_changed_; }
  const Vector& impulse() const { return impulse_; }                 // of all components, held ones included [N s]
  const Vector& from_outside() const { return from_outside_; }       // the share of it that obstacles gave [N s]
  const std::vector<double>& contacts() const { return contacts_; }  // by contact, as StepTerm::add_reactions has them [N s]
  double dissipated() const { return dissipated_; }                  // [J]
  double work() const { return work_; }                              // of obstacles and held vertices that move [J]

 private:
  Index vertices() const { return static_cast<Index>(v_.size() / 3); }
  Vector shared_response(const PressedPair& pair, const Vec3& t) const;  // of the velocities to an impulse of 1 along t

  const Metric& metric_;
  const Vector& mass_;
  bool shares_mass_;
  Vector v_, impulse_, from_outside_;
  std::vector<double> contacts_;
  double dissipated_ = 0, work_ = 0;
  bool is_changed_ = false;
};

}  // namespace lilyan
