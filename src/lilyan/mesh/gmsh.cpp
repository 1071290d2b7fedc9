// read_gmsh of read.hpp.
#include <lilyan/mesh/gmsh_elements.hpp>
#include <lilyan/mesh/read.hpp>
#include <lilyan/mesh/text.hpp>

#include <fmt/format.h>

#include <utility>

namespace lilyan {

namespace {

constexpr const char* kConvert = "convert it: gmsh FILE -save -format msh22 -o NEW.msh";

class GmshReader {
 public:
  explicit GmshReader(const std::filesystem::path& file) : text_(file, TextSyntax{}) {}
  TetMesh read();

 private:
  void read_format();
  void read_names();
  void read_vertices();
  void read_elements();
  void skip_section(std::string_view name);
  void end_section(std::string_view name);
  Index count_line(std::string_view what, std::size_t least_bytes);

  TextScanner text_;
  std::map<std::int64_t, std::string> volume_names_;  // by physical tag
  Vector X_;
  std::vector<MeshOrigin::Item> vertices_;
  IdMap vertex_index_;
  GmshElements elements_;
};

TetMesh GmshReader::read() {
  bool format = false, vertices = false, elements = false;
  auto once = [this](bool& seen, std::string_view name) {
    if (std::exchange(seen, true)) text_.fail("mesh.syntax", fmt::format("a second section {}", name));
  };
  while (text_.next_line()) {
    const std::string section(text_[0]);
    if (!section.starts_with('$') || section.starts_with("$End"))
      text_.fail("mesh.syntax", fmt::format("{} stands where a section such as $Nodes should begin", shown(text_.line())),
                 "is this a Gmsh 2.2 ASCII file?");
    if (section == "$NOD" || section == "$ELM")
      text_.fail("mesh.version", "the file has the Gmsh format 1; read is 2.2 ASCII", kConvert);
    if (section == "$MeshFormat") {
      once(format, section);
      read_format();
    } else if (section == "$Comments") {
      skip_section(section);
    } else if (!format) {
      text_.fail("mesh.syntax", fmt::format("section {} stands before $MeshFormat", shown(section)));
    } else if (section == "$PhysicalNames") {
      read_names();
    } else if (section == "$Nodes") {
      once(vertices, section);
      read_vertices();
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

  MeshOrigin origin;
  origin.files = text_.file_names();
  origin.vertices = std::move(vertices_);
  return std::move(elements_).mesh(std::move(X_), std::move(origin), volume_names_);
}

void GmshReader::read_format() {
  text_.require_line("the format's version");
  text_.require_size(3, "<version> <file type> <size of a double>");
  const std::string_view version = text_[0];
  if (version != "2.2" && version != "2.1" && version != "2")
    text_.fail("mesh.version", fmt::format("the file has the Gmsh format {}; read is 2.2 ASCII", shown(version)), kConvert);
  if (text_.integer(1, "the file type") != 0)
    text_.fail("mesh.version", fmt::format("the file has the Gmsh format {} binary; read is 2.2 ASCII", version), kConvert);
  end_section("$MeshFormat");
}

void GmshReader::read_names() {
  const Index count = count_line("physical names", 8);
  for (Index i = 0; i < count; ++i) {
    text_.require_line(fmt::format("physical name {} of {}", i + 1, count));
    const std::string_view line = text_.line();
    const std::size_t open = line.find('"'), close = line.rfind('"');
    if (text_.size() < 3 || open == close || close + 1 != line.size())
      text_.fail("mesh.syntax", fmt::format("{} is not of the form <dimension> <tag> \"<name>\"", shown(line)));
    const std::string name(line.substr(open + 1, close - open - 1));
    if (name.empty() || !is_printable_utf8(name))
      text_.fail("mesh.name", fmt::format("the name {} is not UTF-8 text", shown(name)));
    const std::int64_t dimension = text_.integer(0, "the dimension"), tag = text_.integer(1, "the physical tag");
    if (dimension == 3 && !volume_names_.emplace(tag, name).second)
      text_.fail("mesh.name", fmt::format("a second name for the physical volume {}", tag));
  }
  end_section("$PhysicalNames");
}

void GmshReader::read_vertices() {
  const Index count = count_line("vertices", 8);
  X_.resize(3 * Eigen::Index{count});
  vertices_.reserve(static_cast<std::size_t>(count));
  for (Index i = 0; i < count; ++i) {
    text_.require_line(fmt::format("vertex {} of {}", i + 1, count));
    text_.require_size(4, "id x y z");
    const std::int64_t id = text_.integer(0, "vertex id");
    vertex(X_, i) = text_.position(1);
    vertices_.push_back(text_.origin(id));
  }
  end_section("$Nodes");
  vertex_index_ = IdMap(vertices_);
  if (const auto twice = vertex_index_.repeated())
    text_.fail("mesh.index", fmt::format("the vertex id {} is used more than once", *twice));
}

void GmshReader::read_elements() {
  const Index count = count_line("elements", 8);
  for (Index i = 0; i < count; ++i) {
    text_.require_line(fmt::format("element {} of {}", i + 1, count));
    elements_.add(text_, vertex_index_);
  }
  end_section("$Elements");
}

void GmshReader::skip_section(std::string_view name) {
  const std::string end = "$End" + std::string(name.substr(1));
  const std::string place = text_.place();
  while (text_.next_line())
    if (text_[0] == end) return;
  text_.fail("mesh.truncated", fmt::format("the file ends inside the section {} of {}", shown(name), place),
             "is the file complete?");
}

void GmshReader::end_section(std::string_view name) {
  const std::string end = "$End" + std::string(name.substr(1));
  text_.require_line(end);
  if (text_.size() != 1 || text_[0] != end)
    text_.fail("mesh.syntax", fmt::format("{} stands where {} is expected", shown(text_.line()), end),
               "does the section's first line give the right count?");
}

Index GmshReader::count_line(std::string_view what, std::size_t least_bytes) {
  text_.require_line(fmt::format("the number of {}", what));
  text_.require_size(1, "<count>");
  return text_.count(0, what, least_bytes);
}

}  // namespace

TetMesh read_gmsh(const std::filesystem::path& file) { return GmshReader(file).read(); }

}  // namespace lilyan
