// parse_gmsh of formats.hpp: which of Gmsh's formats a .msh file has.
#include <lilyan/mesh_files/formats.hpp>
#include <lilyan/mesh_files/scan/byte_scanner.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace lilyan {

namespace {

constexpr const char* kConvert = "convert it: gmsh FILE -save -format msh41 -o NEW.msh";

}  // namespace

MeshContent parse_gmsh(TextFile file) {
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
    format.fail("mesh.version", fmt::format("the file has the Gmsh format {}; read are 2.2 and 4.1", shown(version)), kConvert);
  return kind == "1" ? parse_gmsh_2_binary(std::move(file)) : parse_gmsh_2_ascii(std::move(file));
}

}  // namespace lilyan
