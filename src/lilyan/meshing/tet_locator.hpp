// Which tet a point lies in, and where in it.
#pragma once

#include <lilyan/mesh/box_tree.hpp>
#include <lilyan/mesh/tet_mesh.hpp>

#include <array>

namespace lilyan {

// Weights of the corners of a tet whose weighted mean is the point p. They sum to 1; one is negative where p lies outside.
std::array<double, 4> barycentric(const Vector& X, const Tet& tet, const Vec3& p);

// From a point to the nearest face of a tet [m^2].
double squared_distance_to_faces(const Vector& X, const Tet& tet, const Vec3& p);

class TetLocator {
 public:
  explicit TetLocator(const TetMesh& mesh);  // which must outlive it

  // The tet that holds p, or that is nearest to it; the lowest index on a tie.
  Index find(const Vec3& p) const;

 private:
  double squared_distance(const Vec3& p, Index tet) const;

  const TetMesh& mesh_;
  BoxTree tree_;
};

}  // namespace lilyan
