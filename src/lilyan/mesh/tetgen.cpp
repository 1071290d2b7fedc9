// read_tetgen of read.hpp.
#include <lilyan/core/error.hpp>
#include <lilyan/mesh/read.hpp>
#include <lilyan/mesh/tables.hpp>

#include <fmt/format.h>

namespace lilyan {

namespace {

constexpr TextSyntax kSyntax = {.comment = '#'};

// The other of the two files: the extension keeps the case of the one the user named.
std::filesystem::path with_extension(std::filesystem::path file, std::string extension) {
  const std::string own = file.extension().string();
  const bool upper = own.size() > 1 && own[1] >= 'A' && own[1] <= 'Z';
  if (upper)
    for (char& c : extension)
      if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return file.replace_extension(extension);
}

TextScanner open_part(const std::filesystem::path& part) {
  try {
    return TextScanner(part, kSyntax);
  } catch (const InputError& error) {
    Fault fault = error.faults().front();
    if (fault.id == "mesh.missing") fault.hint = "a TetGen mesh is two files, .node and .ele, side by side";
    throw InputError(fault);
  }
}

void require_end(TextScanner& text) {
  if (text.next_line()) text.fail("mesh.syntax", fmt::format("{} stands after the last announced line", shown(text.line())));
}

}  // namespace

TetMesh read_tetgen(const std::filesystem::path& file) {
  TextScanner vertices = open_part(with_extension(file, ".node"));
  TextScanner tets = open_part(with_extension(file, ".ele"));

  TetMesh mesh;
  MeshOrigin origin;
  read_vertex_table(vertices, mesh, origin);
  require_end(vertices);
  const std::vector<double> regions = read_tet_table(tets, mesh, origin);
  require_end(tets);
  for (std::size_t t = 0; t < regions.size(); ++t)
    mesh.tet_sets[fmt::format("region{}", regions[t] == 0 ? 0.0 : regions[t])].push_back(static_cast<Index>(t));  // -0 is 0

  origin.files = {vertices.file_names()[0], tets.file_names()[0]};
  for (MeshOrigin::Item& item : origin.tets) item.file = 1;
  make_valid(mesh, origin);
  return mesh;
}

}  // namespace lilyan
