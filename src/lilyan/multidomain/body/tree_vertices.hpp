// The vertices of a body of domains, as observers ask for them. What is asked of few vertices costs as much as placing the frames,
// once for a state.
#pragma once

#include <lilyan/dynamics/state_vertices.hpp>
#include <lilyan/multidomain/body/domain_body.hpp>
#include <lilyan/multidomain/body/domain_frames.hpp>

#include <memory>

namespace lilyan {

// How far the vertices of a domain can be from where they are in another state, from above and without looking at them.
//
//   |x_p - x'_p| <= |c - c' + s (R - R') X_p| + s |U_p q| + s |U_p q'|        x_p = c + s R (X_p + U_p q)
//
// The first term is largest at a corner of the box of X; |U_p q| is at most sum_l |q_l| max_p |U_pl|, and at most |q| times the
// largest norm of a U_p.
class DomainReach {
 public:
  DomainReach() = default;
  explicit DomainReach(const DomainModel& model);

  // A frame with the coordinates of the domain.
  struct Pose {
    const FramePlacement& frame;
    const double* q;
  };
  double largest_distance(const Pose& here, const Pose& there, double scale) const;  // [m]; somewhat more, for rounding

 private:
  double deformation(const double* q) const;  // at least |U_p q|

  Eigen::Matrix<double, 3, 8> corners_ = Eigen::Matrix<double, 3, 8>::Zero();
  Vector of_coordinate_;  // max_p |U_pl|
  double of_all_ = 0;     // max_p |U_p|
};

// The frames of a body of domains in a state, placed or moved, too.
struct ObservedTree {
  Vector q;
  TreeKinematics kinematics;
};

class TreeVertices final : public StateVertices {
 public:
  explicit TreeVertices(std::shared_ptr<const DomainBody> body);

  Vector positions(const Frame& state) const override;
  Vector velocities(const Frame& state) const override;
  Vector positions_of(std::span<const Index> vertices, const Frame& state) const override;

  // Looks at the vertices of those domains only that can be farther away than what is known.
  double largest_displacement(const Frame& state, const Frame& from, const Vector& x_from, double known) const override;

  // largest[j] becomes how far the interface below domain j is from a rigid motion, if that is more; see InterfacePlaces.
  void see_interface_jumps(const Frame& state, std::vector<double>& largest) const;

  // The frames in a state, in place or moved, too; valid in this thread until those of another state are asked for. nullptr if an
  // interface is turned inside out or flattened.
  const ObservedTree* at(const Frame& state) const;
  const ObservedTree* moving_at(const Frame& state) const;

 private:
  std::shared_ptr<const DomainBody> body_;
  std::vector<DomainReach> reach_;  // of each model
};

}  // namespace lilyan
