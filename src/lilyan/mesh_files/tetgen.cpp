// TetGen's .node and .ele, and the tables that they share with VegaFEM's files (formats.hpp).
#include <lilyan/mesh_files/formats.hpp>
#include <lilyan/mesh_files/scan/text.hpp>

#include <fmt/format.h>

#include <utility>

namespace lilyan {
namespace {

// How many columns a header announces in its token k; absent means none.
std::size_t columns(const TextScanner& text, std::size_t k, std::string_view what, std::int64_t most) {
  if (text.size() <= k) return 0;
  const std::int64_t value = text.integer(k, what);
  if (value < 0 || value > most) text.fail("mesh.count", fmt::format("{} is {}, but must be 0 to {}", what, value, most));
  return static_cast<std::size_t>(value);
}

void require_header(const TextScanner& text, std::size_t most, std::string_view layout) {
  if (text.size() > most) text.fail("mesh.syntax", fmt::format("{} is not of the form {}", shown_word(text.line()), layout));
}

constexpr std::int64_t kMostAttributes = 1000;  // a sane bound; they are skipped

constexpr TextSyntax kSyntax = {.comment = '#'};

void require_end(TextScanner& text) {
  if (text.next_line()) text.fail("mesh.syntax", fmt::format("{} stands after the last announced line", shown_word(text.line())));
}

}  // namespace

void read_vertex_table(TextScanner& text, MeshContent& mesh) {
  text.require_line("the number of vertices");
  require_header(text, 4, "<vertices> 3 <attributes> <markers>");
  const Index count = text.count(0, "vertices", 8);
  if (text.size() > 1 && text.integer(1, "the dimension") != 3)
    text.fail("mesh.syntax", fmt::format("the dimension is {}, but must be 3", shown_word(text[1])));
  const std::size_t skipped =
      columns(text, 2, "the number of attributes", kMostAttributes) + columns(text, 3, "the number of boundary markers", 1);

  mesh.X.resize(3 * Eigen::Index{count});
  mesh.origin.vertices.reserve(static_cast<std::size_t>(count));
  for (Index i = 0; i < count; ++i) {
    text.require_line(fmt::format("vertex {} of {}", i + 1, count));
    text.require_size(4 + skipped, skipped == 0 ? "id x y z" : "id x y z and attributes");
    const std::int64_t id = text.integer(0, "vertex index");
    if (i == 0) mesh.origin.first_id = id;
    if (mesh.origin.first_id != 0 && mesh.origin.first_id != 1)
      text.fail("mesh.index", fmt::format("the first vertex has the index {}, but must have 0 or 1", id));
    if (id != mesh.origin.first_id + i)
      text.fail("mesh.index", fmt::format("vertex index {} where {} is expected", id, mesh.origin.first_id + i),
                "vertices are numbered one by one");
    vertex(mesh.X, i) = text.position(1);
    mesh.origin.vertices.push_back(text.origin(id));
  }
}

std::vector<double> read_tet_table(TextScanner& text, MeshContent& mesh) {
  text.require_line("the number of tets");
  require_header(text, 3, "<tets> 4 <attributes>");
  const Index count = text.count(0, "tets", 10);
  const std::int64_t corners = text.size() > 1 ? text.integer(1, "the number of vertices a tet") : 4;
  if (corners != 4)
    text.fail("mesh.element-type", fmt::format("tets with {} vertices are not read, only those with 4", corners),
              corners == 10 ? "write linear tets (TetGen: leave out -o2)" : "");
  const std::size_t attributes = columns(text, 2, "the number of attributes", kMostAttributes);

  std::vector<double> values;
  mesh.tets.reserve(static_cast<std::size_t>(count));
  mesh.origin.tets.reserve(static_cast<std::size_t>(count));
  for (Index t = 0; t < count; ++t) {
    text.require_line(fmt::format("tet {} of {}", t + 1, count));
    text.require_size(5 + attributes, attributes == 0 ? "id a b c d" : "id a b c d and attributes");
    const std::int64_t id = text.integer(0, "tet index");
    if (id != mesh.origin.first_id + t)
      text.fail("mesh.index", fmt::format("tet index {} where {} is expected", id, mesh.origin.first_id + t),
                "tets are numbered one by one");
    Tet& tet = mesh.tets.emplace_back();
    for (std::size_t k = 0; k < 4; ++k) {
      const std::int64_t corner = text.integer(k + 1, "vertex index");
      const std::int64_t last = mesh.origin.first_id + mesh.vertices() - 1;
      if (corner < mesh.origin.first_id || corner > last)
        text.fail("mesh.index", fmt::format("vertex index {} is not in {} to {}", corner, mesh.origin.first_id, last));
      tet[k] = static_cast<Index>(corner - mesh.origin.first_id);
    }
    if (attributes == 1) values.push_back(text.number(5, "attribute"));
    mesh.origin.tets.push_back(text.origin(id));
  }
  return values;
}

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
