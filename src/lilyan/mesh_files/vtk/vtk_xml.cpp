// parse_vtk_xml of vtk_grid.hpp.
//
//   <VTKFile type="UnstructuredGrid"><UnstructuredGrid>
//     <Piece NumberOfPoints NumberOfCells> <PointData/> <CellData/> <Points/> <Cells> connectivity offsets types </Cells> </Piece>
//   <VTKFile type="PolyData"><PolyData>
//     <Piece NumberOfPoints NumberOfVerts NumberOfLines NumberOfPolys NumberOfStrips> <PointData/> <CellData/> <Points/>
//       <Verts/> <Lines/> <Polys/> <Strips/> </Piece>
#include <lilyan/core/error.hpp>
#include <lilyan/mesh_files/vtk/vtk_array.hpp>
#include <lilyan/mesh_files/vtk/vtk_cells.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>

namespace lilyan {

namespace {

constexpr std::int64_t kMostComponents = 64;

class VtkXmlReader {
 public:
  explicit VtkXmlReader(const TextFile& file) : document_(read_xml(file)), arrays_(file, document_) {}
  VtkGrid read();

 private:
  VtkGrid read_piece(const XmlElement& piece);
  std::int64_t count(const XmlElement& element, const char* attribute, std::int64_t most) const;
  const XmlElement& array(const XmlElement& parent, const char* name) const;
  void read_cells(const XmlElement& piece, VtkCellSorter& sorter);
  void read_polygons(const XmlElement& piece, VtkCellSorter& sorter);
  std::vector<MeshField> read_fields(const XmlElement& piece, const char* parent, std::int64_t items, VtkGrid& grid);
  VtkFail fail_at(const XmlElement& element) const {
    return [this, &element](const char* id, std::string message) { arrays_.fail(element, id, std::move(message)); };
  }

  XmlDocument document_;
  VtkArrays arrays_;
};

std::int64_t VtkXmlReader::count(const XmlElement& element, const char* attribute, std::int64_t most) const {
  const std::string* text = element.attribute(attribute);
  if (text == nullptr) return 0;
  std::int64_t value = -1;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), value);
  if (error != std::errc() || end != text->data() + text->size())
    arrays_.fail(element, "mesh.number", fmt::format("{} {} is not a whole number", attribute, shown(*text)));
  if (value < 0 || value > most)
    arrays_.fail(element, "mesh.count", fmt::format("{} is {}, but must be 0 to {}", attribute, value, most));
  return value;
}

const XmlElement& VtkXmlReader::array(const XmlElement& parent, const char* name) const {
  for (const XmlElement& child : parent.children)
    if (const std::string* found = child.attribute("Name"); child.name == "DataArray" && found != nullptr && *found == name)
      return child;
  arrays_.fail(parent, "mesh.syntax", fmt::format("<{}> has no array {}", parent.name.substr(0, 40), name));
}

std::vector<MeshField> VtkXmlReader::read_fields(const XmlElement& piece, const char* parent, std::int64_t items, VtkGrid& grid) {
  std::vector<MeshField> fields;
  const XmlElement* list = piece.child(parent);
  if (list == nullptr) return fields;
  for (const XmlElement& element : list->children) {
    const std::string* name = element.attribute("Name");
    const std::string* type = element.attribute("type");
    if (name == nullptr || !is_printable_utf8(*name))
      arrays_.fail(element, "mesh.name", "a field has no name, or one that is not UTF-8 text");
    if (element.name != "DataArray" || type == nullptr || !vtk_xml_type(*type)) {
      grid.notes.push_back(fmt::format("left out the field {}, which holds no numbers", shown(*name)));
      continue;
    }
    const std::int64_t components = std::max<std::int64_t>(1, count(element, "NumberOfComponents", kMostComponents));
    fields.push_back({*name, static_cast<int>(components), arrays_.reals(element, static_cast<std::uint64_t>(items * components))});
  }
  return fields;
}

void VtkXmlReader::read_cells(const XmlElement& piece, VtkCellSorter& sorter) {
  const std::int64_t cells = count(piece, "NumberOfCells", std::numeric_limits<Index>::max());
  const XmlElement* parent = piece.child("Cells");
  if (parent == nullptr) {
    if (cells > 0) arrays_.fail(piece, "mesh.syntax", "the piece has no <Cells>");
    return;
  }
  const auto expected = static_cast<std::uint64_t>(cells);
  VtkCells found;
  found.types = arrays_.integers(array(*parent, "types"), expected);
  found.offsets = arrays_.integers(array(*parent, "offsets"), expected);
  found.connectivity = arrays_.integers(array(*parent, "connectivity"), std::nullopt);
  sorter.add(found, fail_at(*parent));
}

void VtkXmlReader::read_polygons(const XmlElement& piece, VtkCellSorter& sorter) {
  // In the order in which the fields of the cells count them.
  struct Kind {
    const char *count, *name;
    std::int64_t type;
  };
  for (const Kind& kind : {Kind{"NumberOfVerts", "Verts", kVtkVertex},
                           {"NumberOfLines", "Lines", kVtkLine},
                           {"NumberOfPolys", "Polys", kVtkPolygon},
                           {"NumberOfStrips", "Strips", kVtkStrip}}) {
    const std::int64_t cells = count(piece, kind.count, std::numeric_limits<Index>::max());
    if (cells == 0) continue;
    const XmlElement* parent = piece.child(kind.name);
    if (parent == nullptr) arrays_.fail(piece, "mesh.syntax", fmt::format("the piece has no <{}>", kind.name));
    VtkCells found;
    found.offsets = arrays_.integers(array(*parent, "offsets"), static_cast<std::uint64_t>(cells));
    found.connectivity = arrays_.integers(array(*parent, "connectivity"), std::nullopt);
    found.types.assign(found.offsets.size(), kind.type);
    sorter.add(found, fail_at(*parent));
  }
}

VtkGrid VtkXmlReader::read_piece(const XmlElement& piece) {
  VtkGrid grid;
  const std::int64_t vertices = count(piece, "NumberOfPoints", std::numeric_limits<Index>::max());
  if (const XmlElement* points = piece.child("Points"); vertices > 0) {
    const auto is_array = [](const XmlElement& child) { return child.name == "DataArray"; };
    if (points == nullptr || std::count_if(points->children.begin(), points->children.end(), is_array) != 1)
      arrays_.fail(piece, "mesh.syntax", "the piece must have <Points> with one array");
    const XmlElement& positions = *std::find_if(points->children.begin(), points->children.end(), is_array);
    if (const std::string* components = positions.attribute("NumberOfComponents"); components == nullptr || *components != "3")
      arrays_.fail(positions, "mesh.syntax", "points must have 3 components");
    grid.X = vtk_positions(arrays_.reals(positions, 3 * static_cast<std::uint64_t>(vertices)), fail_at(positions));
  }
  VtkCellSorter sorter(grid);
  if (document_.root.children.front().name == "PolyData")
    read_polygons(piece, sorter);
  else
    read_cells(piece, sorter);
  grid.vertex_fields = read_fields(piece, "PointData", vertices, grid);
  for (const MeshField& field : read_fields(piece, "CellData", sorter.cells(), grid)) sorter.add_field(field);
  sorter.add_notes();
  return grid;
}

// Fields that not every piece has are dropped: their values would not line up.
void append_fields(std::vector<MeshField>& fields, const std::vector<MeshField>& more, std::vector<std::string>& notes) {
  std::vector<MeshField> kept;
  for (MeshField& field : fields) {
    const MeshField* next = find_field(more, field.name);
    if (next == nullptr || next->components != field.components) {
      notes.push_back(fmt::format("left out the field {}, which not every piece has", shown(field.name)));
      continue;
    }
    field.values.insert(field.values.end(), next->values.begin(), next->values.end());
    kept.push_back(std::move(field));
  }
  fields = std::move(kept);
}

void append(VtkGrid& grid, const VtkGrid& piece, const VtkFail& fail) {
  const Eigen::Index before = grid.X.size();
  if ((before + piece.X.size()) / 3 > std::numeric_limits<Index>::max() ||
      grid.triangles.size() + piece.triangles.size() > static_cast<std::size_t>(std::numeric_limits<Index>::max()))
    fail("mesh.count", "the pieces have more vertices or triangles than can be counted");
  const auto shift = static_cast<Index>(before / 3);
  grid.X.conservativeResize(before + piece.X.size());
  grid.X.tail(piece.X.size()) = piece.X;
  auto add = [shift](auto& cells, const auto& more) {
    for (auto cell : more) {
      for (Index& i : cell) i += shift;
      cells.push_back(cell);
    }
  };
  for (Index t : piece.quads) grid.quads.push_back(t + static_cast<Index>(grid.triangles.size()));
  add(grid.tets, piece.tets);
  add(grid.hexes, piece.hexes);
  add(grid.triangles, piece.triangles);
  add(grid.edges, piece.edges);
  for (Index i : piece.points) grid.points.push_back(i + shift);
  for (Index i : piece.other_vertices) grid.other_vertices.push_back(i + shift);
  append_fields(grid.vertex_fields, piece.vertex_fields, grid.notes);
  append_fields(grid.tet_fields, piece.tet_fields, grid.notes);
  std::vector<std::string> said;  // the other kinds have the same fields
  append_fields(grid.hex_fields, piece.hex_fields, said);
  append_fields(grid.triangle_fields, piece.triangle_fields, said);
  append_fields(grid.edge_fields, piece.edge_fields, said);
  append_fields(grid.point_fields, piece.point_fields, said);
  grid.notes.insert(grid.notes.end(), piece.notes.begin(), piece.notes.end());
}

VtkGrid VtkXmlReader::read() {
  const XmlElement& root = document_.root;
  if (root.name != "VTKFile")
    arrays_.fail(root, "mesh.syntax", fmt::format("<{}> stands where <VTKFile> is expected", root.name.substr(0, 40)));
  const std::string* type = root.attribute("type");
  if (type == nullptr || (*type != "UnstructuredGrid" && *type != "PolyData"))
    arrays_.fail(root, "mesh.version",
                 fmt::format("a VTK file of the type {} is not read", type == nullptr ? "\"\"" : shown(*type)),
                 "read are UnstructuredGrid (.vtu) and PolyData (.vtp)");
  if (root.children.empty() || root.children.front().name != *type)
    arrays_.fail(root, "mesh.syntax", fmt::format("the file has no <{}>", *type));

  std::optional<VtkGrid> grid;
  for (const XmlElement& piece : root.children.front().children) {
    if (piece.name != "Piece") continue;
    if (!grid)
      grid = read_piece(piece);
    else
      append(*grid, read_piece(piece), fail_at(piece));
  }
  if (!grid) arrays_.fail(root, "mesh.syntax", "the file has no <Piece>");
  return std::move(*grid);
}

}  // namespace

VtkGrid parse_vtk_xml(const TextFile& file) { return VtkXmlReader(file).read(); }

}  // namespace lilyan
