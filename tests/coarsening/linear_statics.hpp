// Small displacements of fine and coarse bodies under loads, and their frequencies: what coarsening is judged by.
#pragma once

#include <lilyan/coarsening/coarse_body.hpp>
#include <lilyan/coarsening/fine_stiffness.hpp>

#include <functional>
#include <memory>
#include <vector>

namespace lilyan {
class DirectSolver;
}

namespace lilyan::test {

// A fine body with its pins held.
class FineStatics {
 public:
  explicit FineStatics(const FineBody& body);
  ~FineStatics();

  Vector solve(const Vector& force) const;  // displacements of all components
  double energy(const Vector& u) const { return 0.5 * u.dot(K_.times(u)); }
  Vector frequencies(Index count) const;  // angular, with the consistent mass, the elastic ones of a free body

 private:
  const FineBody& body_;
  BlockMatrix K_;
  std::vector<Index> free_;
  std::unique_ptr<DirectSolver> solver_;
};

// A coarse body with the components held that its pins hold.
class CoarseStatics {
 public:
  CoarseStatics(const FineBody& body, const CoarseBody& coarse);

  Vector solve(const Vector& fine_force) const;  // displacements of all components, 3 per coarse vertex
  double compliance(const Vector& fine_force) const { return restricted(fine_force).dot(solve(fine_force)); }
  Vector interpolated(const Vector& u) const;  // at the fine vertices
  Vector frequencies(Index count) const;

 private:
  Vector restricted(const Vector& fine_force) const;  // W^T f

  const FineBody& body_;
  const CoarseBody& coarse_;
  Eigen::MatrixXd K_, M_;
  std::vector<Index> free_;
  std::vector<std::pair<Index, Vector>> weights_;  // of each fine vertex: a coarse cell and phi at the vertex; -1: none
};

// The force of a traction on the surface triangles (edges of a slice) all of whose vertices are selected.
Vector traction_force(const FineBody& body, const std::function<bool(const Vec3&)>& selected,
                      const std::function<Vec3(const Vec3&)>& traction);
Vector body_force(const FineBody& body, const Vec3& acceleration);

// Stiffness of all cells over all components, 3 per vertex.
Eigen::MatrixXd assembled_stiffness(const CoarseBody& coarse);

}  // namespace lilyan::test
