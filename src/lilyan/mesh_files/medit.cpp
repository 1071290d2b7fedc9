// parse_medit of formats.hpp: Medit's .mesh as text (also written by Gmsh, TetGen and mmg).
//
// A list of keywords, most with a count and a table. The last number of a row is its reference; 0 means none.
#include <lilyan/mesh/body_mesh.hpp>
#include <lilyan/mesh_files/formats.hpp>
#include <lilyan/mesh_files/scan/byte_scanner.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>

namespace lilyan {

namespace {

// Tables that are passed over: how many columns, and whether they name vertices.
struct Passed {
  std::size_t corners, numbers;  // vertices first, then other numbers
  const char* name;              // of volume elements, which must not go unseen; else nullptr
};
const std::map<std::string, Passed> kPassed = {{"edges", {2, 1, nullptr}},
                                               {"hexahedra", {8, 1, "hexes"}},
                                               {"hexaedra", {8, 1, "hexes"}},
                                               {"prisms", {6, 1, "prisms"}},
                                               {"pyramids", {5, 1, "pyramids"}},
                                               {"corners", {0, 1, nullptr}},
                                               {"ridges", {0, 1, nullptr}},
                                               {"requiredvertices", {0, 1, nullptr}},
                                               {"requirededges", {0, 1, nullptr}},
                                               {"requiredtriangles", {0, 1, nullptr}},
                                               {"requiredquadrilaterals", {0, 1, nullptr}},
                                               {"requiredtetrahedra", {0, 1, nullptr}},
                                               {"normals", {0, 3, nullptr}},
                                               {"tangents", {0, 3, nullptr}},
                                               {"normalatvertices", {0, 2, nullptr}},
                                               {"tangentatvertices", {0, 2, nullptr}},
                                               {"subdomainfromgeom", {0, 4, nullptr}},
                                               {"subdomainfrommesh", {0, 4, nullptr}}};

class MeditReader {
 public:
  explicit MeditReader(const TextFile& file) : in_(file, '#') { content_.origin.files = {file.name}; }
  MeshContent read();

 private:
  void read_vertices();
  void read_tets();
  void read_polygons(std::size_t corners);
  void pass(const Passed& table);
  Index corner();
  Index table_size(const char* what, std::size_t columns) { return in_.count(what, 2 * columns, 0); }

  ByteScanner in_;
  MeshContent content_;
  bool has_vertices_ = false;
};

MeshContent MeditReader::read() {
  if (const std::string_view first = in_.word("MeshVersionFormatted"); first != "MeshVersionFormatted")
    in_.fail("mesh.syntax", fmt::format("{} stands where MeshVersionFormatted is expected", shown_word(first)),
             "is this a Medit file as text? .meshb files are not read");
  in_.integer("the version");
  while (!in_.at_end()) {
    std::string keyword(in_.word("a keyword"));
    std::transform(keyword.begin(), keyword.end(), keyword.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (keyword == "end") break;
    if (keyword == "dimension") {
      if (const std::int64_t dimension = in_.integer("the dimension"); dimension != 3)
        in_.fail("mesh.syntax", fmt::format("the dimension is {}, but must be 3", dimension));
    } else if (keyword == "vertices") {
      read_vertices();
    } else if (keyword == "tetrahedra") {
      read_tets();
    } else if (keyword == "triangles") {
      read_polygons(3);
    } else if (keyword == "quadrilaterals") {
      read_polygons(4);
    } else if (keyword == "angleofcornerbound") {
      in_.number("the angle");
    } else if (const auto table = kPassed.find(keyword); table != kPassed.end()) {
      pass(table->second);
    } else {
      in_.fail("mesh.syntax", fmt::format("{} stands where a keyword such as Vertices is expected", shown_word(keyword)),
               "does the table before it give the right count?");
    }
  }
  if (!has_vertices_) in_.fail("mesh.truncated", "the file ends without Vertices", "is the file complete?");
  for (auto& [name, vertices] : content_.vertex_sets) make_set(vertices);
  content_.format = "Medit";
  content_.origin.first_id = 1;
  return std::move(content_);
}

void MeditReader::read_vertices() {
  if (has_vertices_) in_.fail("mesh.syntax", "a second table Vertices");
  has_vertices_ = true;
  const Index count = in_.count("vertices", 8);
  content_.X.resize(3 * Eigen::Index{count});
  content_.origin.vertices.reserve(static_cast<std::size_t>(count));
  for (Index i = 0; i < count; ++i) {
    vertex(content_.X, i) = in_.position();
    in_.number("reference");
    content_.origin.vertices.push_back({i + std::int64_t{1}, 0, in_.line_number()});
  }
}

Index MeditReader::corner() {
  const std::int64_t id = in_.integer("vertex index");
  if (!has_vertices_) in_.fail("mesh.syntax", "a table of elements stands before Vertices");
  if (id < 1 || id > content_.vertices())
    in_.fail("mesh.index", fmt::format("vertex index {} is not in 1 to {}", id, content_.vertices()));
  return static_cast<Index>(id - 1);
}

void MeditReader::read_tets() {
  if (!content_.tets.empty()) in_.fail("mesh.syntax", "a second table Tetrahedra");
  const Index count = table_size("tets", 5);
  content_.tets.reserve(static_cast<std::size_t>(count));
  for (Index t = 0; t < count; ++t) {
    Tet tet;
    for (Index& i : tet) i = corner();
    content_.tets.push_back(tet);
    content_.origin.tets.push_back({t + std::int64_t{1}, 0, in_.line_number()});
    if (const std::int64_t reference = in_.integer("reference"); reference != 0)
      content_.tet_sets[fmt::format("ref{}", reference)].push_back(t);
  }
}

void MeditReader::read_polygons(std::size_t corners) {
  const Index count = table_size("polygons", corners + 1);
  std::array<Index, 4> polygon;
  for (Index t = 0; t < count; ++t) {
    for (std::size_t k = 0; k < corners; ++k) polygon[k] = corner();
    for (std::size_t k = 2; k < corners; ++k) content_.triangles.push_back({polygon[0], polygon[k - 1], polygon[k]});
    if (const std::int64_t reference = in_.integer("reference"); reference != 0) {
      std::vector<Index>& set = content_.vertex_sets[fmt::format("ref{}", reference)];
      set.insert(set.end(), polygon.begin(), polygon.begin() + static_cast<std::ptrdiff_t>(corners));
    }
  }
}

void MeditReader::pass(const Passed& table) {
  const Index count = table_size("rows", table.corners + table.numbers);
  for (Index row = 0; row < count; ++row) {
    for (std::size_t k = 0; k < table.corners; ++k) content_.other_vertices.push_back(corner());
    for (std::size_t k = 0; k < table.numbers; ++k) in_.real("value");
  }
  if (table.name != nullptr && count > 0)
    content_.notes.push_back(fmt::format("skipped what is not a 4-vertex tet: {} {}", count, table.name));
}

}  // namespace

MeshContent parse_medit(TextFile file) { return MeditReader(file).read(); }

}  // namespace lilyan
