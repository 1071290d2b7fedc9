// One instant of cells, of tets or of triangles as a VTU file for ParaView: appended raw binary with UInt64 headers.
//
// Positions and fields are Float64, written as they are; the same input gives the same bytes.
#pragma once

#include <lilyan/core/platform/file_writer.hpp>
#include <lilyan/mesh/cells.hpp>

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace lilyan {

struct VtuField {
  std::string name;
  int components = 1;
  std::span<const double> values;  // `components` a vertex (or cell), one vertex after the other
};

// The file appears whole or not at all; failures throw InputError.
void write_vtu(const std::filesystem::path& file, const Vector& x, const Cells& cells, const std::vector<VtuField>& point_fields,
               const std::vector<VtuField>& cell_fields, Sync sync = Sync::now);
void write_vtu(const std::filesystem::path& file, const Vector& x, const std::vector<Tet>& tets,
               const std::vector<VtuField>& point_fields, const std::vector<VtuField>& cell_fields, Sync sync = Sync::now);
void write_vtu(const std::filesystem::path& file, const Vector& x, const std::vector<Triangle>& triangles,
               const std::vector<VtuField>& point_fields, const std::vector<VtuField>& cell_fields, Sync sync = Sync::now);

}  // namespace lilyan
