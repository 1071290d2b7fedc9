// The vertices of a body of domains, as observers ask for them. What is asked of few vertices costs as much as placing the frames,
// once for a state.
#pragma once

#include <lilyan/dynamics/stepper.hpp>
#include <lilyan/multidomain/body/domain_reach.hpp>
#include <lilyan/multidomain/body/observed_frames.hpp>

#include <memory>

namespace lilyan {

class TreeVertices final : public StateVertices {
 public:
  explicit TreeVertices(std::shared_ptr<const DomainBody> body);

  Vector positions(const Frame& state) const override;
  Vector velocities(const Frame& state) const override;
  Vector positions_of(std::span<const Index> vertices, const Frame& state) const override;

  // Looks at the vertices of those domains only that can be farther away than what is known.
  double largest_displacement(const Frame& state, const Frame& from, const Vector& x_from, double known) const override;

  // largest[j] becomes how far the interface below domain j is from a rigid motion, if that is more; see interface_places.hpp.
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
