// parse_gmsh_4 of formats.hpp: Gmsh 4.1, as words or in binary (ints, size_t, doubles).
//
//   $Entities             points curves surfaces volumes, then each: tag, box (a point: x y z), physical tags, boundary
//   $PartitionedEntities  partitions, ghosts, then as above, each with its parent and partitions behind the tag
//   $Nodes                blocks vertices lowest highest, then blocks: dimension entity parametric count, ids, positions
//   $Elements             blocks elements lowest highest, then blocks: dimension entity type count, then id vertices
#include <lilyan/mesh_files/formats.hpp>
#include <lilyan/mesh_files/gmsh/gmsh_stream.hpp>

#include <fmt/format.h>

#include <utility>

namespace lilyan {

namespace {

// Every element repeats the groups of its entity, so that their number must be bounded.
constexpr std::int64_t kMostGroups = 100;

class Gmsh4Reader {
 public:
  explicit Gmsh4Reader(const TextFile& file) : in_(file) { content_.origin.files = {file.name}; }
  MeshContent read();

 private:
  void read_entities(bool partitioned);
  void read_entity(int dimension, bool partitioned);
  void skip_tags(const char* what);
  struct Counts {
    Index blocks, total;
  };
  Counts read_counts(const std::string& things, std::size_t binary_bytes, std::size_t words);
  void read_vertices();
  void read_elements();
  void require_dimension(std::int64_t dimension) const {
    if (dimension < 0 || dimension > 3)
      in_.fail("mesh.number", fmt::format("the dimension of an entity is {}, but must be 0 to 3", dimension));
  }

  GmshStream in_;
  GmshNames names_;
  std::map<std::pair<std::int64_t, std::int64_t>, std::vector<std::int64_t>> groups_;  // of an entity (dimension, tag)
  MeshContent content_;
  IdMap vertex_index_;
  GmshElements elements_;
};

MeshContent Gmsh4Reader::read() {
  in_.read({{"$Entities", [this] { read_entities(false); }},
            {"$PartitionedEntities", [this] { read_entities(true); }},
            {"$Nodes", [this] { read_vertices(); }},
            {"$Elements", [this] { read_elements(); }}},
           names_);
  content_.format = in_.binary() ? "Gmsh 4.1 binary" : "Gmsh 4.1 ASCII";
  std::move(elements_).move_into(content_, names_);
  return std::move(content_);
}

void Gmsh4Reader::skip_tags(const char* what) {
  const Index count = in_.believe(in_.size(fmt::format("the number of {}", what)), what, 4, 1);
  for (Index k = 0; k < count; ++k) in_.tag(what);
}

void Gmsh4Reader::read_entity(int dimension, bool partitioned) {
  const std::int64_t tag = in_.tag("the tag of an entity");
  if (partitioned) {
    in_.tag("the dimension of the parent");
    in_.tag("the tag of the parent");
    skip_tags("partitions");
  }
  for (int k = 0; k < (dimension == 0 ? 3 : 6); ++k) in_.real("the box of an entity");
  const std::int64_t count = in_.size("the number of physical groups");
  if (count < 0 || count > kMostGroups)
    in_.fail("mesh.count", fmt::format("an entity is in {} physical groups; at most {} are read", count, kMostGroups));
  std::vector<std::int64_t>& groups = groups_[{dimension, tag}];
  for (std::int64_t k = 0; k < count; ++k) groups.push_back(in_.tag("a physical tag"));
  if (static_cast<std::int64_t>(groups.size()) > kMostGroups) in_.fail("mesh.count", "an entity stands there more than once");
  if (dimension > 0) skip_tags("entities on the boundary");
}

void Gmsh4Reader::read_entities(bool partitioned) {
  in_.begin_numbers();
  if (partitioned) {
    in_.size("the number of partitions");
    const Index ghosts = in_.believe(in_.size("the number of ghosts"), "ghosts", 8, 2);
    for (Index k = 0; k < 2 * std::int64_t{ghosts}; ++k) in_.tag("a ghost");
  }
  std::array<Index, 4> counts;
  for (Index& count : counts) count = in_.believe(in_.size("the number of entities"), "entities", 36, 5);
  for (int dimension = 0; dimension < 4; ++dimension)
    for (Index k = 0; k < counts[static_cast<std::size_t>(dimension)]; ++k) read_entity(dimension, partitioned);
  in_.end_section(partitioned ? "$PartitionedEntities" : "$Entities");
}

// The first line of $Nodes and of $Elements; a thing takes at least so many bytes, or words.
Gmsh4Reader::Counts Gmsh4Reader::read_counts(const std::string& things, std::size_t binary_bytes, std::size_t words) {
  in_.begin_numbers();
  Counts counts;
  counts.blocks = in_.believe(in_.size("the number of blocks"), "blocks of " + things, 20, 4, 1);
  counts.total = in_.believe(in_.size("the number of " + things), things, binary_bytes, words, 1);
  in_.size("the lowest id");
  in_.size("the highest id");
  return counts;
}

void Gmsh4Reader::read_vertices() {
  const auto [blocks, total] = read_counts("vertices", 32, 4);
  content_.X.resize(3 * Eigen::Index{total});
  content_.origin.vertices.reserve(static_cast<std::size_t>(total));
  for (Index b = 0; b < blocks; ++b) {
    const std::int64_t dimension = in_.tag("the dimension of an entity");
    require_dimension(dimension);
    in_.tag("the tag of an entity");
    const std::int64_t parametric = in_.tag("whether vertices are parametric");
    if (parametric != 0 && parametric != 1)
      in_.fail("mesh.number", fmt::format("parametric is {}, but must be 0 or 1", parametric));
    const auto done = static_cast<Index>(content_.origin.vertices.size());
    const Index count = in_.believe(in_.size("the number of vertices"), "vertices", 32, 4);
    if (count > total - done) in_.fail("mesh.count", fmt::format("{} vertices are announced, but the blocks hold more", total));
    for (Index i = 0; i < count; ++i) content_.origin.vertices.push_back(in_.origin(in_.size("a vertex id")));
    for (Index i = 0; i < count; ++i) {
      vertex(content_.X, done + i) = in_.position();
      for (std::int64_t k = 0; k < parametric * dimension; ++k) in_.real("a parametric coordinate");
    }
  }
  if (content_.origin.vertices.size() != static_cast<std::size_t>(total))
    in_.fail("mesh.count",
             fmt::format("{} vertices are announced, but the blocks hold {}", total, content_.origin.vertices.size()));
  in_.end_section("$Nodes");
  vertex_index_ = in_.index(content_.origin.vertices);
}

void Gmsh4Reader::read_elements() {
  const auto [blocks, total] = read_counts("elements", 16, 2);
  std::int64_t found = 0;
  std::vector<Index> corners;
  for (Index b = 0; b < blocks; ++b) {
    const std::int64_t dimension = in_.tag("the dimension of an entity");
    require_dimension(dimension);
    const std::int64_t entity = in_.tag("the tag of an entity"), type = in_.tag("the element type");
    const GmshKind* kind = gmsh_kind(type);
    if (kind == nullptr) in_.fail("mesh.element-type", fmt::format("elements of type {} are not known", type));
    const Index count = in_.believe(in_.size("the number of elements"), "elements", 8 * (1 + kind->vertices), 1 + kind->vertices);
    const auto groups = groups_.find({dimension, entity});
    for (Index e = 0; e < count; ++e) {
      const MeshOrigin::Item origin = in_.origin(in_.size("an element id"));
      corners.clear();
      for (std::size_t k = 0; k < kind->vertices; ++k) corners.push_back(in_.find(vertex_index_, in_.size("a vertex id")));
      elements_.add(type, groups == groups_.end() ? std::span<const std::int64_t>() : std::span(groups->second), corners, origin);
    }
    found += count;
  }
  if (found != total) in_.fail("mesh.count", fmt::format("{} elements are announced, but the blocks hold {}", total, found));
  in_.end_section("$Elements");
}

}  // namespace

MeshContent parse_gmsh_4(TextFile file) { return Gmsh4Reader(file).read(); }

}  // namespace lilyan
