#include "cut_mesh.hpp"

#include <lilyan/core/error.hpp>
#include <lilyan/core/groups.hpp>
#include <lilyan/meshing/manifold.hpp>
#include <lilyan/multidomain/body/body_cut.hpp>

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <map>

namespace bodies {

using namespace lilyan;

namespace {

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

[[noreturn]] void fail(const std::string& part, const std::string& message) {
  throw InputError(Fault{"bodies.cut", part, message, "take another seed, or change the part's shape"});
}

// The largest field, rounded where two of them are about the same: k log sum exp(f/k).
class Union {
 public:
  Union(const std::vector<Part>& parts, double blend) : parts_(parts), blend_(blend) {}

  double operator()(const Vec3& x) const {
    constexpr double kFar = 30;  // exp(-30) is nothing
    double most = -1, sum = 0;   // [m]: what is farther outside is all the same
    thread_local std::vector<double> values;
    values.clear();
    for (const Part& part : parts_)
      if (part.solid.box.squared_distance(x) < 1) values.push_back(part.solid.field(x));
    for (const double value : values) most = std::max(most, value);
    if (blend_ == 0) return most;
    for (const double value : values)
      if (value > most - kFar * blend_) sum += std::exp((value - most) / blend_);
    return sum > 0 ? most + blend_ * std::log(sum) : most;
  }

  Box box() const {
    Box all = Box::nothing();
    for (const Part& part : parts_) all.add(part.solid.box);
    return all.inflated(blend_);
  }

 private:
  const std::vector<Part>& parts_;
  double blend_;
};

TetMesh fill(const Union& body, double a) {
  const Lattice lattice(body.box(), a);
  std::vector<double> values(at(lattice.points()));
  for (Index p = 0; p < lattice.points(); ++p) values[at(p)] = body(lattice.position(p));
  TetMesh mesh = stuff(lattice, values, [&](const Vec3& in, const Vec3& out) { return bisect(body, in, out); });
  make_manifold(mesh);
  const MeshParts pieces = parts_of(mesh);
  if (pieces.volumes.empty()) fail("", "nothing is thick enough for the tets");
  const auto largest = std::max_element(pieces.volumes.begin(), pieces.volumes.end()) - pieces.volumes.begin();
  std::vector<char> kept(pieces.volumes.size(), 0);
  kept[static_cast<std::size_t>(largest)] = 1;
  keep_parts(mesh, pieces, kept);
  return mesh;
}

// As many tets as asked for, within a percent if the body lets it.
TetMesh fill_with(const Union& body, double tets) {
  constexpr int kTries = 16;
  constexpr double kNear = 0.01;
  const Vec3 extent = body.box().high - body.box().low;
  double a = extent.maxCoeff() / 40, few = 0,
         many = 0;  // the finest lattice with too few tets, the coarsest with too many; 0: unknown
  TetMesh best;
  for (int k = 0; k < kTries; ++k) {
    TetMesh mesh = fill(body, a);
    const double got = static_cast<double>(mesh.tets.size());
    if (best.tets.empty() || std::abs(got - tets) < std::abs(static_cast<double>(best.tets.size()) - tets)) best = mesh;
    if (std::abs(got / tets - 1) < kNear) break;
    (got < tets ? few : many) = a;
    a *= std::clamp(std::cbrt(got / tets), 0.4, 2.0);
    if (few > many && many > 0 && (a <= many || a >= few || k > kTries / 2)) a = std::sqrt(few * many);
  }
  constexpr double kGrid = 1e-6;  // [m]: rounding that depends on the processor is not seen
  best.X = (best.X / kGrid).array().round() * kGrid;
  return best;
}

using Face = std::array<Index, 3>;

// The tets on both sides of every inner face.
std::vector<std::array<Index, 2>> neighbours_of(const TetMesh& mesh) {
  std::vector<std::pair<Face, Index>> faces;
  for (Index t = 0; t < static_cast<Index>(mesh.tets.size()); ++t)
    for (const Triangle& corners : kTetFaces) {
      Face face;
      for (std::size_t k = 0; k < 3; ++k) face[k] = mesh.tets[at(t)][at(corners[k])];
      std::sort(face.begin(), face.end());
      faces.emplace_back(face, t);
    }
  std::sort(faces.begin(), faces.end());
  std::vector<std::array<Index, 2>> pairs;
  for (std::size_t k = 0; k + 1 < faces.size(); ++k)
    if (faces[k].first == faces[k + 1].first) pairs.push_back({faces[k].second, faces[k + 1].second});
  return pairs;
}

class Labels {
 public:
  Labels(const std::vector<Part>& parts, const TetMesh& mesh) : parts_(parts), pairs_(neighbours_of(mesh)) {
    around_.resize(mesh.tets.size());
    for (const auto& [s, t] : pairs_) around_[at(s)].push_back(t), around_[at(t)].push_back(s);
    const Vector middles = centroids(mesh.X, Cells{mesh.tets});
    for (Index t = 0; t < static_cast<Index>(mesh.tets.size()); ++t) of_tet_.push_back(strongest(vertex(middles, t)));
  }

  // Gives tets to neighbours until nothing is left to mend, or mending does not help.
  void mend() {
    constexpr int kRounds = 100;
    for (int round = 0; round < kRounds; ++round)
      if (!join_islands() && !part_strangers()) return;
  }

  const std::vector<Index>& of_tet() const { return of_tet_; }

 private:
  Index strongest(const Vec3& x) const {
    Index best = 0;
    double most = -std::numeric_limits<double>::infinity();
    for (std::size_t p = 0; p < parts_.size(); ++p) {
      const double value = parts_[p].solid.field(x) + parts_[p].claim;
      if (value > most) most = value, best = static_cast<Index>(p);
    }
    return best;
  }

  // All pieces of a part but its largest go to the neighbour with most faces in common.
  bool join_islands() {
    Groups pieces(of_tet_.size());
    for (const auto& [s, t] : pairs_)
      if (of_tet_[at(s)] == of_tet_[at(t)]) pieces.join(at(s), at(t));
    std::map<std::size_t, Index> sizes;
    for (std::size_t t = 0; t < of_tet_.size(); ++t) ++sizes[pieces.of(t)];
    std::vector<std::size_t> largest(parts_.size(), of_tet_.size());
    for (const auto& [piece, size] : sizes) {
      std::size_t& mine = largest[at(of_tet_[piece])];
      if (mine == of_tet_.size() || size > sizes[mine]) mine = piece;
    }
    std::map<std::size_t, std::map<Index, Index>> faces;  // of each island, with each part around it
    for (const auto& [s, t] : pairs_) {
      if (of_tet_[at(s)] == of_tet_[at(t)]) continue;
      for (const auto& [own, other] : {std::pair(s, t), std::pair(t, s)})
        if (pieces.of(at(own)) != largest[at(of_tet_[at(own)])]) ++faces[pieces.of(at(own))][of_tet_[at(other)]];
    }
    if (faces.empty()) return false;
    std::vector<Index> mended = of_tet_;
    for (std::size_t t = 0; t < of_tet_.size(); ++t)
      if (const auto island = faces.find(pieces.of(t)); island != faces.end())
        mended[t] = std::max_element(island->second.begin(), island->second.end(), [](const auto& a, const auto& b) {
                      return a.second < b.second;
                    })->first;
    of_tet_ = std::move(mended);
    return true;
  }

  bool are_related(Index p, Index q) const { return parts_[at(p)].parent == q || parts_[at(q)].parent == p; }
  Index depth(Index p) const {
    Index steps = 0;
    while ((p = parts_[at(p)].parent) >= 0) ++steps;
    return steps;
  }

  // Where two parts meet that should not, the parent of the one that is farther from the root grows between them.
  bool part_strangers() {
    std::map<std::array<Index, 2>, std::vector<Index>>
        strangers;  // the farther part and the other: tets of the first at such faces
    for (const auto& [s, t] : pairs_) {
      const Index p = of_tet_[at(s)], q = of_tet_[at(t)];
      if (p == q || are_related(p, q)) continue;
      const bool is_first = depth(p) > depth(q) || (depth(p) == depth(q) && p > q);
      strangers[is_first ? std::array{p, q} : std::array{q, p}].push_back(is_first ? s : t);
    }
    for (const auto& [pair, tets] : strangers) grow_to(parts_[at(pair[0])].parent, pair, tets);
    return !strangers.empty();
  }

  // Gives the tets to the part `grown`, each with the shortest way to it through the two others.
  void grow_to(Index grown, const std::array<Index, 2>& through, const std::vector<Index>& tets) {
    constexpr Index kUnseen = -2, kSource = -1;
    std::vector<Index> before(of_tet_.size(), kUnseen), queue;
    for (Index t = 0; t < static_cast<Index>(of_tet_.size()); ++t)
      if (of_tet_[at(t)] == grown) before[at(t)] = kSource, queue.push_back(t);
    for (std::size_t k = 0; k < queue.size(); ++k)
      for (const Index next : around_[at(queue[k])]) {
        if (before[at(next)] != kUnseen || (of_tet_[at(next)] != through[0] && of_tet_[at(next)] != through[1])) continue;
        before[at(next)] = queue[k];
        queue.push_back(next);
      }
    for (Index t : tets)
      for (; before[at(t)] >= 0; t = before[at(t)]) of_tet_[at(t)] = grown;
  }

  const std::vector<Part>& parts_;
  std::vector<std::array<Index, 2>> pairs_;  // tets with a face in common
  std::vector<std::vector<Index>> around_;   // of each tet those with a face in common
  std::vector<Index> of_tet_;
};

bool are_on_a_line(const Vector& X, const std::vector<Index>& vertices) {
  Vec3 mean = Vec3::Zero();
  for (const Index i : vertices) mean += vertex(X, i) / static_cast<double>(vertices.size());
  Mat3 spread = Mat3::Zero();
  for (const Index i : vertices) spread += (vertex(X, i) - mean) * (vertex(X, i) - mean).transpose();
  const Vec3 sizes = Eigen::SelfAdjointEigenSolver<Mat3>(spread).eigenvalues();
  return sizes[1] < 1e-6 * sizes[2];
}

}  // namespace

Index find_part(const std::vector<Part>& parts, const std::string& name) {
  for (std::size_t p = 0; p < parts.size(); ++p)
    if (parts[p].name == name) return static_cast<Index>(p);
  fail(name, "there is no part of this name");
}

void require_tree(const std::vector<Part>& parts, const Vector& X, const Cells& cells, const std::vector<Index>& part_of_cell) {
  const BodyCut cut = cut_body(X, cells, part_of_cell, static_cast<Index>(parts.size()));
  for (std::size_t p = 0; p < parts.size(); ++p) {
    if (cut.domains[p].cells.empty()) fail(parts[p].name, "the part has no cells");
    if (cut.domains[p].pieces > 1) fail(parts[p].name, "the part is of " + std::to_string(cut.domains[p].pieces) + " pieces");
    if (parts[p].parent >= 0 && !cut.between(static_cast<Index>(p), parts[p].parent))
      fail(parts[p].name, "the part does not touch " + parts[at(parts[p].parent)].name + ", its parent");
  }
  for (const CutInterface& interface : cut.interfaces) {
    const std::string& a = parts[at(interface.a)].name;
    const std::string& b = parts[at(interface.b)].name;
    if (parts[at(interface.a)].parent != interface.b && parts[at(interface.b)].parent != interface.a)
      fail(a, "the part touches " + b + ", which is not its parent");
    if (interface.vertices.size() < 3 || are_on_a_line(X, interface.vertices)) fail(a, "the part meets " + b + " in a line only");
  }
}

TetMesh mesh_of(const std::vector<Part>& parts, const MeshAim& aim) {
  TetMesh mesh = fill_with(Union(parts, aim.blend), aim.tets);
  make_valid(mesh, "bodies");
  Labels labels(parts, mesh);
  labels.mend();
  for (std::size_t t = 0; t < mesh.tets.size(); ++t)
    mesh.tet_sets[parts[at(labels.of_tet()[t])].name].push_back(static_cast<Index>(t));
  for (const Part& part : parts)
    if (!mesh.tet_sets.contains(part.name)) fail(part.name, "the part has no tets");
  require_tree(parts, mesh.X, Cells{mesh.tets}, labels.of_tet());
  return mesh;
}

}  // namespace bodies
