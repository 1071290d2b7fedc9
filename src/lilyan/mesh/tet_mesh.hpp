// A body's rest shape as tetrahedra, with what a mesh file says about its parts.
#pragma once

#include <lilyan/core/vector.hpp>

#include <array>
#include <map>
#include <string>
#include <vector>

namespace lilyan {

using Tet = std::array<Index, 4>;
using Triangle = std::array<Index, 3>;

// Moduli that a mesh file carries for a part of the body.
struct FileMaterial {
  std::string name;
  double density = 0;         // [kg/m^3]
  double youngs_modulus = 0;  // [Pa]
  double poissons_ratio = 0;
};

struct TetMesh {
  Vector X;                // rest positions [m], 3 a vertex
  std::vector<Tet> tets;   // positive volume: (X1-X0) x (X2-X0) . (X3-X0) > 0
  std::map<std::string, std::vector<Index>> tet_sets;
  std::vector<FileMaterial> materials;  // empty where the file gives none
  std::vector<Index> tet_material;      // of every tet, an index into `materials`; empty where `materials` is
  std::vector<std::string> notes;       // what a reader mended, in words for the user

  Index vertices() const { return static_cast<Index>(X.size() / 3); }
};

// Signed volume of a tet at the positions x [m^3].
double volume(const Vector& x, const Tet& tet);

// Flips inverted tets (adding a note to the mesh) and throws InputError, listing the first few ids, where tets are degenerate
// or duplicate, vertices belong to no tet, coordinates are not finite or indices out of range. `place` names the
// mesh in messages; `first_id` is what the file calls vertex and tet 0.
void make_valid(TetMesh& mesh, const std::string& place, Index first_id = 0);

// Boundary triangles, each seen counter-clockwise from outside, in a fixed order.
std::vector<Triangle> surface(const TetMesh& mesh);

}  // namespace lilyan
