// What a coarse body and its fine one are compared by: how they sag under their weight, and how they vibrate about rest.
//
//   K u = m g,   sag = u.m g [J]        K: stiffness at rest, m: masses; small displacements, pins held
#pragma once

#include <lilyan/coarsening/model/coarse_model.hpp>
#include <lilyan/dynamics/system.hpp>

#include <memory>
#include <optional>

namespace lilyan {

struct RestBehaviour {
  std::optional<double> sag = {};      // [J]; none of a body that nothing holds
  std::optional<double> deepest = {};  // largest displacement of a vertex [m]; likewise
  Vector frequencies;                  // [Hz], of the lowest modes that cost energy, ascending
};

// `g` [m/s^2]: what the weight is due to. So many frequencies, or as many as there are.
RestBehaviour rest_behaviour(const System& system, const Vector& X, const Vec3& g, Index frequencies);

// A fine body by itself at rest, its pins held, with masses at its vertices [kg].
std::unique_ptr<const System> system_at_rest(const FineBody& body, const Vector& mass);

// A coarse one; `held`: components of the fine vertices.
std::unique_ptr<const System> system_at_rest(const CoarseModel& model, const std::vector<bool>& held);

}  // namespace lilyan
