// Gmsh 2.2, as text and binary (formats.hpp): sections between $Name and $EndName.
#include <lilyan/mesh_files/formats.hpp>
#include <lilyan/mesh_files/gmsh/gmsh_stream.hpp>
#include <lilyan/mesh_files/scan/text.hpp>

#include <fmt/format.h>

#include <utility>

namespace lilyan {

// As text:
//
//   $Nodes     <count>, then  <id> x y z
//   $Elements  <count>, then  <id> <type> <number of tags> <physical tag> <other tags> <vertex ids>

namespace {

class GmshReader {
 public:
  explicit GmshReader(TextFile file) : text_(std::move(file), TextSyntax{}) {}
  MeshContent read();

 private:
  void read_format();
  void read_names();
  void read_vertices(const std::string& section);
  void read_elements();
  void read_element();
  void skip_section(std::string_view name);
  void end_section(std::string_view name);
  Index count_line(std::string_view what, std::size_t least_bytes);

  TextScanner text_;
  GmshNames names_;
  MeshContent content_;
  IdMap vertex_index_;
  std::vector<Index> corners_;  // of the element at hand
  GmshElements elements_;
};

MeshContent GmshReader::read() {
  bool format = false, vertices = false, elements = false;
  auto once = [this](bool& seen, std::string_view name) {
    if (std::exchange(seen, true)) text_.fail("mesh.syntax", fmt::format("a second section {}", name));
  };
  while (text_.next_line()) {
    const std::string section(text_[0]);
    if (!section.starts_with('$') || section.starts_with("$End"))
      text_.fail("mesh.syntax", fmt::format("{} stands where a section such as $Nodes should begin", shown_word(text_.line())),
                 "is this a Gmsh file?");
    if (section == "$MeshFormat") {
      once(format, section);
      read_format();
    } else if (section == "$Comments") {
      skip_section(section);
    } else if (!format) {
      text_.fail("mesh.syntax", fmt::format("section {} stands before $MeshFormat", shown_word(section)));
    } else if (section == "$PhysicalNames") {
      read_names();
    } else if (section == "$Nodes" || section == "$ParametricNodes") {
      once(vertices, section);
      read_vertices(section);
    } else if (section == "$Elements") {
      if (!vertices) text_.fail("mesh.syntax", "section $Elements stands before $Nodes");
      once(elements, section);
      read_elements();
    } else {
      skip_section(section);
    }
  }
  if (!vertices) text_.fail("mesh.truncated", "the file ends without a section $Nodes", "is the file complete?");
  if (!elements) text_.fail("mesh.truncated", "the file ends without a section $Elements", "is the file complete?");

  content_.format = "Gmsh 2.2 ASCII";
  content_.origin.files = text_.file_names();
  std::move(elements_).move_into(content_, names_);
  return std::move(content_);
}

void GmshReader::read_format() {
  text_.require_line("the format's version");
  text_.require_size(3, "<version> <file type> <size of a double>");
  end_section("$MeshFormat");
}

void GmshReader::read_names() {
  const Index count = count_line("physical names", 8);
  for (Index i = 0; i < count; ++i) {
    text_.require_line(fmt::format("physical name {} of {}", i + 1, count));
    const std::string_view line = text_.line();
    const std::size_t open = line.find('"'), close = line.rfind('"');
    if (text_.size() < 3 || open == close || close + 1 != line.size())
      text_.fail("mesh.syntax", fmt::format("{} is not of the form <dimension> <tag> \"<name>\"", shown_word(line)));
    const std::string name(line.substr(open + 1, close - open - 1));
    if (name.empty() || !is_printable_utf8(name))
      text_.fail("mesh.name", fmt::format("the name {} is not UTF-8 text", shown(name)));
    const std::int64_t dimension = text_.integer(0, "the dimension"), tag = text_.integer(1, "the physical tag");
    if (dimension < 0 || dimension > 3)
      text_.fail("mesh.number", fmt::format("the dimension is {}, but must be 0 to 3", dimension));
    if (!names_.emplace(GmshGroup{static_cast<int>(dimension), tag}, name).second)
      text_.fail("mesh.name", fmt::format("a second name for the physical group {} of dimension {}", tag, dimension));
  }
  end_section("$PhysicalNames");
}

void GmshReader::read_vertices(const std::string& section) {
  const Index count = count_line("vertices", 8);
  content_.X.resize(3 * Eigen::Index{count});
  content_.origin.vertices.reserve(static_cast<std::size_t>(count));
  for (Index i = 0; i < count; ++i) {
    text_.require_line(fmt::format("vertex {} of {}", i + 1, count));
    // A parametric vertex goes on with the entity it lies on and its coordinates there.
    if (section == "$Nodes" || text_.size() < 4) text_.require_size(4, "id x y z");
    const std::int64_t id = text_.integer(0, "vertex id");
    vertex(content_.X, i) = text_.position(1);
    content_.origin.vertices.push_back(text_.origin(id));
  }
  end_section(section);
  vertex_index_ = IdMap(content_.origin.vertices);
  if (const auto twice = vertex_index_.repeated())
    text_.fail("mesh.index", fmt::format("the vertex id {} is used more than once", *twice));
}

void GmshReader::read_elements() {
  const Index count = count_line("elements", 8);
  for (Index i = 0; i < count; ++i) {
    text_.require_line(fmt::format("element {} of {}", i + 1, count));
    read_element();
  }
  end_section("$Elements");
}

void GmshReader::read_element() {
  if (text_.size() < 4)
    text_.fail("mesh.syntax", fmt::format("{} is not of the form id type tags ... vertices", shown_word(text_.line())));
  const std::int64_t id = text_.integer(0, "element id"), type = text_.integer(1, "element type");
  const std::int64_t tags = text_.integer(2, "the number of tags");
  if (tags < 0 || tags > static_cast<std::int64_t>(text_.size()) - 4)
    text_.fail("mesh.count", fmt::format("{} tags are announced, which leaves no vertices in {}", tags, shown_word(text_.line())));
  const std::int64_t physical = tags > 0 ? text_.integer(3, "the physical tag") : 0;
  const std::size_t first = 3 + static_cast<std::size_t>(tags);
  if (const GmshKind* kind = gmsh_kind(type); kind != nullptr)
    text_.require_size(first + kind->vertices, fmt::format("id {} tags ... and {} vertices", type, kind->vertices));
  corners_.clear();
  for (std::size_t k = first; k < text_.size(); ++k) {
    const std::int64_t vertex_id = text_.integer(k, "vertex id");
    const std::optional<Index> index = vertex_index_.find(vertex_id);
    if (!index) text_.fail("mesh.index", fmt::format("vertex id {} is not among the $Nodes", vertex_id));
    corners_.push_back(*index);
  }
  elements_.add(type, std::span(&physical, 1), corners_, text_.origin(id));
}

void GmshReader::skip_section(std::string_view name) {
  const std::string end = "$End" + std::string(name.substr(1));
  const std::string place = text_.place();
  while (text_.next_line())
    if (text_[0] == end) return;
  text_.fail("mesh.truncated", fmt::format("the file ends inside the section {} of {}", shown_word(name), place),
             "is the file complete?");
}

void GmshReader::end_section(std::string_view name) {
  const std::string end = "$End" + std::string(name.substr(1));
  text_.require_line(end);
  if (text_.size() != 1 || text_[0] != end)
    text_.fail("mesh.syntax", fmt::format("{} stands where {} is expected", shown_word(text_.line()), end),
               "does the section's first line give the right count?");
}

Index GmshReader::count_line(std::string_view what, std::size_t least_bytes) {
  text_.require_line(fmt::format("the number of {}", what));
  text_.require_size(1, "<count>");
  return text_.count(0, what, least_bytes);
}

}  // namespace

MeshContent parse_gmsh_2_ascii(TextFile file) { return GmshReader(std::move(file)).read(); }

// As binary. Counts are text; all else is binary:
//
//   $Nodes     <count>, then  id x y z                                      int, 3 doubles
//   $Elements  <count>, then blocks  type elements tags                     3 ints
//                            each followed by  id tags ... vertex ids ...   ints

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
