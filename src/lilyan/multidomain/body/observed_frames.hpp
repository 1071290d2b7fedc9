// The frames of a body of domains in the state that is looked at. They are placed once for all who look at the same state, one
// after the other; those of another state take their place.
#pragma once

#include <lilyan/multidomain/body/domain_body.hpp>
#include <lilyan/multidomain/body/domain_frames.hpp>

#include <memory>

namespace lilyan {

struct ObservedTree {
  Vector q;
  TreeKinematics kinematics;
};

class ObservedFrames {
 public:
  // In place; nullptr if an interface is turned inside out or flattened: there is no frame for its child.
  const ObservedTree* at(const std::shared_ptr<const DomainBody>& body, const Frame& state) {
    return is_placed(body, state) ? &tree_ : nullptr;
  }
  // Moved, too.
  const ObservedTree* moving_at(const std::shared_ptr<const DomainBody>& body, const Frame& state) {
    if (!is_placed(body, state)) return nullptr;
    if (p_.size() == state.p.size() && p_ == state.p) return &tree_;
    const Eigen::Index n = body->tree().size();
    tree_.kinematics.move(body->tree(), state.p.head(n), state.p.segment<6>(n));
    p_ = state.p;
    return &tree_;
  }

 private:
  bool is_placed(const std::shared_ptr<const DomainBody>& body, const Frame& state) {
    // Held weakly, a body that is gone keeps its number: no other one is taken for it.
    const bool is_same = !body_.owner_before(body) && !body.owner_before(body_);
    if (is_same && x_.size() == state.x.size() && x_ == state.x) return true;
    const DomainState pose = pose_of(body->tree(), state);
    body_.reset();  // until all is known of the new one: memory may run out on the way
    p_.resize(0);
    if (!is_same) tree_.kinematics.arrange(body->tree());
    if (tree_.kinematics.place(body->tree(), pose.q, pose.root)) return false;
    x_ = state.x;
    tree_.q = pose.q;
    body_ = body;
    return true;
  }

  std::weak_ptr<const DomainBody> body_;
  Vector x_, p_;  // of the frame; p is empty if it is not moved
  ObservedTree tree_;
};

}  // namespace lilyan
