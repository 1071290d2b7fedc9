// parse_vtk_legacy of vtk_grid.hpp: VTK's old format, in ASCII or big-endian binary.
//
//   # vtk DataFile Version 2.0 / title / ASCII or BINARY / DATASET UNSTRUCTURED_GRID or POLYDATA
//   POINTS n type                          then 3 n values
//   CELLS n size, POLYGONS n size, ...     then n times: <vertices> <vertex> ... ; since version 5, n counts offsets:
//   CELLS n size  OFFSETS type ... CONNECTIVITY type ...
//   CELL_TYPES n                           then n integers
//   POINT_DATA n, CELL_DATA n              then fields: SCALARS, VECTORS, NORMALS, TENSORS, FIELD, ...
//
// Two generations of one format share most of these lines, so one file reads both.
#include <lilyan/core/error.hpp>
#include <lilyan/mesh_files/scan/byte_scanner.hpp>
#include <lilyan/mesh_files/scan/numbers.hpp>
#include <lilyan/mesh_files/vtk/vtk_cells.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <limits>
#include <optional>

namespace lilyan {

namespace {

constexpr std::int64_t kMostComponents = 64;

// The fields of the cells count them in this order, whatever the order of the sections.
constexpr std::array<std::int64_t, 4> kPolygonTypes = {kVtkVertex, kVtkLine, kVtkPolygon, kVtkStrip};

std::string upper(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return result;
}

// Names have their blanks and control characters as %20.
std::string percent_decoded(std::string_view text) {
  auto digit = [](char c) {
    return c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
  };
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool code = text[i] == '%' && i + 2 < text.size() && digit(text[i + 1]) >= 0 && digit(text[i + 2]) >= 0;
    result += code ? static_cast<char>(16 * digit(text[i + 1]) + digit(text[i + 2])) : text[i];
    i += code ? 2 : 0;
  }
  return result;
}

class VtkLegacyReader {
 public:
  explicit VtkLegacyReader(const TextFile& file) : in_(file) {}
  VtkGrid read();

 private:
  enum class Owner { none, vertices, cells };

  void read_header();
  void read_section(const std::string& section);
  void read_cells(std::size_t group);
  void read_cell_types();
  void read_attribute(const std::string& kind);
  void read_field_arrays();
  void add_field(std::string name, std::int64_t components, std::vector<double> values);
  void skip_metadata();
  void finish();

  std::string field_name();
  NumberType type(std::string_view what);
  void begin_data();  // behind the line end, where the data is binary
  std::vector<double> reals(std::int64_t count, NumberType type, const char* what);
  std::vector<std::int64_t> integers(std::int64_t count, NumberType type, const char* what);
  void require_room(std::int64_t count, std::size_t binary_bytes, const char* what) const;
  VtkFail fail() const {
    return [this](const char* id, std::string message) { in_.fail(id, std::move(message)); };
  }

  ByteScanner in_;
  bool binary_ = false, polygons_ = false, has_points_ = false;
  Owner owner_ = Owner::none;
  std::int64_t owned_ = 0;  // items of the owner
  VtkGrid grid_;
  std::array<VtkCells, 4> cells_;  // of a grid all in the first; of polygons as kPolygonTypes says
  std::int64_t cell_count_ = 0;
  std::vector<MeshField> cell_fields_;
};

void VtkLegacyReader::read_header() {
  const std::string_view version = in_.line();
  if (!version.starts_with("# vtk DataFile Version"))
    in_.fail("mesh.syntax", "the file does not begin with # vtk DataFile Version");
  in_.line();  // the title
  const std::string encoding = upper(in_.word("ASCII or BINARY"));
  if (encoding != "ASCII" && encoding != "BINARY")
    in_.fail("mesh.syntax", fmt::format("{} stands where ASCII or BINARY is expected", shown_word(encoding)));
  binary_ = encoding == "BINARY";
  // Fields of the whole file may stand before the dataset.
  if (upper(in_.peek()) == "FIELD") {
    in_.word("FIELD");
    read_field_arrays();
  }
  if (const std::string word = upper(in_.word("DATASET")); word != "DATASET")
    in_.fail("mesh.syntax", fmt::format("{} stands where DATASET is expected", shown_word(word)));
  const std::string kind = upper(in_.word("the dataset's kind"));
  if (kind != "UNSTRUCTURED_GRID" && kind != "POLYDATA")
    in_.fail("mesh.version", fmt::format("a dataset of the kind {} is not read", shown_word(kind)),
             "read are UNSTRUCTURED_GRID and POLYDATA");
  polygons_ = kind == "POLYDATA";
}

VtkGrid VtkLegacyReader::read() {
  read_header();
  while (!in_.at_end()) read_section(upper(in_.word("a section")));
  finish();
  return std::move(grid_);
}

void VtkLegacyReader::read_section(const std::string& section) {
  static const std::map<std::string, std::size_t> kPolygons = {
      {"VERTICES", 0}, {"LINES", 1}, {"POLYGONS", 2}, {"TRIANGLE_STRIPS", 3}};
  if (section == "POINTS") {
    if (has_points_) in_.fail("mesh.syntax", "a second section POINTS");
    has_points_ = true;
    const std::int64_t count = in_.integer("the number of points");
    const NumberType stored = type("the type of the points");
    if (count < 0 || count > std::numeric_limits<Index>::max())
      in_.fail("mesh.count", fmt::format("the number of points is {}", count));
    grid_.X = vtk_positions(reals(3 * count, stored, "points"), fail());
  } else if (section == "CELLS" && !polygons_) {
    read_cells(0);
  } else if (section == "CELL_TYPES" && !polygons_) {
    read_cell_types();
  } else if (polygons_ && kPolygons.contains(section)) {
    read_cells(kPolygons.at(section));
  } else if (section == "POINT_DATA" || section == "CELL_DATA") {
    owner_ = section == "POINT_DATA" ? Owner::vertices : Owner::cells;
    owned_ = in_.integer("the number of values");
    const std::int64_t items = owner_ == Owner::vertices ? grid_.X.size() / 3 : cell_count_;
    if (owned_ != items) in_.fail("mesh.count", fmt::format("{} is for {} items, but there are {}", section, owned_, items));
  } else if (section == "METADATA") {
    skip_metadata();
  } else if (section == "FIELD") {
    read_field_arrays();
  } else if (owner_ != Owner::none) {
    read_attribute(section);
  } else {
    in_.fail("mesh.syntax", fmt::format("{} stands where a section such as POINTS should begin", shown_word(section)));
  }
}

void VtkLegacyReader::read_cells(std::size_t group) {
  if (!has_points_) in_.fail("mesh.syntax", "cells stand before POINTS");
  VtkCells& cells = cells_[group];
  if (!cells.offsets.empty()) in_.fail("mesh.syntax", "a second section of the same cells");
  const std::int64_t count = in_.integer("the number of cells"), size = in_.integer("the size of the cells");
  if (count < 0 || count > std::numeric_limits<Index>::max() || size < 0)
    in_.fail("mesh.count", fmt::format("{} cells with {} numbers are announced", count, size));
  if (upper(in_.peek()) == "OFFSETS") {  // version 5
    in_.word("OFFSETS");
    cells.offsets = integers(count, type("the type of the offsets"), "offsets");
    if (const std::string word = upper(in_.word("CONNECTIVITY")); word != "CONNECTIVITY")
      in_.fail("mesh.syntax", fmt::format("{} stands where CONNECTIVITY is expected", shown_word(word)));
    cells.connectivity = integers(size, type("the type of the connectivity"), "connectivity");
    if (!cells.offsets.empty()) {
      if (cells.offsets.front() != 0) in_.fail("mesh.index", "the first offset must be 0");
      cells.offsets.erase(cells.offsets.begin());
    }
  } else {
    const std::vector<std::int64_t> list = integers(size, NumberType::int32, "cells");
    for (std::size_t at = 0; at < list.size();) {
      const std::int64_t corners = list[at++];
      if (corners < 0 || corners > static_cast<std::int64_t>(list.size() - at))
        in_.fail("mesh.count", fmt::format("cell {} announces {} vertices, but {} numbers are left", cells.offsets.size(), corners,
                                           list.size() - at));
      cells.connectivity.insert(cells.connectivity.end(), list.begin() + static_cast<std::ptrdiff_t>(at),
                                list.begin() + static_cast<std::ptrdiff_t>(at) + corners);
      cells.offsets.push_back(static_cast<std::int64_t>(cells.connectivity.size()));
      at += static_cast<std::size_t>(corners);
    }
    if (static_cast<std::int64_t>(cells.offsets.size()) != count)
      in_.fail("mesh.count", fmt::format("{} cells are announced, but there are {}", count, cells.offsets.size()));
  }
  cell_count_ += static_cast<std::int64_t>(cells.offsets.size());
  if (polygons_) cells.types.assign(cells.offsets.size(), kPolygonTypes[group]);
}

void VtkLegacyReader::read_cell_types() {
  const std::int64_t count = in_.integer("the number of cell types");
  if (count < 0) in_.fail("mesh.count", fmt::format("the number of cell types is {}", count));
  cells_[0].types = integers(count, NumberType::int32, "cell types");
}

void VtkLegacyReader::read_attribute(const std::string& kind) {
  static const std::map<std::string, std::int64_t> kComponents = {
      {"VECTORS", 3}, {"NORMALS", 3}, {"TENSORS", 9}, {"TENSORS6", 6}, {"GLOBAL_IDS", 1}, {"PEDIGREE_IDS", 1}, {"EDGE_FLAGS", 1}};
  if (kind == "LOOKUP_TABLE") {  // colours, 4 bytes (or in ASCII 4 numbers) each; of no interest here
    in_.word("the table's name");
    const std::int64_t size = in_.integer("the table's size");
    require_room(size, 4, "colours");
    reals(4 * size, NumberType::uint8, "colours");
    return;
  }
  const std::string name = field_name();
  if (kind == "COLOR_SCALARS") {
    const std::int64_t components = in_.integer("the number of components");
    if (components < 1 || components > kMostComponents)
      in_.fail("mesh.count", fmt::format("{} has {} components", shown(name), components));
    return add_field(name, components, reals(owned_ * components, NumberType::uint8, "colours"));
  }
  if (kind == "TEXTURE_COORDINATES") {
    const std::int64_t components = in_.integer("the number of components");
    if (components < 1 || components > 3) in_.fail("mesh.count", fmt::format("{} has {} components", shown(name), components));
    const NumberType stored = type("the field's type");
    return add_field(name, components, reals(owned_ * components, stored, "texture coordinates"));
  }
  if (kind == "SCALARS") {
    const NumberType stored = type("the field's type");
    std::int64_t components = 1;
    if (upper(in_.peek()) != "LOOKUP_TABLE" && !in_.at_end() && std::isdigit(static_cast<unsigned char>(in_.peek()[0])))
      components = in_.integer("the number of components");
    if (components < 1 || components > kMostComponents)
      in_.fail("mesh.count", fmt::format("{} has {} components", shown(name), components));
    if (upper(in_.peek()) == "LOOKUP_TABLE") {
      in_.word("LOOKUP_TABLE");
      in_.word("the table's name");
    }
    return add_field(name, components, reals(owned_ * components, stored, "scalars"));
  }
  const auto found = kComponents.find(kind);
  if (found == kComponents.end())
    in_.fail("mesh.syntax", fmt::format("{} stands where a section or a field should begin", shown_word(kind)));
  const NumberType stored = type("the field's type");
  add_field(name, found->second, reals(owned_ * found->second, stored, "values"));
}

void VtkLegacyReader::read_field_arrays() {
  in_.word("the field's name");
  const std::int64_t arrays = in_.count("arrays", 8, 0);
  for (std::int64_t k = 0; k < arrays; ++k) {
    if (upper(in_.peek()) == "METADATA") {
      in_.word("METADATA");
      skip_metadata();
    }
    const std::string name = field_name();
    const std::int64_t components = in_.integer("the number of components"), tuples = in_.integer("the number of tuples");
    if (components < 0 || components > kMostComponents || tuples < 0 || tuples > std::numeric_limits<Index>::max())
      in_.fail("mesh.count", fmt::format("the array {} has {} components of {} tuples", shown(name), components, tuples));
    std::vector<double> values = reals(components * tuples, type("the array's type"), "values");
    if (owner_ == Owner::none || components == 0) continue;
    if (tuples != owned_)
      in_.fail("mesh.count", fmt::format("the array {} has {} tuples for {} items", shown(name), tuples, owned_));
    add_field(name, components, std::move(values));
  }
}

void VtkLegacyReader::add_field(std::string name, std::int64_t components, std::vector<double> values) {
  MeshField field{std::move(name), static_cast<int>(components), std::move(values)};
  if (owner_ == Owner::vertices) grid_.vertex_fields.push_back(std::move(field));
  if (owner_ == Owner::cells) cell_fields_.push_back(std::move(field));
}

// A block of lines about the array before it, up to an empty line.
void VtkLegacyReader::skip_metadata() {
  in_.line();
  while (in_.left() > 0 && !in_.line().empty()) continue;
}

void VtkLegacyReader::finish() {
  if (!has_points_) in_.fail("mesh.truncated", "the file ends without a section POINTS", "is the file complete?");
  VtkCellSorter sorter(grid_);
  for (const VtkCells& cells : cells_) sorter.add(cells, fail());
  for (const MeshField& field : cell_fields_) sorter.add_field(field);
  sorter.add_notes();
}

std::string VtkLegacyReader::field_name() {
  const std::string name = percent_decoded(in_.word("a field's name"));
  if (!is_printable_utf8(name)) in_.fail("mesh.name", fmt::format("the field's name {} is not UTF-8 text", shown(name)));
  return name;
}

NumberType VtkLegacyReader::type(std::string_view what) {
  std::string name(in_.word(what));
  std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const std::optional<NumberType> found = vtk_legacy_type(name);
  if (!found) in_.fail("mesh.syntax", fmt::format("values of the type {} are not read", shown_word(name)));
  return *found;
}

void VtkLegacyReader::begin_data() {
  if (in_.line().find_first_not_of(" \t") != std::string_view::npos)
    in_.fail("mesh.syntax", "binary data must begin on a line of its own");
}

void VtkLegacyReader::require_room(std::int64_t count, std::size_t binary_bytes, const char* what) const {
  const std::size_t each = binary_ ? binary_bytes : 2;
  if (count < 0 || static_cast<std::uint64_t>(count) > (in_.left() + 1) / each)
    in_.fail("mesh.count",
             fmt::format("{} {} are announced, for which the {} bytes that follow are too few", count, what, in_.left()),
             "is the file complete?");
}

std::vector<double> VtkLegacyReader::reals(std::int64_t count, NumberType stored, const char* what) {
  require_room(count, size_of(stored), what);
  if (count == 0) return {};
  if (binary_) {
    begin_data();
    return stored_reals(in_.bytes(static_cast<std::size_t>(count) * size_of(stored), what), stored, std::endian::big);
  }
  std::vector<double> values(static_cast<std::size_t>(count));
  for (double& value : values) value = in_.real("value");
  return values;
}

std::vector<std::int64_t> VtkLegacyReader::integers(std::int64_t count, NumberType stored, const char* what) {
  if (!is_whole(stored)) in_.fail("mesh.syntax", fmt::format("{} must be whole numbers", what));
  require_room(count, size_of(stored), what);
  if (count == 0) return {};
  if (binary_) {
    begin_data();
    return stored_integers(in_.bytes(static_cast<std::size_t>(count) * size_of(stored), what), stored, std::endian::big);
  }
  std::vector<std::int64_t> values(static_cast<std::size_t>(count));
  for (std::int64_t& value : values) value = in_.integer("value");
  return values;
}

}  // namespace

VtkGrid parse_vtk_legacy(const TextFile& file) { return VtkLegacyReader(file).read(); }

}  // namespace lilyan
