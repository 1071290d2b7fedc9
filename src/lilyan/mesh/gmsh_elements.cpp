#include <lilyan/core/error.hpp>
#include <lilyan/mesh/gmsh_elements.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <limits>

namespace lilyan {

namespace {

constexpr std::int64_t kTetType = 4;

// Volume elements that a body may consist of and that are not read; skipping them must not go unseen.
const std::map<std::int64_t, const char*> kOtherVolumes = {{5, "hexes"},
                                                           {6, "prisms"},
                                                           {7, "pyramids"},
                                                           {11, "10-vertex tets"},
                                                           {12, "27-vertex hexes"},
                                                           {13, "18-vertex prisms"},
                                                           {14, "14-vertex pyramids"},
                                                           {17, "20-vertex hexes"},
                                                           {18, "15-vertex prisms"},
                                                           {19, "13-vertex pyramids"},
                                                           {29, "20-vertex tets"},
                                                           {30, "35-vertex tets"},
                                                           {31, "56-vertex tets"}};

std::string list(const std::map<std::int64_t, std::int64_t>& volumes) {
  std::string text;
  for (const auto& [type, count] : volumes) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, kOtherVolumes.at(type));
  return text;
}

}  // namespace

IdMap::IdMap(const std::vector<MeshOrigin::Item>& items) {
  sorted_.reserve(items.size());
  for (const MeshOrigin::Item& item : items) sorted_.emplace_back(item.id, static_cast<Index>(sorted_.size()));
  if (!std::is_sorted(sorted_.begin(), sorted_.end())) std::sort(sorted_.begin(), sorted_.end());
}

std::optional<Index> IdMap::find(std::int64_t id) const {
  const auto at = std::lower_bound(sorted_.begin(), sorted_.end(), std::pair{id, Index{0}});
  if (at == sorted_.end() || at->first != id) return std::nullopt;
  return at->second;
}

std::optional<std::int64_t> IdMap::repeated() const {
  const auto at =
      std::adjacent_find(sorted_.begin(), sorted_.end(), [](const auto& a, const auto& b) { return a.first == b.first; });
  if (at == sorted_.end()) return std::nullopt;
  return at->first;
}

void GmshElements::add(const TextScanner& line, const IdMap& vertices) {
  if (line.size() < 4) line.fail("mesh.syntax", fmt::format("{} is not of the form id type tags ... vertices", shown(line.line())));
  const std::int64_t id = line.integer(0, "element id"), type = line.integer(1, "element type");
  const std::int64_t tags = line.integer(2, "the number of tags");
  if (tags < 0 || tags > static_cast<std::int64_t>(line.size()) - 4)
    line.fail("mesh.count", fmt::format("{} tags are announced, which leaves no vertices in {}", tags, shown(line.line())));
  const std::int64_t physical = tags > 0 ? line.integer(3, "the physical tag") : 0;
  const std::size_t first = 3 + static_cast<std::size_t>(tags);
  auto corner = [&](std::size_t k) {
    const std::int64_t vertex_id = line.integer(k, "vertex id");
    const std::optional<Index> index = vertices.find(vertex_id);
    if (!index) line.fail("mesh.index", fmt::format("vertex id {} is not among the $Nodes", vertex_id));
    return *index;
  };

  if (type != kTetType) {
    for (std::size_t k = first; k < line.size(); ++k) other_vertices_.push_back(corner(k));
    if (kOtherVolumes.contains(type)) ++skipped_volumes_[type];
    return;
  }
  line.require_size(first + 4, "id 4 tags ... a b c d");
  tets_.push_back({corner(first), corner(first + 1), corner(first + 2), corner(first + 3)});
  origins_.push_back(line.origin(id));
  // A negative tag says that the element is reversed in its group; the group is the same. Written so that the
  // smallest integer does not overflow.
  physical_.push_back(physical < -std::numeric_limits<std::int64_t>::max() ? 0 : std::abs(physical));
}

void GmshElements::merge_repeated(TetMesh& mesh) {
  struct Key {
    Tet vertices;
    std::int64_t physical;
    std::size_t tet;
    auto operator<=>(const Key&) const = default;
  };
  std::vector<Key> keys;
  keys.reserve(tets_.size());
  for (std::size_t t = 0; t < tets_.size(); ++t) {
    keys.push_back({tets_[t], physical_[t], t});
    std::sort(keys.back().vertices.begin(), keys.back().vertices.end());
  }
  std::sort(keys.begin(), keys.end());

  // Equal tets are neighbours now. Only a repetition with another tag is Gmsh's way of saying "in both"; one with the same
  // tag is left for make_valid to report.
  std::vector<std::size_t> kept_as(tets_.size());
  for (std::size_t begin = 0, end = 0; begin < keys.size(); begin = end) {
    std::size_t first = keys[begin].tet;
    for (; end < keys.size() && keys[end].vertices == keys[begin].vertices; ++end) first = std::min(first, keys[end].tet);
    for (std::size_t k = begin; k < end; ++k) {
      const bool same_tag = k > begin && keys[k].physical == keys[k - 1].physical;
      kept_as[keys[k].tet] = same_tag ? keys[k].tet : first;
    }
  }

  std::vector<Index> new_index(tets_.size());
  std::size_t kept = 0;
  for (std::size_t t = 0; t < tets_.size(); ++t) {
    if (kept_as[t] != t) {
      more_physical_.emplace_back(physical_[t], new_index[kept_as[t]]);
      continue;
    }
    new_index[t] = static_cast<Index>(kept);
    tets_[kept] = tets_[t];
    origins_[kept] = origins_[t];
    physical_[kept++] = physical_[t];
  }
  if (kept == tets_.size()) return;
  mesh.notes.push_back(
      fmt::format("{} tets stand in the file once more for another physical volume and are kept once", tets_.size() - kept));
  tets_.resize(kept);
  origins_.resize(kept);
  physical_.resize(kept);
}

void GmshElements::drop_unused_vertices(TetMesh& mesh, MeshOrigin& origin) const {
  enum class Use : char { none, other, tet };
  std::vector<Use> use(static_cast<std::size_t>(mesh.vertices()), Use::none);
  for (Index i : other_vertices_) use[static_cast<std::size_t>(i)] = Use::other;
  for (const Tet& tet : tets_)
    for (Index i : tet) use[static_cast<std::size_t>(i)] = Use::tet;

  // What nothing uses stays, so that make_valid reports it.
  std::vector<Index> new_index(use.size());
  std::vector<std::int64_t> dropped;
  Index kept = 0;
  for (std::size_t i = 0; i < use.size(); ++i) {
    if (use[i] == Use::other) {
      dropped.push_back(origin.vertices[i].id);
      continue;
    }
    new_index[i] = kept;
    vertex(mesh.X, kept) = vertex(mesh.X, static_cast<Index>(i)).eval();
    origin.vertices[static_cast<std::size_t>(kept++)] = origin.vertices[i];
  }
  if (dropped.empty()) return;
  mesh.X.conservativeResize(3 * Eigen::Index{kept});
  origin.vertices.resize(static_cast<std::size_t>(kept));
  for (Tet& tet : mesh.tets)
    for (Index& i : tet) i = new_index[static_cast<std::size_t>(i)];
  mesh.notes.push_back(
      fmt::format("dropped {} vertices that belong to no tet, only to other elements: {}", dropped.size(), list_ids(dropped)));
}

TetMesh GmshElements::mesh(Vector X, MeshOrigin origin, const std::map<std::int64_t, std::string>& volume_names) && {
  TetMesh mesh;
  mesh.X = std::move(X);
  if (tets_.empty())
    throw InputError(Fault{"mesh.empty", origin.files[0],
                           skipped_volumes_.empty() ? std::string("the file has no 4-vertex tets")
                                                    : fmt::format("the file has no 4-vertex tets, only {}", list(skipped_volumes_)),
                           "mesh the volume with linear tets (gmsh -3 -order 1)"});
  if (!skipped_volumes_.empty())
    mesh.notes.push_back(fmt::format("skipped what is not a 4-vertex tet: {}", list(skipped_volumes_)));
  merge_repeated(mesh);
  mesh.tets = tets_;
  origin.tets = std::move(origins_);
  drop_unused_vertices(mesh, origin);

  auto add_to_set = [&](std::int64_t tag, Index tet) {
    if (tag == 0) return;  // Gmsh's "in no physical volume"
    const auto name = volume_names.find(tag);
    mesh.tet_sets[name != volume_names.end() ? name->second : fmt::format("physical{}", tag)].push_back(tet);
  };
  for (std::size_t t = 0; t < physical_.size(); ++t) add_to_set(physical_[t], static_cast<Index>(t));
  for (const auto& [tag, tet] : more_physical_) add_to_set(tag, tet);
  for (auto& [name, tets] : mesh.tet_sets) {
    std::sort(tets.begin(), tets.end());
    tets.erase(std::unique(tets.begin(), tets.end()), tets.end());
  }
  make_valid(mesh, origin);
  return mesh;
}

}  // namespace lilyan
