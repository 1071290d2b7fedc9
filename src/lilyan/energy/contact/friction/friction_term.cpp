#include <lilyan/energy/contact/friction/friction_term.hpp>

#include <lilyan/energy/contact/friction/friction.hpp>

#include <algorithm>
#include <cmath>
#include <map>

namespace lilyan {

namespace {

constexpr double kSmoothest = 100, kSharper = 10;  // eps of the first pass, and how much less that of the next is
constexpr double kSettled = 1e-2;                  // share of the normal forces that may have changed in the last pass
constexpr int kMostPasses = 8;

// The vertices of a pair, ascending.
std::vector<Index> stencil_of(const PressedPair& pair, Index vertices) {
  std::vector<Index> stencil;
  pair.for_each_vertex(vertices, [&](Index i, double) { stencil.push_back(i); });
  std::sort(stencil.begin(), stencil.end());
  return stencil;
}

bool all_meet(const std::vector<Index>& stencil, const BlockPattern& pattern) {
  for (std::size_t i = 0; i < stencil.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (pattern.place_of(stencil[i], stencil[j]) < 0) return false;
  return true;
}

// How much the normal forces of two lists differ, over the sum of those of the second.
double share_changed(std::span<const PressedPair> before, const std::vector<PressedPair>& now) {
  std::map<std::array<Index, 4>, double> changes;
  double sum = 0;
  for (const PressedPair& pair : before) changes[pair.points] -= pair.force;
  for (const PressedPair& pair : now) {
    changes[pair.points] += pair.force;
    sum += pair.force;
  }
  double changed = 0;
  for (const auto& [points, change] : changes) changed += std::abs(change);
  return changed > 0 ? changed / sum : 0;
}

}  // namespace

FrictionTerm::FrictionTerm(std::unique_ptr<const PressingTerm> barriers, const Chord& chord, std::string section)
    : barriers_(std::move(barriers)),
      x_n_(chord.x),
      h_(chord.h),
      pattern_(chord.pattern),
      section_(std::move(section)),
      damped_(barriers_->touching()) {
  std::vector<PressedPair> before;
  if (const Memory::Section remembered = chord.memory ? chord.memory->find(section_) : nullptr) {
    std::optional<std::vector<PressedPair>> known = pairs_of(*remembered);
    const auto is_own = [&](const PressedPair& pair) { return barriers_->can_press(pair); };
    if (!known || !std::all_of(known->begin(), known->end(), is_own)) refuse_memory(section_, "holds pairs that no contact has");
    before = std::move(*known);
  }
  for (PressedPair& pair : before) barriers_->follow_obstacle(pair);
  rub(std::move(before), kSmoothest);
}

void FrictionTerm::rub(std::vector<PressedPair> pressed, double smoothing) {
  pairs_ = std::move(pressed);
  rubbing_ = pairs_.size();
  pairs_.insert(pairs_.end(), damped_.begin(), damped_.end());
  smoothing_ = smoothing;
}

PairSlip FrictionTerm::slip_of(const PressedPair& pair, const Vector& x) const {
  Vec3 s = pair.obstacle_moved;
  pair.for_each_vertex(static_cast<Index>(x.size() / 3), [&](Index i, double c) { s += c * (vertex(x, i) - vertex(x_n_, i)); });
  return {pair, s, h_, smoothing_};
}

Value FrictionTerm::add_force(const Vector& x, double w, Vector& f) const {
  Value R = barriers_->add_force(x, w, f);
  if (!std::isfinite(R.value)) return R;
  for (const PressedPair& pair : pairs_) {
    const PairSlip slip = slip_of(pair, x);
    pair.for_each_vertex(static_cast<Index>(x.size() / 3), [&](Index i, double c) { vertex(f, i) += w * c * slip.force; });
    R.value += slip.value;
    R.magnitude += slip.value;
  }
  return R;
}

void FrictionTerm::add_slope(const Vector& x, double w, Definiteness definiteness, BlockMatrix& H) const {
  barriers_->add_slope(x, w, definiteness, H);
  const auto vertices = static_cast<Index>(x.size() / 3);
  for (const PressedPair& pair : pairs_) {
    const Mat3 slope = slip_of(pair, x).slope(pair);
    pair.for_each_vertex(vertices, [&](Index i, double c_i) {
      pair.for_each_vertex(vertices, [&](Index j, double c_j) {
        if (i >= j) H.add_to_block(i, j, w * c_i * c_j * slope);
      });
    });
  }
}

void FrictionTerm::add_outside(const Vector& x, double w, Vector& f) const {
  barriers_->add_outside(x, w, f);
  for (const PressedPair& pair : pairs_) {
    if (!pair.has_obstacle) continue;
    const Vec3 force = slip_of(pair, x).force;
    pair.for_each_vertex(static_cast<Index>(x.size() / 3), [&](Index i, double c) { vertex(f, i) += w * c * force; });
  }
}

// A slip is what is left of positions that are far larger.
void FrictionTerm::add_magnitude(const Vector& x, double w, Vector& sizes) const {
  barriers_->add_magnitude(x, w, sizes);
  const auto vertices = static_cast<Index>(x.size() / 3);
  for (const PressedPair& pair : pairs_) {
    double length = 0;
    pair.for_each_vertex(vertices,
                         [&](Index i, double c) { length += std::abs(c) * (vertex(x, i).norm() + vertex(x_n_, i).norm()); });
    const double size = slip_of(pair, x).stiffest * length;
    pair.for_each_vertex(vertices, [&](Index i, double c) { vertex(sizes, i).array() += w * std::abs(c) * size; });
  }
}

void FrictionTerm::connect(BlockPatternBuilder& pattern) const {
  barriers_->connect(pattern);
  for (const PressedPair& pair : pairs_)
    if (std::vector<Index> stencil = stencil_of(pair, pattern_->vertices()); !all_meet(stencil, *pattern_)) {
      const auto count = static_cast<Index>(stencil.size());
      pattern.add(std::move(stencil), count);
    }
}

bool FrictionTerm::fits(const Vector& x, const BlockPattern& pattern) const {
  return barriers_->fits(x, pattern) && std::all_of(pairs_.begin(), pairs_.end(), [&](const PressedPair& pair) {
           return all_meet(stencil_of(pair, pattern.vertices()), pattern);
         });
}

Work FrictionTerm::work(const Vector& x, const Vector& moved, double h) const {
  Work work = barriers_->work(x, moved, h);
  for (const PressedPair& pair : pairs_) {
    const Vec3 force = slip_of(pair, x).force;
    work.dissipated += force.dot(pair.sum(moved) + pair.obstacle_moved);
    work.done += force.dot(pair.obstacle_moved);
  }
  return work;
}

void FrictionTerm::remember(const Vector& x, Memory& memory) const {
  barriers_->remember(x, memory);
  if (std::vector<double> pressed = numbers_of(barriers_->pressed(x)); !pressed.empty()) memory.set(section_, std::move(pressed));
}

void FrictionTerm::add_joined(const Vector& x, std::vector<std::array<Index, 2>>& vertices) const {
  barriers_->add_joined(x, vertices);
  for (const PressedPair& pair : pairs_) {
    const std::vector<Index> stencil = stencil_of(pair, static_cast<Index>(x.size() / 3));
    for (std::size_t i = 1; i < stencil.size(); ++i) vertices.push_back({stencil[0], stencil[i]});
  }
}

void FrictionTerm::add_reactions(const Vector& x, double w, std::span<double> forces) const {
  barriers_->add_reactions(x, w, forces);
  for (const PressedPair& pair : pairs_) {
    if (pair.contact < 0) continue;
    const Vec3 force = pair.sign * w * slip_of(pair, x).force;
    for (std::size_t axis = 0; axis < 3; ++axis)
      forces[3 * static_cast<std::size_t>(pair.contact) + axis] += force[static_cast<Eigen::Index>(axis)];
  }
}

// A first touch begins anew with the smoothest friction; what slides everywhere needs no pass in between.
std::unique_ptr<const StepTerm> FrictionTerm::next_pass(const Vector& x) const {
  if (pass_ == kMostPasses) return nullptr;
  std::vector<PressedPair> pressed = barriers_->pressed(x);
  const std::span<const PressedPair> rubbing = std::span(pairs_).first(rubbing_);
  if ((smoothing_ == 1 || rubbing.empty()) && share_changed(rubbing, pressed) <= kSettled) return nullptr;
  const bool all_slide =
      std::all_of(pressed.begin(), pressed.end(), [&](const PressedPair& pair) { return slip_of(pair, x).left == 0; });
  auto next = std::make_unique<FrictionTerm>(*this);
  next->rub(std::move(pressed), all_slide ? 1 : rubbing.empty() ? kSmoothest : std::max(1.0, smoothing_ / kSharper));
  ++next->pass_;
  return next;
}

void FrictionTerm::give_last_impulses(const Vector& x, double w, EndMotion& motion) const {
  for (std::size_t k = 0; k < rubbing_; ++k) motion.slow(pairs_[k], w * slip_of(pairs_[k], x).left);
}

}  // namespace lilyan
