// What a coarse body and its fine one are compared by: how they sag under their weight or, where nothing holds them, how they yield
// to pulls, and how they vibrate about rest.
//
//   K u = m g,   sag = u.m g [J]        K: stiffness at rest, m: masses; small displacements, pins held
//   K u = f,    pull = u.f [J]          f: of a uniform stress of 1 Pa along an axis, on the whole surface; no resultant, no moment
#pragma once

#include <lilyan/coarsening/model/coarse_model.hpp>
#include <lilyan/dynamics/system.hpp>

#include <memory>
#include <optional>
#include <vector>

namespace lilyan {

struct RestBehaviour {
  Index unknowns = 0;
  std::optional<double> sag = {};      // [J]; none of a body that nothing holds
  std::optional<double> deepest = {};  // largest displacement of a vertex [m]; likewise
  std::vector<double> pulls = {};      // [J], along x, y and, of a solid, z; none of a body that has a sag
  Vector frequencies;                  // [Hz], of the lowest modes that cost energy, ascending
};

// Of a body by itself, its pins held. `mass`: at the vertices of the fine one [kg]; `g` [m/s^2]: what the weight is due to. So many
// frequencies, or as many as there are. The pins and pulls of a coarse one are those of the fine body that it stands for.
RestBehaviour rest_behaviour(const FineBody& body, const Vector& mass, const Vec3& g, Index frequencies);
RestBehaviour rest_behaviour(const CoarseModel& model, const FineBody& body, const Vec3& g, Index frequencies);

// What they are computed of, at rest; `held`: components of the fine vertices.
std::unique_ptr<const System> system_at_rest(const FineBody& body, const Vector& mass);
std::unique_ptr<const System> system_at_rest(const CoarseModel& model, const std::vector<bool>& held);

}  // namespace lilyan
