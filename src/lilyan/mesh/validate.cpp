// make_valid of tet_mesh.hpp.
#include <lilyan/core/error.hpp>
#include <lilyan/mesh/tet_mesh.hpp>

#include <fmt/format.h>
#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace lilyan {

namespace {

// |6V| / (longest edge)^3 at or below which a tet counts as flat. Rounding in coordinates that are a few thousand edge
// lengths away from the origin moves this ratio by about 1e-12; below it the sign of V is noise, and so would be a flip.
constexpr double kFlat = 1e-12;

enum class Shape { good, inverted, degenerate };

Shape shape(const Vector& X, const Tet& tet) {
  double longest = 0;
  for (std::size_t a = 0; a < 4; ++a)
    for (std::size_t b = a + 1; b < 4; ++b) longest = std::max(longest, (vertex(X, tet[a]) - vertex(X, tet[b])).stableNorm());
  // Edges are scaled first so that neither tiny nor huge tets under- or overflow on the way to the ratio; the
  // volume itself must be a normal number too, since everything that follows divides by it.
  const Vec3 x0 = vertex(X, tet[0]);
  const Vec3 e1 = (vertex(X, tet[1]) - x0) / longest;
  const Vec3 e2 = (vertex(X, tet[2]) - x0) / longest;
  const Vec3 e3 = (vertex(X, tet[3]) - x0) / longest;
  const double ratio = e1.cross(e2).dot(e3);
  if (!(std::abs(ratio) > kFlat) || !std::isnormal(volume(X, tet))) return Shape::degenerate;  // NaN is degenerate
  return ratio < 0 ? Shape::inverted : Shape::good;
}

// The items `bad` of a mesh as one fault, placed at the first of them. `name` tells what the file calls one.
template <class Name>
void report(FaultList& faults, const MeshOrigin& origin, const std::vector<Index>& bad, const Name& name, const char* id,
            const char* what, const char* hint) {
  if (bad.empty()) return;
  std::vector<std::int64_t> ids;
  ids.reserve(bad.size());
  for (Index i : bad) ids.push_back(name(i).id);
  faults.add(id, origin.place(name(bad.front())), fmt::format("{}: {}", what, list_ids(ids)), hint);
}

std::vector<Index> find_duplicates(const std::vector<Tet>& tets) {
  std::vector<std::pair<Tet, Index>> keys;
  keys.reserve(tets.size());
  for (std::size_t t = 0; t < tets.size(); ++t) {
    Tet key = tets[t];
    std::sort(key.begin(), key.end());
    keys.emplace_back(key, static_cast<Index>(t));
  }
  std::sort(keys.begin(), keys.end());
  std::vector<Index> repeated;
  for (std::size_t k = 1; k < keys.size(); ++k)
    if (keys[k].first == keys[k - 1].first) repeated.push_back(keys[k].second);
  std::sort(repeated.begin(), repeated.end());
  return repeated;
}

std::vector<Index> find_unused(Index vertices, const std::vector<Tet>& tets) {
  std::vector<char> used(static_cast<std::size_t>(vertices), 0);
  for (const Tet& tet : tets)
    for (Index i : tet) used[static_cast<std::size_t>(i)] = 1;
  std::vector<Index> unused;
  for (std::size_t i = 0; i < used.size(); ++i)
    if (!used[i]) unused.push_back(static_cast<Index>(i));
  return unused;
}

}  // namespace

TetFaults find_faults(const Vector& X, const std::vector<Tet>& tets) {
  TetFaults faults;
  for (std::size_t t = 0; t < tets.size(); ++t) {
    const Shape found = shape(X, tets[t]);
    if (found == Shape::degenerate) faults.degenerate.push_back(static_cast<Index>(t));
    if (found == Shape::inverted) faults.inverted.push_back(static_cast<Index>(t));
  }
  faults.duplicate = find_duplicates(tets);
  faults.unused = find_unused(static_cast<Index>(X.size() / 3), tets);
  return faults;
}

void make_valid(TetMesh& mesh, const MeshOrigin& origin) {
  if (mesh.tets.empty()) throw InputError({"mesh.empty", origin.files[0], "the mesh has no tets", "a body needs at least one tet"});
  const auto vertex_name = [&](Index i) { return origin.vertex(i); };
  const auto tet_name = [&](Index t) { return origin.tet(t); };

  FaultList faults;
  std::vector<Index> bad;
  for (Index i = 0; i < mesh.vertices(); ++i)
    if (!vertex(mesh.X, i).allFinite()) bad.push_back(i);
  report(faults, origin, bad, vertex_name, "mesh.not-finite", "vertices with coordinates that are not finite", "");
  faults.throw_if_any();
  bad.clear();
  for (std::size_t t = 0; t < mesh.tets.size(); ++t)
    if (std::any_of(mesh.tets[t].begin(), mesh.tets[t].end(), [&](Index i) { return i < 0 || i >= mesh.vertices(); }))
      bad.push_back(static_cast<Index>(t));
  report(faults, origin, bad, tet_name, "mesh.index", "tets with a vertex that the mesh does not have", "");
  faults.throw_if_any();

  const TetFaults found = find_faults(mesh.X, mesh.tets);
  report(faults, origin, found.degenerate, tet_name, "mesh.degenerate", "tets without volume (flat, or a vertex used twice)",
         "a body cannot be simulated with flat tets; mesh it again");
  report(faults, origin, found.duplicate, tet_name, "mesh.duplicate", "tets with the same vertices as an earlier one",
         "delete the repeated tets");
  report(faults, origin, found.unused, vertex_name, "mesh.orphan", "vertices that belong to no tet", "delete the unused vertices");
  faults.throw_if_any();

  if (found.inverted.empty()) return;
  std::vector<std::int64_t> ids;
  for (Index t : found.inverted) {
    std::swap(mesh.tets[static_cast<std::size_t>(t)][2], mesh.tets[static_cast<std::size_t>(t)][3]);
    ids.push_back(origin.tet(t).id);
  }
  mesh.notes.push_back(fmt::format("flipped {} of {} tets that were inside out (two vertices exchanged): {}", found.inverted.size(),
                                   mesh.tets.size(), list_ids(ids)));
}

void make_valid(TetMesh& mesh, const std::string& place, Index first_id) {
  MeshOrigin origin;
  origin.files = {place};
  origin.first_id = first_id;
  make_valid(mesh, origin);
}

}  // namespace lilyan
