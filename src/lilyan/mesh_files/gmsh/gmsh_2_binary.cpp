// parse_gmsh_2_binary of formats.hpp. Counts are text; all else is binary:
//
//   $Nodes     <count>, then  id x y z                                      int, 3 doubles
//   $Elements  <count>, then blocks  type elements tags                     3 ints
//                            each followed by  id tags ... vertex ids ...   ints
#include <lilyan/mesh_files/formats.hpp>
#include <lilyan/mesh_files/gmsh/gmsh_stream.hpp>

#include <fmt/format.h>

#include <utility>

namespace lilyan {

namespace {

class Gmsh2BinaryReader {
 public:
  explicit Gmsh2BinaryReader(const TextFile& file) : in_(file) { content_.origin.files = {file.name}; }
  MeshContent read();

 private:
  void read_vertices();
  void read_elements();

  GmshStream in_;
  GmshNames names_;
  MeshContent content_;
  IdMap vertex_index_;
  GmshElements elements_;
};

MeshContent Gmsh2BinaryReader::read() {
  in_.read({{"$Nodes", [this] { read_vertices(); }}, {"$Elements", [this] { read_elements(); }}}, names_);
  content_.format = "Gmsh 2.2 binary";
  std::move(elements_).move_into(content_, names_);
  return std::move(content_);
}

void Gmsh2BinaryReader::read_vertices() {
  const Index count = in_.believe(in_.text_integer("the number of vertices"), "vertices", 28, 4, 1);
  in_.begin_numbers();
  content_.X.resize(3 * Eigen::Index{count});
  content_.origin.vertices.reserve(static_cast<std::size_t>(count));
  for (Index i = 0; i < count; ++i) {
    const std::int64_t id = in_.tag("a vertex id");
    vertex(content_.X, i) = in_.position();
    content_.origin.vertices.push_back(in_.origin(id));
  }
  in_.end_section("$Nodes");
  vertex_index_ = in_.index(content_.origin.vertices);
}

void Gmsh2BinaryReader::read_elements() {
  constexpr std::int64_t kMostTags = 1000;
  std::int64_t left = in_.believe(in_.text_integer("the number of elements"), "elements", 8, 4, 1);
  in_.begin_numbers();
  std::vector<Index> corners;
  while (left > 0) {
    const std::int64_t type = in_.tag("the element type"), count = in_.tag("the number of elements"),
                       tags = in_.tag("the number of tags");
    const GmshKind* kind = gmsh_kind(type);
    if (kind == nullptr) in_.fail("mesh.element-type", fmt::format("elements of type {} are not known", type));
    if (tags < 0 || tags > kMostTags) in_.fail("mesh.count", fmt::format("an element has {} tags", tags));
    if (count < 1 || count > left)
      in_.fail("mesh.count", fmt::format("a block has {} elements, where 1 to {} are left", count, left));
    in_.believe(count, "elements", 4 * (1 + static_cast<std::size_t>(tags) + kind->vertices), 1);
    for (std::int64_t e = 0; e < count; ++e) {
      const std::int64_t id = in_.tag("an element id");
      std::int64_t physical = 0;
      for (std::int64_t k = 0; k < tags; ++k)
        if (const std::int64_t tag = in_.tag("a tag"); k == 0) physical = tag;
      corners.clear();
      for (std::size_t k = 0; k < kind->vertices; ++k) corners.push_back(in_.find(vertex_index_, in_.tag("a vertex id")));
      elements_.add(type, std::span(&physical, 1), corners, in_.origin(id));
    }
    left -= count;
  }
  in_.end_section("$Elements");
}

}  // namespace

MeshContent parse_gmsh_2_binary(TextFile file) { return Gmsh2BinaryReader(file).read(); }

}  // namespace lilyan
