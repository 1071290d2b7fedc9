// The motion at the end of a step, while friction still slows it.
//
// An impulse changes the velocities at once, so that one pair sees what the pairs before it did.
#pragma once

#include <lilyan/energy/contact/friction.hpp>
#include <lilyan/space/metric.hpp>

namespace lilyan {

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
