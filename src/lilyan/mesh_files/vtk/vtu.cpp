#include <lilyan/mesh_files/vtk/vtu.hpp>
#include <lilyan/mesh_files/vtk/xml.hpp>

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>

namespace lilyan {

namespace {

// Arrays are announced in the XML, with their offset, before their bytes are appended.
class Appended {
 public:
  template <class T>
  std::string array(const char* type, const std::string& name, int components, std::span<const T> values) {
    const std::string element =
        fmt::format("<DataArray type=\"{}\" Name=\"{}\" NumberOfComponents=\"{}\" format=\"appended\" offset=\"{}\"/>\n", type,
                    xml_escaped(name), components, offset_);
    blocks_.push_back(std::as_bytes(values));
    offset_ += sizeof(std::uint64_t) + values.size_bytes();
    return element;
  }

  void write(FileWriter& file) const {
    for (const std::span<const std::byte> block : blocks_) {
      const std::uint64_t size = block.size();
      file.write(&size, sizeof size);
      if (!block.empty()) file.write(block.data(), block.size());
    }
  }

 private:
  std::vector<std::span<const std::byte>> blocks_;
  std::uint64_t offset_ = 0;  // of the next block, from the underscore on
};

std::string fields(Appended& appended, const char* element, const std::vector<VtuField>& list, std::size_t items) {
  std::string text = fmt::format("<{}>\n", element);
  for (const VtuField& field : list) {
    assert(field.values.size() == items * static_cast<std::size_t>(field.components));
    text += appended.array("Float64", field.name, field.components, field.values);
  }
  static_cast<void>(items);
  return text + fmt::format("</{}>\n", element);
}

// Cells as VTK lists them: the corners one cell after the other, where each cell ends, and VTK's number of its kind.
struct CellArrays {
  std::vector<std::int64_t> connectivity, offsets;
  std::vector<std::uint8_t> types;

  template <std::size_t corners>
  void add(const std::vector<std::array<Index, corners>>& cells, std::uint8_t type) {
    for (const auto& cell : cells) {
      connectivity.insert(connectivity.end(), cell.begin(), cell.end());
      offsets.push_back(static_cast<std::int64_t>(connectivity.size()));
      types.push_back(type);
    }
  }
};

constexpr std::uint8_t kPoint = 1, kEdge = 3, kTriangle = 5, kQuad = 9, kTet = 10, kHex = 12;

void write_grid(const std::filesystem::path& file, const Vector& x, const CellArrays& cells,
                const std::vector<VtuField>& point_fields, const std::vector<VtuField>& cell_fields, Sync sync) {
  const std::size_t vertices = static_cast<std::size_t>(x.size() / 3);
  Appended appended;
  std::string text = fmt::format(
      "<?xml version=\"1.0\"?>\n"
      "<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" byte_order=\"{}\" header_type=\"UInt64\">\n"
      "<UnstructuredGrid>\n<Piece NumberOfPoints=\"{}\" NumberOfCells=\"{}\">\n",
      std::endian::native == std::endian::little ? "LittleEndian" : "BigEndian", vertices, cells.types.size());
  text += fields(appended, "PointData", point_fields, vertices);
  text += fields(appended, "CellData", cell_fields, cells.types.size());
  text += "<Points>\n" + appended.array("Float64", "Points", 3, std::span(x.data(), 3 * vertices)) + "</Points>\n<Cells>\n";
  text += appended.array("Int64", "connectivity", 1, std::span(cells.connectivity));
  text += appended.array("Int64", "offsets", 1, std::span(cells.offsets));
  text += appended.array("UInt8", "types", 1, std::span(cells.types));
  text += "</Cells>\n</Piece>\n</UnstructuredGrid>\n<AppendedData encoding=\"raw\">\n_";

  FileWriter writer(file, sync);
  writer.write(text);
  appended.write(writer);
  writer.write("\n</AppendedData>\n</VTKFile>\n");  // some readers need the newline before the closing tag
  writer.commit();
}

}  // namespace

void write_vtu(const std::filesystem::path& file, const Vector& x, const Cells& cells, const std::vector<VtuField>& point_fields,
               const std::vector<VtuField>& cell_fields, Sync sync) {
  CellArrays arrays;
  arrays.add(cells.tets, kTet);
  arrays.add(cells.hexes, kHex);
  arrays.add(cells.triangles, kTriangle);
  arrays.add(cells.quads, kQuad);
  arrays.add(cells.edges, kEdge);
  for (Index i : cells.points) arrays.add<1>({{i}}, kPoint);
  write_grid(file, x, arrays, point_fields, cell_fields, sync);
}

void write_vtu(const std::filesystem::path& file, const Vector& x, const std::vector<Tet>& tets,
               const std::vector<VtuField>& point_fields, const std::vector<VtuField>& cell_fields, Sync sync) {
  CellArrays arrays;
  arrays.add(tets, kTet);
  write_grid(file, x, arrays, point_fields, cell_fields, sync);
}

void write_vtu(const std::filesystem::path& file, const Vector& x, const std::vector<Triangle>& triangles,
               const std::vector<VtuField>& point_fields, const std::vector<VtuField>& cell_fields, Sync sync) {
  CellArrays arrays;
  arrays.add(triangles, kTriangle);
  write_grid(file, x, arrays, point_fields, cell_fields, sync);
}

}  // namespace lilyan
