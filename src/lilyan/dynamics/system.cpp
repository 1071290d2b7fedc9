#include <lilyan/dynamics/system.hpp>

#include <lilyan/energy/gravity.hpp>

#include <algorithm>
#include <atomic>

namespace lilyan {

namespace {

std::uint64_t next_id() {
  static std::atomic<std::uint64_t> last = 0;
  return ++last;
}

}  // namespace

System::System(Mass mass, Vec3 gravity, Coordinates coordinates, std::vector<std::unique_ptr<Potential>> potentials,
               std::vector<Load> loads, std::vector<std::unique_ptr<Dissipation>> dissipations, ConstraintSet constraints,
               std::optional<Space> space)
    : id_(next_id()),
      mass_(std::move(mass)),
      gravity_(gravity),
      space_(space ? std::move(*space) : Space(vertices())),
      coordinates_(std::move(coordinates)),
      potentials_(std::move(potentials)),
      dissipations_(std::move(dissipations)),
      constraints_(std::move(constraints)),
      meetings_(vertices()) {
  if (!gravity_.isZero(0)) {
    potentials_.push_back(std::make_unique<Gravity>(vertex_mass().head(space_.whole()), gravity_));
    for (const Space::Reduced& body : space_.reduced()) potentials_.push_back(std::make_unique<ReducedGravity>(body, gravity_));
  }
  for (Load& load : loads) {
    auto potential = std::make_unique<Load>(std::move(load));
    loads_.push_back(potential.get());
    potentials_.push_back(std::move(potential));
  }
  component_mass_.setZero(coordinates_.components());
  for (Index component : coordinates_.free()) component_mass_[component] = vertex_mass()[component / 3];
  metric_ = make_metric(mass_, coordinates_);
  for (const auto& potential : potentials_) {
    potential->connect(meetings_);
    contacts_ = std::max(contacts_, potential->contacts_end());
    if (potential->depends_on_time()) changing_.push_back(potential.get());
  }
  for (const auto& dissipation : dissipations_) dissipation->connect(meetings_);
  if (!mass_.shared.empty()) {
    std::vector<Index> pairs;
    for (const SharedMass& pair : mass_.shared) pairs.insert(pairs.end(), {std::min(pair.i, pair.j), std::max(pair.i, pair.j)});
    meetings_.add(std::move(pairs), 2);
  }
  pattern_ = meetings_.build();
  parts_ = std::make_unique<const ConnectedParts>(*pattern_, joined_by_constraints(), vertex_mass(), coordinates_);
  for (Index component : coordinates_.free()) part_of_unknown_.push_back(parts_->of_vertex(component / 3));
}

void System::add_weight(Vector& f) const {
  for (Index i = 0; i < space_.whole(); ++i) vertex(f, i) += vertex_mass()[i] * gravity_;
  for (const Space::Reduced& body : space_.reduced())
    f.segment(3 * Eigen::Index{body.first_point}, body.shape->size()) += body.shape->moments().first() * gravity_;
}

std::shared_ptr<const BlockPattern> System::pattern_with(const BlockPatternBuilder& more) const {
  if (more.is_within(*pattern_)) return pattern_;
  return meetings_.build_with(more);
}

bool System::dissipates_in_contact() const {
  return std::any_of(potentials_.begin(), potentials_.end(), [](const auto& potential) { return potential->dissipates(); });
}

std::vector<std::vector<Index>> System::joined_by_constraints() const {
  std::vector<std::vector<Index>> joined(static_cast<std::size_t>(constraints_.rows()));
  if (constraints_.empty()) return {};
  for (const Entry& entry : constraints_.gradient(coordinates_.start(), 0))
    joined[static_cast<std::size_t>(entry.row)].push_back(entry.column / 3);
  std::erase_if(joined, [](const std::vector<Index>& together) { return together.empty(); });
  return joined;
}

Vector System::part_energies(const Vector& x, double t, EnergyKind kind) const {
  Vector per_vertex = Vector::Zero(vertices()), sums = Vector::Zero(parts_->size());
  for (const auto& potential : potentials_)
    if (potential->kind() == kind) potential->add_energies(x, t, per_vertex);
  for (Index i = 0; i < vertices(); ++i) sums[parts_->of_vertex(i)] += per_vertex[i];
  return sums;
}

Vector System::part_kinetic_energies(const Vector& p) const {
  const Vector v = velocity(p);
  Vector sums = Vector::Zero(parts_->size());
  for (Index component : coordinates_.free()) sums[parts_->of_vertex(component / 3)] += 0.5 * p[component] * v[component];
  return sums;
}

Vector System::velocity(const Vector& p) const {
  Vector v = Vector::Zero(p.size());
  metric_->solve(p, v);
  return v;
}

double System::kinetic_energy(const Vector& p, const Vector& v) const {
  if (!metric_->joins_held()) return 0.5 * p.dot(v);  // p is 0 where held
  Vector held = v, from_held;
  for (Index component : coordinates_.free()) held[component] = 0;
  if (held.isZero(0)) return 0.5 * p.dot(v);
  metric_->multiply(held, from_held);
  return 0.5 * (p + from_held).dot(v);
}

double System::potential_energy(const Vector& x, double t) const {
  double W = 0;
  for (const auto& potential : potentials_)
    if (potential->kind() != EnergyKind::load) W += potential->value(x, t);
  return W;
}

double System::potential_energy(const Vector& x, double t, EnergyKind kind) const {
  double W = 0;
  for (const auto& potential : potentials_)
    if (potential->kind() == kind) W += potential->value(x, t);
  return W;
}

double System::potential_rate(const Vector& x, double t) const {
  double rate = 0;
  for (const Potential* potential : changing_) rate += potential->rate(x, t);
  return rate;
}

System::Energy System::add_gradient(const Vector& x, double t, double w, Vector& g) const {
  Energy sum{0, 0};
  for (const auto& potential : potentials_) {
    const double W = potential->add_gradient(x, t, w, g);
    sum.W += W;
    sum.magnitude += potential->magnitude(x, t, W);
  }
  return sum;
}

Vector System::load(double t) const {
  Vector f = Vector::Zero(coordinates_.components());
  for (const Load* load : loads_) load->add_force(t, 1, f);
  return f;
}

std::optional<int> System::degree() const {
  int highest = 0;
  for (const auto& potential : potentials_) {
    const std::optional<int> degree = potential->degree();
    if (!degree) return std::nullopt;
    highest = std::max(highest, *degree);
  }
  return highest;
}

}  // namespace lilyan
