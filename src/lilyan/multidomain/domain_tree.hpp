// Domains hung together to a tree: what each is an instance of, where it is attached, and the state of the whole.
//
// Domain j is fastened to the frame of an interface of its parent i, at a distance from its middle if it is placed beside it. Its
// model may be used at a uniform scale s, of the same material, and with its natural frequencies multiplied by k:
//
//   x_p = s (X_p + U_p q),   W_s(q) = s^3 k^2 W(q)      q is that of the model; masses grow by s^3
//
// so that frequencies are k/s times those of the model, and nothing is precomputed anew. [Barbic 2011, sec. 5]
#pragma once

#include <lilyan/multidomain/domain_model.hpp>
#include <lilyan/multidomain/spatial.hpp>

#include <memory>
#include <optional>

namespace lilyan {

struct Domain {
  std::shared_ptr<const DomainModel> model;
  Index parent = -1;                 // an earlier domain; -1: the root
  Index interface = 0;               // of the parent's model
  Mat3 rotation = Mat3::Identity();  // takes the axes of the domain's frame to those of its parent's, at rest
  Vec3 offset = Vec3::Zero();        // from the middle of the interface to the origin of the domain's frame, in the parent's axes
                                     // at rest [m]
  double scale = 1;                  // s
  double frequency_factor = 1;       // k
};

enum class RootMotion { fixed, free };

class DomainTree {
 public:
  // The first domain is the root; `placement` is that of its frame in the world (at rest, if it is free). Throws InputError (id
  // "multidomain.tree") if a domain stands before its parent, an interface does not exist, a rotation is none or a factor is not
  // positive.
  DomainTree(std::vector<Domain> domains, RootMotion root_motion, const FramePlacement& placement = {});

  Index count() const { return static_cast<Index>(domains_.size()); }
  const Domain& operator[](Index j) const { return domains_[j]; }
  const DomainModel& model(Index j) const { return *domains_[j].model; }
  Index parent(Index j) const { return domains_[j].parent; }
  const InterfaceFrame& interface_below(Index j) const { return model(parent(j)).interfaces()[domains_[j].interface]; }
  RootMotion root_motion() const { return root_motion_; }
  const FramePlacement& placement() const { return placement_; }
  double mass() const { return mass_; }  // of all domains [kg]

  // Coordinates of all domains stand in one vector, domain after domain.
  Index size() const { return size_; }
  Index size(Index j) const { return model(j).size(); }
  Index first(Index j) const { return first_[j]; }
  auto part(const Vector& all, Index j) const { return all.segment(first_[j], size(j)); }
  auto part(Vector& all, Index j) const { return all.segment(first_[j], size(j)); }

  // Domains that share a model have the same number, counted from 0.
  Index model_number(Index j) const { return model_number_[j]; }
  Index models() const { return models_; }

 private:
  std::vector<Domain> domains_;
  RootMotion root_motion_;
  FramePlacement placement_;
  double mass_ = 0;
  Index size_ = 0, models_ = 0;
  std::vector<Index> first_, model_number_;
};

// Where a tree of domains is and how it moves: all that changes in time.
struct TreeMomenta {
  Vec3 p = Vec3::Zero();       // [kg m/s]
  Vec3 L = Vec3::Zero();       // about the world's origin [kg m^2/s]
  Vec3 center = Vec3::Zero();  // of mass, in the world [m]
};

// Where a tree of domains is and how it moves: all that changes in time.
struct DomainState {
  Vector q, qd, qdd;       // coordinates of all domains with their velocities and accelerations
  FramePlacement root;     // of the root's frame in the world
  Vec6 V0 = Vec6::Zero();  // velocity of the root's frame, in its own axes; 0 if the root is fixed
  Vec6 A0 = Vec6::Zero();  // its acceleration: that of the origin, and the angular one, in its own axes

  // Momenta and centre of mass that steps of a free body carry on, so that rounding does not add up. Without them a step takes
  // those of V0 and qd; whoever changes these by hand resets them.
  std::optional<TreeMomenta> carried = {};

  bool is_finite() const {
    return q.allFinite() && qd.allFinite() && qdd.allFinite() && root.x.allFinite() && root.R.allFinite() && V0.allFinite();
  }
};

inline DomainState state_at_rest(const DomainTree& tree) {
  const Vector none = Vector::Zero(tree.size());
  return {none, none, none, tree.placement()};
}

}  // namespace lilyan
