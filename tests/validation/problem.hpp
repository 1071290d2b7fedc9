// What the validation tests share: a body from a mesh of the test's own, its equilibrium, and what refinement shows.
#pragma once

#include <lilyan/energy/load.hpp>
#include <lilyan/mesh/box.hpp>

#include <functional>
#include <string>
#include <vector>

#include <tests/support/bodies.hpp>

namespace lilyan::test {

#ifdef LILYAN_FINE
inline constexpr bool kFine = true;
#else
inline constexpr bool kFine = false;
#endif

struct Problem {
  TetMesh mesh;
  Law law;
  double density = 1;  // [kg/m^3]
  Vec3 gravity = Vec3::Zero();
  std::vector<Pin> pins = {};
  Vector start = {};                                        // empty: at rest
  std::vector<std::unique_ptr<Potential>> potentials = {};  // besides elasticity
};

MovingBody build(Problem problem);

// Positions at which nothing moves any more; the test fails where there are none.
Vector equilibrium(const MovingBody& body);

Pin pin(const Vector& X, const std::function<bool(const Vec3&)>& where, std::array<bool, 3> axes = {true, true, true});

// The unit cube with one cell along z, moved by `map`: for plane problems.
TetMesh slab(Index nx, Index ny, Split split, const std::function<Vec3(const Vec3&)>& map);

// Forces of a uniform traction [Pa] on the surface triangles whose corners all satisfy `where`.
std::vector<Load::Push> traction_on(const TetMesh& mesh, const std::function<bool(const Vec3&)>& where, const Vec3& traction);

Index nearest(const Vector& X, const Vec3& place);

// log2 of the ratio of the last two errors, on meshes of which one is twice as fine as the other.
double order_of(const std::vector<double>& errors);

// A figure whose published value is known, on meshes each twice as fine as the one before.
struct Refinement {
  double published = 0;
  std::vector<double> values = {};

  double error(double value) const { return value / published - 1; }
  double error() const { return error(values.back()); }
  // p where the error falls like h^p: against the published value, or by the last three values alone.
  double order() const;
  double own_order() const;

  // What two values whose errors fall like h^2 say about h = 0 [Richardson 1911].
  double limit() const;
};

}  // namespace lilyan::test
