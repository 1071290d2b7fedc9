// parse_tetgen of formats.hpp.
#include <lilyan/mesh_files/formats.hpp>
#include <lilyan/mesh_files/tables.hpp>

#include <fmt/format.h>

#include <utility>

namespace lilyan {

namespace {

constexpr TextSyntax kSyntax = {.comment = '#'};

void require_end(TextScanner& text) {
  if (text.next_line()) text.fail("mesh.syntax", fmt::format("{} stands after the last announced line", shown(text.line())));
}

}  // namespace

MeshContent parse_tetgen(TextFile node, TextFile ele) {
  TextScanner vertices(std::move(node), kSyntax), tets(std::move(ele), kSyntax);
  MeshContent content;
  content.format = "TetGen";
  read_vertex_table(vertices, content);
  require_end(vertices);
  const std::vector<double> regions = read_tet_table(tets, content);
  require_end(tets);
  for (std::size_t t = 0; t < regions.size(); ++t)
    content.tet_sets[fmt::format("region{}", regions[t] == 0 ? 0.0 : regions[t])].push_back(static_cast<Index>(t));  // -0 is 0

  content.origin.files = {vertices.file_names()[0], tets.file_names()[0]};
  for (MeshOrigin::Item& item : content.origin.tets) item.file = 1;
  return content;
}

}  // namespace lilyan
