#include <lilyan/dynamics/ledger.hpp>

#include <lilyan/dynamics/velocities.hpp>

#include <Eigen/Geometry>

#include <cmath>

namespace lilyan {

LedgerRow ledger_row(const System& system, const History& history, double sync, bool tangent) {
  const Frame& now = history.now();
  Vector p = now.p;
  if (sync != 0 && now.h != 0) {
    Vector force = Vector::Zero(p.size());
    for (const auto& potential : system.potentials())
      if (!potential->has_own_mean(Evaluate::at_points)) potential->add_gradient(now.x, now.t, -sync * now.h, force);
    for (Index component : system.coordinates().free()) p[component] += force[component];
  }
  if (tangent && !system.constraints().empty() && now.h != 0)
    make_tangent(system, history.ago(1) ? history.ago(1)->x : now.x, now.x, now.t, now.h, p);

  LedgerRow row;
  row.step = now.step;
  row.time = now.t;
  row.h = now.h;
  row.kinetic = system.kinetic_energy(p, velocities(system, p, now.held_velocity));
  row.elastic = system.potential_energy(now.x, now.t, EnergyKind::elastic);
  row.gravity = system.potential_energy(now.x, now.t, EnergyKind::gravity);
  row.contact = system.potential_energy(now.x, now.t, EnergyKind::contact);
  row.total = row.kinetic + row.elastic + row.gravity + row.contact;
  row.work = history.memory().number("work", 0);
  row.dissipated = history.memory().number("dissipated", 0);
  const Space::Momenta reduced = system.space().momenta_of_reduced(now.x, p);
  row.linear = reduced.linear;
  row.angular = reduced.angular;
  row.linear_scale = reduced.linear_scale;
  row.angular_scale = reduced.angular_scale;
  for (Index i = 0; i < system.space().whole(); ++i) {
    const Vec3 r = vertex(now.x, i), momentum = vertex(p, i);
    row.linear += momentum;
    row.angular += r.cross(momentum);
    row.linear_scale += momentum.norm();
    row.angular_scale += r.norm() * momentum.norm();
  }
  return row;
}

void Drift::see(const LedgerRow& row) {
  if (!started_) first_ = row;
  started_ = true;
  last_ = row;
  const double energy = row.kinetic + std::abs(row.elastic) + std::abs(row.contact) + std::abs(row.gravity - first_.gravity);
  energy_scale_ = std::max(energy_scale_, energy);
  linear_scale_ = std::max(linear_scale_, row.linear_scale);
  angular_scale_ = std::max(angular_scale_, row.angular_scale);
  worst_energy_ = std::max(worst_energy_, std::abs(own_error(row)));
  worst_linear_ = std::max(worst_linear_, (row.linear - first_.linear).norm());
  worst_angular_ = std::max(worst_angular_, (row.angular - first_.angular).norm());
}

bool Drift::is_possible() const {
  const auto is_none_negative = [](auto... sizes) { return ((sizes >= 0) && ...); };
  return is_none_negative(energy_scale_, linear_scale_, angular_scale_, worst_energy_, worst_linear_, worst_angular_);
}

double Drift::own_error(const LedgerRow& row) const { return row.total - first_.total - row.work + row.dissipated; }

namespace {

double relative(double value, double scale) { return value == 0 ? 0 : value / scale; }

}  // namespace

double Drift::energy() const { return relative(worst_energy_, energy_scale_); }
double Drift::final_energy() const { return relative(own_error(last_), energy_scale_); }
double Drift::linear() const { return relative(worst_linear_, linear_scale_); }
double Drift::angular() const { return relative(worst_angular_, angular_scale_); }

}  // namespace lilyan
