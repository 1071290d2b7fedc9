#include <lilyan/mesh_files/gmsh/gmsh_stream.hpp>

#include <lilyan/mesh_files/formats.hpp>
#include <lilyan/mesh_files/scan/byte_scanner.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace lilyan {

void GmshStream::read(const std::map<std::string, std::function<void()>>& sections, GmshNames& names) {
  std::set<std::string> seen;
  for (std::string name = next_section(); !name.empty(); name = next_section()) {
    const auto section = sections.find(name);
    if (name == "$PhysicalNames") {
      names = read_names();
    } else if (section == sections.end() && name != "$MeshFormat") {
      skip_section(name);
    } else {
      if (name == "$Elements" && !seen.contains("$Nodes")) fail("mesh.syntax", "section $Elements stands before $Nodes");
      if (!seen.insert(name).second) fail("mesh.syntax", fmt::format("a second section {}", name));
      if (name == "$MeshFormat")
        read_format();
      else
        section->second();
    }
  }
  if (!seen.contains("$Nodes") || !seen.contains("$Elements"))
    fail("mesh.truncated", "the file ends without the sections $Nodes and $Elements", "is the file complete?");
}

IdMap GmshStream::index(const std::vector<MeshOrigin::Item>& vertices) const {
  IdMap map(vertices);
  if (const auto twice = map.repeated()) fail("mesh.index", fmt::format("the vertex id {} is used more than once", *twice));
  return map;
}

Index GmshStream::find(const IdMap& vertices, std::int64_t id) const {
  const std::optional<Index> index = vertices.find(id);
  if (!index) fail("mesh.index", fmt::format("vertex id {} is not among the $Nodes", id));
  return *index;
}

void GmshStream::read_format() {
  version_ = in_.word("the format's version");
  const std::int64_t kind = in_.integer("the file type"), size = in_.integer("the size of a double");
  if (kind != 0 && kind != 1) fail("mesh.version", fmt::format("the file type is {}, but must be 0 (ASCII) or 1 (binary)", kind));
  if (size != 8) fail("mesh.version", fmt::format("numbers of {} bytes are not read, only of 8", size));
  binary_ = kind == 1;
  if (binary_) {
    begin_numbers();
    const std::string_view one = in_.bytes(4, "the number 1 that tells the byte order");
    if (load<std::int32_t>(one.data(), std::endian::big) == 1)
      order_ = std::endian::big;
    else if (load<std::int32_t>(one.data(), std::endian::little) != 1)
      fail("mesh.syntax", "the number 1 that tells the byte order is missing");
  }
  end_section("$MeshFormat");
}

std::string GmshStream::next_section() {
  if (in_.at_end()) return {};
  std::string name(in_.word("a section"));
  if (!name.starts_with('$') || name.starts_with("$End"))
    fail("mesh.syntax", fmt::format("{} stands where a section such as $Nodes should begin", shown_word(name)),
         "does the section before it give the right counts?");
  return name;
}

void GmshStream::end_section(const std::string& name) {
  const std::string end = "$End" + name.substr(1);
  if (const std::string_view found = in_.word(end); found != end)
    fail("mesh.syntax", fmt::format("{} stands where {} is expected", shown_word(found), end),
         "does the section give the right counts?");
}

void GmshStream::skip_section(const std::string& name) {
  const std::string end = "$End" + name.substr(1);
  const std::string place = in_.place();
  in_.line();
  while (in_.left() > 0)
    if (const std::string_view line = in_.line(); line.substr(0, line.find_last_not_of(" \t") + 1) == end) return;
  fail("mesh.truncated", fmt::format("the file ends inside the section {} of {}", shown_word(name), place),
       "is the file complete?");
}

GmshNames GmshStream::read_names() {
  GmshNames names;
  const Index count = in_.count("physical names", 8, 0);
  for (Index i = 0; i < count; ++i) {
    const std::int64_t dimension = in_.integer("the dimension"), tag = in_.integer("the physical tag");
    const std::string_view line = in_.rest_of_line();
    const std::size_t open = line.find('"'), close = line.rfind('"');
    if (open == close) fail("mesh.syntax", fmt::format("{} is not a name in quotes", shown_word(line)));
    const std::string name(line.substr(open + 1, close - open - 1));
    if (name.empty() || !is_printable_utf8(name)) fail("mesh.name", fmt::format("the name {} is not UTF-8 text", shown(name)));
    if (dimension < 0 || dimension > 3) fail("mesh.number", fmt::format("the dimension is {}, but must be 0 to 3", dimension));
    if (!names.emplace(GmshGroup{static_cast<int>(dimension), tag}, name).second)
      fail("mesh.name", fmt::format("a second name for the physical group {} of dimension {}", tag, dimension));
    in_.line();
  }
  end_section("$PhysicalNames");
  return names;
}

std::int64_t GmshStream::tag(std::string_view what) { return binary_ ? in_.value<std::int32_t>(order_, what) : in_.integer(what); }

std::int64_t GmshStream::size(std::string_view what) { return binary_ ? in_.value<std::int64_t>(order_, what) : in_.integer(what); }

double GmshStream::real(std::string_view what) { return binary_ ? in_.value<double>(order_, what) : in_.real(what); }

Vec3 GmshStream::position() { return binary_ ? in_.position(order_) : in_.position(); }

Index GmshStream::believe(std::int64_t count, std::string_view what, std::size_t binary_bytes, std::size_t words,
                          std::int64_t fewest) const {
  return in_.believe(count, what, binary_ ? binary_bytes : 2 * words, fewest);
}

// Which of Gmsh's formats a .msh file has (formats.hpp).
MeshContent parse_gmsh(TextFile file) {
  constexpr const char* kConvert = "convert it: gmsh FILE -save -format msh41 -o NEW.msh";
  if (file.text.starts_with("$NOD"))
    ByteScanner(file).fail("mesh.version", "the file has the Gmsh format 1; read are 2.2 and 4.1", kConvert);
  const std::size_t at = file.text.find("$MeshFormat");
  if (at == std::string::npos) return parse_gmsh_2_ascii(std::move(file));  // which says what is wrong

  const auto line = 1 + std::count(file.text.begin(), file.text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
  ByteScanner format(file, at, file.text.size(), static_cast<std::uint32_t>(line));
  format.word("$MeshFormat");
  const std::string_view version = format.word("the format's version"), kind = format.peek();
  if (version == "4.1") return parse_gmsh_4(std::move(file));
  if (version != "2.2" && version != "2.1" && version != "2")
    format.fail("mesh.version", fmt::format("the file has the Gmsh format {}; read are 2.2 and 4.1", shown_word(version)),
                kConvert);
  return kind == "1" ? parse_gmsh_2_binary(std::move(file)) : parse_gmsh_2_ascii(std::move(file));
}

}  // namespace lilyan
