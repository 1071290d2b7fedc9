// VegaFEM's .interp files: how a body carries a fine surface, written down.
//
// A line for every vertex of the surface, in any order, blank lines and # comments aside:
//   <vertex> <a> <w_a> <b> <w_b> <c> <w_c> <d> <w_d>
// with vertices counted from 0, a, b, c, d the corners of one tet of the body, and weights that sum to 1.
#pragma once

#include <lilyan/mesh/body_mesh.hpp>
#include <lilyan/meshing/embedding.hpp>

#include <filesystem>

namespace lilyan {

// The weights are scaled by their sum, which the file's few digits leave near 1. The file counts vertices as `numbers` did before
// some were removed. Throws InputError with file and line.
TetEmbedding read_interp(const std::filesystem::path& file, TriangleMesh surface, const TetMesh& body,
                         const KeptNumbers& numbers = {});

}  // namespace lilyan
