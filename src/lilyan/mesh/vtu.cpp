#include <lilyan/mesh/vtu.hpp>
#include <lilyan/mesh/xml.hpp>

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <utility>

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

// How VTK calls a cell of so many corners.
template <std::size_t kCorners>
constexpr std::uint8_t kNumberType = 0;
template <>
constexpr std::uint8_t kNumberType<3> = 5;  // triangle
template <>
constexpr std::uint8_t kNumberType<4> = 10;  // tet

template <std::size_t kCorners>
void write_cells(const std::filesystem::path& file, const Vector& x, const std::vector<std::array<Index, kCorners>>& cells,
                 const std::vector<VtuField>& point_fields, const std::vector<VtuField>& cell_fields, Sync sync) {
  const std::size_t vertices = static_cast<std::size_t>(x.size() / 3);
  std::vector<std::int64_t> connectivity, offsets;
  connectivity.reserve(kCorners * cells.size());
  offsets.reserve(cells.size());
  for (const auto& cell : cells) {
    connectivity.insert(connectivity.end(), cell.begin(), cell.end());
    offsets.push_back(static_cast<std::int64_t>(connectivity.size()));
  }
  const std::vector<std::uint8_t> types(cells.size(), kNumberType<kCorners>);

  Appended appended;
  std::string text = fmt::format(
      "<?xml version=\"1.0\"?>\n"
      "<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" byte_order=\"{}\" header_type=\"UInt64\">\n"
      "<UnstructuredGrid>\n<Piece NumberOfPoints=\"{}\" NumberOfCells=\"{}\">\n",
      std::endian::native == std::endian::little ? "LittleEndian" : "BigEndian", vertices, cells.size());
  text += fields(appended, "PointData", point_fields, vertices);
  text += fields(appended, "CellData", cell_fields, cells.size());
  text += "<Points>\n" + appended.array("Float64", "Points", 3, std::span(x.data(), 3 * vertices)) + "</Points>\n<Cells>\n";
  text += appended.array("Int64", "connectivity", 1, std::span(std::as_const(connectivity)));
  text += appended.array("Int64", "offsets", 1, std::span(std::as_const(offsets)));
  text += appended.array("UInt8", "types", 1, std::span(types));
  text += "</Cells>\n</Piece>\n</UnstructuredGrid>\n<AppendedData encoding=\"raw\">\n_";

  FileWriter writer(file, sync);
  writer.write(text);
  appended.write(writer);
  writer.write("\n</AppendedData>\n</VTKFile>\n");  // some readers need the newline before the closing tag
  writer.commit();
}

}  // namespace

void write_vtu(const std::filesystem::path& file, const Vector& x, const std::vector<Tet>& tets,
               const std::vector<VtuField>& point_fields, const std::vector<VtuField>& cell_fields, Sync sync) {
  write_cells(file, x, tets, point_fields, cell_fields, sync);
}

void write_vtu(const std::filesystem::path& file, const Vector& x, const std::vector<Triangle>& triangles,
               const std::vector<VtuField>& point_fields, const std::vector<VtuField>& cell_fields, Sync sync) {
  write_cells(file, x, triangles, point_fields, cell_fields, sync);
}

}  // namespace lilyan
