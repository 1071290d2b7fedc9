// A box of equal cells, cut into tets or left as hexes.
#pragma once

#include <lilyan/mesh/body_mesh.hpp>

#include <array>

namespace lilyan {

enum class Split {
  five,  // a tet in the middle and one at four corners, mirrored in every other cell so that faces match
  six,   // Kuhn's: six tets around the diagonal from the lowest to the highest corner, the same in every cell
};

// `size` [m] and `cells` along x, y, z are positive; vertex (i, j, k) has the index (i (ny+1) + j)(nz+1) + k.
// Throws InputError where vertices or tets are more than Index counts.
TetMesh box(const Vec3& size, const std::array<Index, 3>& cells, const Vec3& center, Split split);

// The same vertices with a hex a cell.
BodyMesh hex_box(const Vec3& size, const std::array<Index, 3>& cells, const Vec3& center);

}  // namespace lilyan
