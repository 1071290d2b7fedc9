#include <lilyan/mesh/body_mesh.hpp>
#include <lilyan/mesh_files/gmsh/gmsh_stream.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <limits>

namespace lilyan {

namespace {

constexpr std::int64_t kTriangleType = 2, kQuadType = 3, kTetType = 4, kHexType = 5;

// By type. Volume elements that are not read must not go unseen, so that all have names.
constexpr GmshKind kKinds[] = {{1, 1, 2, "lines"},
                               {2, 2, 3, "triangles"},
                               {3, 2, 4, "quads"},
                               {4, 3, 4, "tets"},
                               {5, 3, 8, "hexes"},
                               {6, 3, 6, "prisms"},
                               {7, 3, 5, "pyramids"},
                               {8, 1, 3, "3-vertex lines"},
                               {9, 2, 6, "6-vertex triangles"},
                               {10, 2, 9, "9-vertex quads"},
                               {11, 3, 10, "10-vertex tets"},
                               {12, 3, 27, "27-vertex hexes"},
                               {13, 3, 18, "18-vertex prisms"},
                               {14, 3, 14, "14-vertex pyramids"},
                               {15, 0, 1, "points"},
                               {16, 2, 8, "8-vertex quads"},
                               {17, 3, 20, "20-vertex hexes"},
                               {18, 3, 15, "15-vertex prisms"},
                               {19, 3, 13, "13-vertex pyramids"},
                               {20, 2, 9, "9-vertex triangles"},
                               {21, 2, 10, "10-vertex triangles"},
                               {22, 2, 12, "12-vertex triangles"},
                               {23, 2, 15, "15-vertex triangles"},
                               {24, 2, 15, "15-vertex triangles"},
                               {25, 2, 21, "21-vertex triangles"},
                               {26, 1, 4, "4-vertex lines"},
                               {27, 1, 5, "5-vertex lines"},
                               {28, 1, 6, "6-vertex lines"},
                               {29, 3, 20, "20-vertex tets"},
                               {30, 3, 35, "35-vertex tets"},
                               {31, 3, 56, "56-vertex tets"},
                               {92, 3, 64, "64-vertex hexes"},
                               {93, 3, 125, "125-vertex hexes"}};

std::string list(const std::map<std::string, std::int64_t>& counts) {
  std::string text;
  for (const auto& [name, count] : counts) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, name);
  return text;
}

// A negative tag says that the element is reversed in its group; the group is the same. Written so that the smallest
// integer does not overflow.
std::int64_t group(std::int64_t tag) { return tag < -std::numeric_limits<std::int64_t>::max() ? 0 : std::abs(tag); }

std::string set_name(const GmshGroup& group, const GmshNames& names) {
  constexpr const char* kUnnamed[] = {"point", "curve", "surface", "physical"};
  const auto found = names.find(group);
  return found != names.end() ? found->second : fmt::format("{}{}", kUnnamed[group.first], group.second);
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

const GmshKind* gmsh_kind(std::int64_t type) {
  const auto found = std::find_if(std::begin(kKinds), std::end(kKinds), [&](const GmshKind& kind) { return kind.type == type; });
  return found == std::end(kKinds) ? nullptr : found;
}

void GmshElements::add(std::int64_t type, std::span<const std::int64_t> physical, std::span<const Index> corners,
                       MeshOrigin::Item origin) {
  if (type == kTetType) {
    const auto tet = static_cast<Index>(tets_.size());
    tets_.push_back({corners[0], corners[1], corners[2], corners[3]});
    origins_.push_back(origin);
    physical_.push_back(physical.empty() ? 0 : group(physical[0]));
    for (std::size_t k = 1; k < physical.size(); ++k) more_physical_.emplace_back(group(physical[k]), tet);
    return;
  }
  if (type == kHexType) {
    for (std::int64_t tag : physical)
      if (tag != 0) hex_physical_.emplace_back(group(tag), static_cast<Index>(hexes_.size()));
    std::copy(corners.begin(), corners.end(), hexes_.emplace_back().begin());
  }
  const GmshKind* kind = gmsh_kind(type);
  if (type == kTriangleType || type == kQuadType)
    for (std::size_t k = 2; k < corners.size(); ++k) triangles_.push_back({corners[0], corners[k - 1], corners[k]});
  else
    other_vertices_.insert(other_vertices_.end(), corners.begin(), corners.end());
  if (kind == nullptr) return;
  if (kind->dimension == 3) ++skipped_volumes_[kind->name];
  if (kind->dimension < 3)
    for (std::int64_t tag : physical)
      if (tag != 0) {
        std::vector<Index>& vertices = vertices_of_[{kind->dimension, group(tag)}];
        vertices.insert(vertices.end(), corners.begin(), corners.end());
      }
}

void GmshElements::merge_repeated(MeshContent& content) {
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
  std::vector<std::pair<std::int64_t, Index>> merged;
  std::size_t kept = 0;
  for (std::size_t t = 0; t < tets_.size(); ++t) {
    if (kept_as[t] != t) {
      new_index[t] = new_index[kept_as[t]];
      merged.emplace_back(physical_[t], new_index[t]);
      continue;
    }
    new_index[t] = static_cast<Index>(kept);
    tets_[kept] = tets_[t];
    origins_[kept] = origins_[t];
    physical_[kept++] = physical_[t];
  }
  if (kept == tets_.size()) return;
  content.notes.push_back(
      fmt::format("{} tets stand in the file once more for another physical volume and are kept once", tets_.size() - kept));
  for (auto& [tag, tet] : more_physical_) tet = new_index[static_cast<std::size_t>(tet)];
  more_physical_.insert(more_physical_.end(), merged.begin(), merged.end());
  tets_.resize(kept);
  origins_.resize(kept);
  physical_.resize(kept);
}

void GmshElements::move_into(MeshContent& content, const GmshNames& names) && {
  if (tets_.empty() && !hexes_.empty()) {
    skipped_volumes_.erase(gmsh_kind(kHexType)->name);
    for (const auto& [tag, hex] : hex_physical_) content.tet_sets[set_name({3, tag}, names)].push_back(hex);
    content.hexes = std::move(hexes_);
  }
  if (!skipped_volumes_.empty())
    content.notes.push_back(fmt::format("skipped what is not a 4-vertex tet: {}", list(skipped_volumes_)));
  merge_repeated(content);

  auto add_to_set = [&](std::int64_t tag, Index tet) {
    if (tag != 0) content.tet_sets[set_name({3, tag}, names)].push_back(tet);
  };
  for (std::size_t t = 0; t < physical_.size(); ++t) add_to_set(physical_[t], static_cast<Index>(t));
  for (const auto& [tag, tet] : more_physical_) add_to_set(tag, tet);
  for (auto& [group, vertices] : vertices_of_) {
    std::vector<Index>& set = content.vertex_sets[set_name(group, names)];
    set.insert(set.end(), vertices.begin(), vertices.end());
  }
  for (auto& [name, tets] : content.tet_sets) make_set(tets);
  for (auto& [name, vertices] : content.vertex_sets) make_set(vertices);

  content.tets = std::move(tets_);
  content.origin.tets = std::move(origins_);
  content.triangles = std::move(triangles_);
  content.other_vertices = std::move(other_vertices_);
}

}  // namespace lilyan
