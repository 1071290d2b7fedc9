#include <lilyan/multidomain/body/tree_vertices.hpp>

#include <lilyan/multidomain/tree_kinematics.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lilyan {

DomainReach::DomainReach(const DomainModel& model) : of_coordinate_(Vector::Zero(model.size())) {
  if (model.vertices() == 0) return;
  const auto points = model.X().reshaped(3, model.vertices());
  const Vec3 low = points.rowwise().minCoeff(), high = points.rowwise().maxCoeff();
  for (int k = 0; k < 8; ++k)
    for (int a = 0; a < 3; ++a) corners_(a, k) = (k >> a & 1) != 0 ? high[a] : low[a];
  for (Index p = 0; p < model.vertices(); ++p) {
    const auto U = model.U().middleRows<3>(3 * Eigen::Index{p});
    of_coordinate_ = of_coordinate_.cwiseMax(U.colwise().norm().transpose());
    of_all_ = std::max(of_all_, U.norm());
  }
}

double DomainReach::deformation(const double* q) const {
  const Eigen::Map<const Vector> own(q, of_coordinate_.size());
  return std::min(own.cwiseAbs().dot(of_coordinate_), own.norm() * of_all_);
}

double DomainReach::largest_distance(const Pose& here, const Pose& there, double scale) const {
  constexpr double kRounding = 1e-12;
  const Mat3 turned = scale * (here.frame.R - there.frame.R);
  const Vec3 shifted = here.frame.x - there.frame.x;
  const double rigid = std::sqrt(((turned * corners_).colwise() + shifted).colwise().squaredNorm().maxCoeff());
  const double size = scale * corners_.cwiseAbs().maxCoeff() + here.frame.x.norm() + there.frame.x.norm();
  return rigid + scale * (deformation(here.q) + deformation(there.q)) + kRounding * size;
}

namespace {

// The frames of a body of domains in the state that is looked at. They are placed once for all who look at the same state, one
// after the other; those of another state take their place.
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

// Scratch of the thread that looks; results have the same bits with new ones.
thread_local TreeWorkspace own_workspace;
thread_local ObservedFrames observed, compared;

Vector no_numbers(Eigen::Index size) { return Vector::Constant(size, std::numeric_limits<double>::quiet_NaN()); }

}  // namespace

TreeVertices::TreeVertices(std::shared_ptr<const DomainBody> body) : body_(std::move(body)) {
  const DomainTree& tree = body_->tree();
  std::vector<bool> is_made(static_cast<std::size_t>(tree.models()), false);
  reach_.resize(is_made.size());
  for (Index j = 0; j < tree.count(); ++j) {
    const auto number = static_cast<std::size_t>(tree.model_number(j));
    if (is_made[number]) continue;
    is_made[number] = true;
    reach_[number] = DomainReach(tree.model(j));
  }
}

Vector TreeVertices::positions(const Frame& state) const { return body_->positions(pose_of(body_->tree(), state), own_workspace); }

Vector TreeVertices::velocities(const Frame& state) const {
  return body_->velocities(state_of(body_->tree(), state), own_workspace);
}

const ObservedTree* TreeVertices::at(const Frame& state) const { return observed.at(body_, state); }

const ObservedTree* TreeVertices::moving_at(const Frame& state) const { return observed.moving_at(body_, state); }

Vector TreeVertices::positions_of(std::span<const Index> vertices, const Frame& state) const {
  const auto size = 3 * static_cast<Eigen::Index>(vertices.size());
  const ObservedTree* const seen = at(state);
  if (!seen) return no_numbers(size);
  Vector x(size);
  for (std::size_t k = 0; k < vertices.size(); ++k)
    vertex(x, static_cast<Index>(k)) = body_->position(vertices[k], seen->q, seen->kinematics);
  return x;
}

double TreeVertices::largest_displacement(const Frame& state, const Frame& from, const Vector& x_from, double known) const {
  const DomainTree& tree = body_->tree();
  const ObservedTree *const here = at(state), *const there = compared.at(body_, from);
  if (!here || !there) return known;
  struct Candidate {
    double bound;
    Index domain;
  };
  std::vector<Candidate> candidates;
  for (Index j = 0; j < tree.count(); ++j) {
    const double bound = reach_[static_cast<std::size_t>(tree.model_number(j))].largest_distance(
        {here->kinematics.in_world(j), here->q.data() + tree.first(j)},
        {there->kinematics.in_world(j), there->q.data() + tree.first(j)}, tree[j].scale);
    if (bound > known) candidates.push_back({bound, j});
  }
  std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) { return a.bound > b.bound; });
  Vector x;
  // The mean of copies is no farther away than one of them: where it is farther than what is known, so is the bound of a domain.
  for (const auto& [bound, j] : candidates) {
    if (bound <= known) break;
    world_positions(tree, here->kinematics, here->q, j, x);
    const std::vector<Index>& numbers = body_->vertices_of(j);
    for (std::size_t p = 0; p < numbers.size(); ++p) {
      const Index i = numbers[p];
      const bool is_shared = body_->copies(i).size() > 1;
      const Vec3 place = is_shared ? body_->position(i, here->q, here->kinematics) : Vec3(vertex(x, static_cast<Index>(p)));
      known = std::max(known, (place - vertex(x_from, i)).norm());
    }
  }
  return known;
}

void TreeVertices::see_interface_jumps(const Frame& state, std::vector<double>& largest) const {
  if (const ObservedTree* const seen = at(state)) body_->interface_places().see(body_->tree(), seen->q, seen->kinematics, largest);
}

}  // namespace lilyan
