#include <lilyan/energy/contact/pair_contact.hpp>

#include <lilyan/energy/contact/pair_term.hpp>

#include <algorithm>

namespace lilyan {

PairContact::PairContact(Setting setting)
    : setting_(std::move(setting)), search_(std::move(setting_.surfaces), std::move(setting_.meetings), setting_.rest) {}

Index PairContact::contacts_end() const {
  Index end = 0;
  for (const PairLaw& law : setting_.laws) end = std::max(end, law.contact + 1);
  return end;
}

bool PairContact::dissipates() const {
  return std::any_of(setting_.laws.begin(), setting_.laws.end(), [](const PairLaw& law) { return law.dissipates(); });
}

const PairLaw& PairContact::law_of(const NearPair& pair) const { return setting_.laws[static_cast<std::size_t>(pair.law)]; }

bool PairContact::counts(const NearPair& pair) const {
  return stiffness_of(pair) != 0 && !(setting_.leaves_out && setting_.leaves_out(pair));
}

// 0 where nothing of the pair can move.
double PairContact::stiffness_of(const NearPair& pair) const {
  double sum = 0;
  int free = 0;
  for (Index point : pair.points)
    if (point >= 0 && is_vertex(point) && setting_.stiffness[point] > 0) {
      sum += setting_.stiffness[point];
      ++free;
    }
  if (free == 0) return 0;
  const PairLaw& law = law_of(pair);
  return law.stiffness ? *law.stiffness : law.relative_stiffness * sum / free;
}

PairEnergy PairContact::energy_of(const NearPair& pair) const {
  PairEnergy energy{pair.kind, {stiffness_of(pair), law_of(pair).distance}};
  energy.thickness = pair.thickness;
  if (pair.kind == PairKind::edge_edge) {
    const auto edge = [&](std::size_t a) {
      return Vec3(vertex(setting_.rest, pair.points[a + 1]) - vertex(setting_.rest, pair.points[a]));
    };
    energy.parallel_limit = parallel_limit(edge(0), edge(2));
  }
  return energy;
}

PairPoints PairContact::points_of(const NearPair& pair, const Vector& x, const Vector& obstacles) const {
  PairPoints y = {Vec3::Zero(), Vec3::Zero(), Vec3::Zero(), Vec3::Zero()};
  for (std::size_t i = 0; i < 4; ++i) {
    const Index point = pair.points[i];
    if (point >= 0) y[i] = is_vertex(point) ? vertex(x, point) : vertex(obstacles, point - setting_.vertices);
  }
  return y;
}

std::vector<NearPair> PairContact::touching(const Vector& x, double t) const {
  {
    const std::lock_guard lock(mutex_);
    if (last_x_.size() == x.size() && last_t_ == t && last_x_ == x) return last_touching_;
  }
  const Vector obstacles = setting_.obstacles.at(t);
  std::vector<Box> boxes;
  boxes.reserve(static_cast<std::size_t>(setting_.rest.size() / 3));
  for (Index i = 0; i < setting_.vertices; ++i) boxes.push_back({vertex(x, i), vertex(x, i)});
  for (Index i = 0; i < setting_.obstacles.size(); ++i) boxes.push_back({vertex(obstacles, i), vertex(obstacles, i)});
  std::vector<NearPair> pairs = search_.find(
      boxes, [&](const NearPair& pair) { return pair.gap(points_of(pair, x, obstacles)) < law_of(pair).distance && counts(pair); });
  const std::lock_guard lock(mutex_);
  last_x_ = x;
  last_t_ = t;
  last_touching_ = pairs;
  return pairs;
}

std::optional<PairContact::Nearest> PairContact::nearest(const Vector& x, double t) const {
  const Vector obstacles = setting_.obstacles.at(t);
  std::optional<Nearest> least;
  for (const NearPair& pair : touching(x, t)) {
    const double share = pair.gap(points_of(pair, x, obstacles)) / law_of(pair).distance;
    if (!least || share < least->gap_over_distance) least = {share, pair};
  }
  return least;
}

double PairContact::value(const Vector& x, double t) const {
  const Vector obstacles = setting_.obstacles.at(t);
  double W = 0;
  for (const NearPair& pair : touching(x, t)) W += energy_of(pair).value(points_of(pair, x, obstacles));
  return W;
}

// Equally among the vertices of a pair.
void PairContact::add_energies(const Vector& x, double t, Vector& per_vertex) const {
  const Vector obstacles = setting_.obstacles.at(t);
  for (const NearPair& pair : touching(x, t)) {
    const double E = energy_of(pair).value(points_of(pair, x, obstacles));
    const auto vertices = std::count_if(pair.points.begin(), pair.points.end(), [&](Index i) { return i >= 0 && is_vertex(i); });
    for (Index point : pair.points)
      if (point >= 0 && is_vertex(point)) per_vertex[point] += E / static_cast<double>(vertices);
  }
}

double PairContact::add_gradient(const Vector& x, double t, double w, Vector& g) const {
  const Vector obstacles = setting_.obstacles.at(t);
  double W = 0;
  PairVector of_pair;
  for (const NearPair& pair : touching(x, t)) {
    W += energy_of(pair).gradient(points_of(pair, x, obstacles), of_pair);
    for (std::size_t i = 0; i < 4; ++i)
      if (pair.points[i] >= 0 && is_vertex(pair.points[i]))
        vertex(g, pair.points[i]) += w * of_pair.segment<3>(3 * static_cast<Eigen::Index>(i));
  }
  return W;
}

void PairContact::add_reaction(const NearPair& pair, const PairVector& gradient, double w, std::span<double> forces) const {
  if (!pair.is_reported) return;
  const std::size_t first = points_of_first(pair.kind);
  Vec3 sum = Vec3::Zero();
  for (std::size_t i = 0; i < first; ++i) sum += gradient.segment<3>(3 * static_cast<Eigen::Index>(i));
  const double sign = pair.is_turned ? 1 : -1;  // what the pair does to the meeting's surface a
  const auto contact = static_cast<std::size_t>(law_of(pair).contact);
  for (std::size_t axis = 0; axis < 3; ++axis) forces[3 * contact + axis] += sign * w * sum[static_cast<Eigen::Index>(axis)];
}

void PairContact::add_reactions(const Vector& x, double t, double w, std::span<double> forces) const {
  const Vector obstacles = setting_.obstacles.at(t);
  PairVector gradient;
  for (const NearPair& pair : touching(x, t)) {
    energy_of(pair).gradient(points_of(pair, x, obstacles), gradient);
    add_reaction(pair, gradient, w, forces);
  }
}

std::unique_ptr<StepTerm> PairContact::own_mean(const Chord& chord, Evaluate evaluate) const {
  if (evaluate == Evaluate::at_start) return nullptr;
  auto term = std::make_unique<PairTerm>(*this, chord, evaluate);
  if (!dissipates() || evaluate == Evaluate::at_end) return term;
  return std::make_unique<FrictionTerm>(std::move(term), chord, "contact.pressed");
}

}  // namespace lilyan
