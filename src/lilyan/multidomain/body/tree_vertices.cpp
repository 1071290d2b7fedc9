#include <lilyan/multidomain/body/tree_vertices.hpp>

#include <lilyan/multidomain/world_positions.hpp>

#include <algorithm>
#include <limits>

namespace lilyan {

namespace {

// Scratch of the thread that looks; results have the same bits with new ones.
thread_local TreeWorkspace workspace;
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

Vector TreeVertices::positions(const Frame& state) const { return body_->positions(pose_of(body_->tree(), state), workspace); }

Vector TreeVertices::velocities(const Frame& state) const { return body_->velocities(state_of(body_->tree(), state), workspace); }

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
