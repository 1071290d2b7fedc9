// A body's rest shape as tetrahedra, with what a mesh file says about its parts.
#pragma once

#include <lilyan/core/vector.hpp>

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lilyan {

using Tet = std::array<Index, 4>;
using Triangle = std::array<Index, 3>;

// Moduli of a material with three planes of symmetry.
struct FileOrthotropy {
  Vec3 youngs_moduli = Vec3::Zero();    // E1, E2, E3 [Pa]
  Vec3 poissons_ratios = Vec3::Zero();  // nu12, nu23, nu31
  Vec3 shear_moduli = Vec3::Zero();     // G12, G23, G31 [Pa]
  Mat3 axes = Mat3::Identity();         // row i is the direction of axis i
};

// Moduli that a mesh file carries for a part of the body.
struct FileMaterial {
  std::string name;
  double density = 0;         // [kg/m^3]
  double youngs_modulus = 0;  // [Pa]
  double poissons_ratio = 0;
  std::optional<FileOrthotropy> orthotropy = {};  // where given, in place of the two above
};

struct TetMesh {
  Vector X;                                               // rest positions [m], 3 a vertex
  std::vector<Tet> tets;                                  // positive volume: (X1-X0) x (X2-X0) . (X3-X0) > 0
  std::map<std::string, std::vector<Index>> tet_sets;     // sorted, each tet once
  std::map<std::string, std::vector<Index>> vertex_sets;  // named surfaces, curves and points: their vertices, sorted
  std::vector<FileMaterial> materials;                    // empty where the file gives none
  std::vector<Index> tet_material;                        // of every tet, an index into `materials`; empty where `materials` is
  std::vector<std::string> notes;                         // what a reader mended, in words for the user

  Index vertices() const { return static_cast<Index>(X.size() / 3); }
};

// Where the vertices and tets of a mesh stand in its files, so that messages speak the file's language.
struct MeshOrigin {
  struct Item {
    std::int64_t id = 0;     // what the file calls it
    std::uint32_t file = 0;  // an index into `files`
    std::uint32_t line = 0;  // counted from 1; 0 = unknown
  };
  std::vector<std::string> files;    // never empty; files[0] names the mesh as a whole
  std::int64_t first_id = 0;         // names what `vertices` and `tets` do not
  std::vector<Item> vertices, tets;  // of every vertex and tet, or empty

  Item vertex(Index i) const;
  Item tet(Index t) const;
  std::string place(const Item& item) const;  // "bar.msh:17", or "bar.msh" where the line is unknown
};

// Signed volume of a tet at the positions x [m^3].
double volume(const Vector& x, const Tet& tet);

// What is wrong with tets whose indices are in range, each list sorted.
struct TetFaults {
  std::vector<Index> inverted;    // negative volume
  std::vector<Index> degenerate;  // no volume, or one that is lost in rounding
  std::vector<Index> duplicate;   // the same vertices as an earlier tet
  std::vector<Index> unused;      // vertices that belong to no tet
};
TetFaults find_faults(const Vector& X, const std::vector<Tet>& tets);

// Flips inverted tets (adding a note to the mesh) and throws InputError, listing the first few ids, where tets are degenerate
// or duplicate, vertices belong to no tet, coordinates are not finite or indices out of range. `place` names the
// mesh in messages; `first_id` is what the file calls vertex and tet 0.
void make_valid(TetMesh& mesh, const std::string& place, Index first_id = 0);
void make_valid(TetMesh& mesh, const MeshOrigin& origin);

// The faces of a tet of positive volume, by its corners, each seen counter-clockwise from outside.
inline constexpr std::array<Triangle, 4> kTetFaces = {{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}}};

// Boundary triangles, each seen counter-clockwise from outside, in a fixed order: that of the tets.
// A face of exactly one tet is boundary.
std::vector<Triangle> surface(const TetMesh& mesh);
std::vector<Triangle> surface(const std::vector<Tet>& tets);

// A third of the area of its triangles for every vertex [m^2].
Vector area_of_vertices(const Vector& X, const std::vector<Triangle>& triangles);

// "3, 7, 12, ... (40 in all)": the first few of many ids, for messages.
std::string list_ids(const std::vector<std::int64_t>& ids);

}  // namespace lilyan
