#include <lilyan/run/stiffening.hpp>

#include <lilyan/dynamics/system.hpp>
#include <lilyan/run/inventory.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lilyan {

namespace {

// The elastic forces on the free components.
Vector elastic_gradient(const System& system, const Vector& y, double t) {
  Vector g = Vector::Zero(y.size());
  for (const auto& potential : system.potentials())
    if (potential->kind() == EnergyKind::elastic) potential->add_gradient(y, t, 1, g);
  for (Index c = 0; c < system.coordinates().components(); ++c)
    if (system.coordinates().is_held(c)) g[c] = 0;
  return g;
}

}  // namespace

double stiffening(const System& system, const Inventory& inventory, const Vector& y, double t) {
  constexpr double kSmall = 1e-3;    // of the displacement: so far from rest the stiffness is that at rest
  constexpr double kRoughly = 1e-2;  // to which the answer is wanted
  const bool all_reduced =
      std::all_of(inventory.bodies.begin(), inventory.bodies.end(), [](const Body& body) { return body.coordinates > 0; });
  const Vector rest = system.space().state(inventory.rest);
  const bool is_of_system = y.size() == rest.size();  // a tree of domains has a state of its own
  if (!all_reduced || !is_of_system || system.potentials().empty() || !y.allFinite()) return 1;
  const Vector q = y - rest, f = elastic_gradient(system, y, t);
  const double work = f.dot(q);
  const auto energy = [&](double share) { return system.potential_energy(rest + share * q, t, EnergyKind::elastic); };
  if (!(work > 0 && energy(1) > energy(kSmall) / (kSmall * kSmall))) return 1;
  const auto times_stiffness = [&](const Vector& v) -> Vector {
    const Vector step = kSmall * q.norm() / v.norm() * v;
    return v.norm() / (2 * step.norm()) * (elastic_gradient(system, rest + step, t) - elastic_gradient(system, rest - step, t));
  };
  // Conjugate gradients for K u = f: in r coordinates they end after some r steps.
  Vector left = f, d = f;
  double square = left.squaredNorm(), work_of_u = 0;
  for (Eigen::Index k = 0; k < 2 * q.size() && square > 0; ++k) {
    const Vector Kd = times_stiffness(d);
    const double curvature = d.dot(Kd);
    if (!(curvature > 0)) return 1;
    const double gain = square * square / curvature;  // of f.u
    work_of_u += gain;
    left -= square / curvature * Kd;
    const double next = left.squaredNorm();
    d = left + next / square * d;
    square = next;
    if (gain < 0.1 * kRoughly * work_of_u && next < kRoughly * kRoughly * f.squaredNorm()) break;
  }
  const double ratio = work_of_u / work;
  return std::isfinite(ratio) ? ratio : 1;
}

std::vector<std::string> stiffening_notes(const Inventory& inventory, double stiffening) {
  constexpr double kNoted = 1.5;
  if (!(stiffening > kNoted)) return {};
  Index columns = 0;
  for (const Body& body : inventory.bodies) columns += body.coordinates;
  const std::string who =
      inventory.bodies.size() == 1 ? fmt::format("body \"{}\" is", inventory.bodies.front().name) : "bodies are";
  return {
      fmt::format("the reduced {} {:.2g} times as stiff at the end as at rest: what bends does not stiffen so, but {} column{} may "
                  "not be able to bend it, and it moves too little; use \"basis\": \"derivatives\" with more modes, and compare "
                  "with the whole body",
                  who, stiffening, columns, columns == 1 ? "" : "s")};
}

}  // namespace lilyan
