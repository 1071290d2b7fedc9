// An oak: 41 branches of one mesh, and 1394 leaves that are copies of one small mesh.
//
// The trunk forks into limbs, each limb has twigs, and leaves stand on the surface of the twigs and of the outer halves of the
// limbs.
#include "bodies.hpp"

#include <lilyan/core/error.hpp>
#include <lilyan/mesh/box.hpp>
#include <lilyan/mesh_files/write.hpp>

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace bodies {

namespace {

using namespace lilyan;

constexpr double kOakTurn = 2 * std::numbers::pi;
constexpr double kBranchTets = 64700;
constexpr Index kLeaves = 1394, kBranchModes = 20, kLeafModes = 8;
constexpr double kReach = 0.1;  // from a leaf's foot to vertices of its branch [m]

struct OakBranch {
  Vec3 from, to;
  bool has_leaves;
};

class Oak {
 public:
  explicit Oak(Random& random) : random_(random) {}

  void grow() {
    const Vec3 foot(0, 0, 0), first(0.04, 0.95, 0.02), second(-0.02, 1.85, -0.02), fork(0.02, 2.6, 0.02);
    add("trunk1", -1, foot, first, 0.3, 0.25, false);
    add("trunk2", 0, first, second, 0.25, 0.23, false);
    add("trunk3", 1, second, fork, 0.23, 0.22, false);
    parts_.front().solid = rooted(parts_.front().solid);
    parts_.back().solid = united({parts_.back().solid, ellipsoid(fork, {0.32, 0.3, 0.32})});
    parts_.back().claim = 0.06;
    parts_[1].claim = 0.03;
    const Vec3 up(random_.about(0, 0.1), 1, random_.about(0, 0.1));
    add("leader1", 2, fork, fork + 0.95 * up, 0.15, 0.12, false);
    add("leader2", 3, fork + 0.95 * up, fork + 1.8 * up, 0.11, 0.08, true);
    const double turned = random_.between(0, kOakTurn);
    for (int k = 0; k < 4; ++k)
      add_limb(k + 1, 2, fork, turned + kOakTurn / 4 * (k + random_.about(0, 0.06)), random_.about(0.62, 0.06));
    for (int k = 0; k < 2; ++k)
      add_limb(k + 5, 1, second - Vec3(0, 0.45, 0), turned + kOakTurn / 8 + kOakTurn / 2 * (k + random_.about(0, 0.05)),
               random_.about(0.45, 0.05));
  }

  const std::vector<Part>& parts() const { return parts_; }
  const OakBranch& branch(std::size_t part) const { return branches_[part]; }

 private:
  void add(const std::string& name, Index parent, const Vec3& from, const Vec3& to, double radius_from, double radius_to,
           bool has_leaves) {
    parts_.push_back({name, parent, kBranchModes, rod(from, radius_from, to, radius_to), 0});
    branches_.push_back({from, to, has_leaves});
  }
  // The trunk with roots, cut off level with the ground.
  Solid rooted(const Solid& trunk) {
    std::vector<Solid> above = {trunk};
    const double turned = random_.between(0, kOakTurn);
    for (int k = 0; k < 5; ++k) {
      const double around = turned + kOakTurn / 5 * (k + random_.about(0, 0.15));
      above.push_back(rod({0, 0.3, 0}, 0.2, Vec3(0.6 * std::cos(around), 0, 0.6 * std::sin(around)), 0.11));
    }
    Solid all = united(std::move(above));
    all.box.low.y() = 0;
    return {[field = all.field](const Vec3& x) { return std::min(field(x), x.y()); }, all.box};
  }
  Index last() const { return static_cast<Index>(parts_.size()) - 1; }

  static Vec3 direction(double around, double rise) {
    return {std::cos(rise) * std::cos(around), std::sin(rise), std::cos(rise) * std::sin(around)};
  }

  // Two halves, the outer one steeper, with a twig to the one side, one to the other, and a fork at the end.
  void add_limb(int number, Index parent, const Vec3& from, double around, double rise) {
    const std::string name = "limb" + std::to_string(number);
    const double length = random_.about(1.35, 0.08);
    const Vec3 middle = from + length * direction(around, rise);
    const double bend = around + random_.about(0, 0.1), steeper = rise + random_.about(0.15, 0.05);
    const Vec3 end = middle + 0.95 * direction(bend, steeper);
    add(name + "_inner", parent, from, middle, 0.15, 0.12, false);
    const Index inner = last();
    add(name + "_outer", inner, middle, end, 0.115, 0.095, true);
    const Index outer = last();
    parts_.back().solid = united({parts_.back().solid, ellipsoid(end, {0.14, 0.14, 0.14})});
    parts_.back().claim = 0.05;
    const auto add_twig = [&](int which, Index on, const Vec3& at, double aside, double up) {
      const Vec3 tip = at + random_.about(0.95, 0.06) * direction(bend + aside, steeper + up);
      add(name + "_twig" + std::to_string(which), on, at, tip, 0.088, 0.066, true);
    };
    add_twig(1, inner, from + 0.55 * (middle - from), random_.about(0.95, 0.1), 0.1);
    add_twig(2, outer, middle + 0.5 * (end - middle), random_.about(-1.0, 0.1), 0.1);
    add_twig(3, outer, end, random_.about(0.7, 0.08), random_.about(0.15, 0.05));
    add_twig(4, outer, end, random_.about(-0.7, 0.08), random_.about(-0.15, 0.05));
  }

  Random& random_;
  std::vector<Part> parts_;
  std::vector<OakBranch> branches_;
};

// Along x, its foot at the origin, seen from y: a stalk, then a blade with lobes.
TetMesh leaf_mesh() {
  constexpr double kLength = 0.36, kThickness = 0.022, kStalk = 0.02;
  TetMesh mesh = box({1, 1, 1}, {16, 1, 4}, {0.5, 0, 0}, Split::six);
  for (Index i = 0; i < mesh.vertices(); ++i) {
    const Vec3 at = vertex(mesh.X, i);
    const double s = std::clamp((at.x() - 0.19) / 0.81, 0.0, 1.0);  // along the blade
    const double oval = std::sin(kOakTurn / 2 * std::pow(s, 0.8)), lobes = 1 + 0.18 * std::cos(kOakTurn * 3.5 * s + 2.6);
    const double half = std::max(kStalk, 0.105 * oval * lobes);
    const double x = kLength * at.x(), z = 2 * half * at.z();
    vertex(mesh.X, i) = Vec3(x, kThickness * at.y() + 0.25 * x * x - 0.9 * z * z, z);
  }
  mesh.X = (mesh.X / 1e-6).array().round() * 1e-6;
  return mesh;
}

struct LeafPlace {
  double scale;
  Eigen::AngleAxisd turn;
  Vec3 foot;
};

// Where leaves stand: on vertices of the surface, at most one on each.
class LeafPlaces {
 public:
  LeafPlaces(const Oak& oak, const TetMesh& mesh, Random& random) : oak_(oak), mesh_(mesh), random_(random) {
    normals_ = Vector::Zero(mesh.X.size());
    for (const Triangle& corners : surface(mesh)) {
      const Vec3 a = vertex(mesh.X, corners[0]), b = vertex(mesh.X, corners[1]), c = vertex(mesh.X, corners[2]);
      for (const Index i : corners) vertex(normals_, i) += (b - a).cross(c - a);
    }
    owners_.assign(static_cast<std::size_t>(mesh.vertices()), -1);
    for (std::size_t p = 0; p < oak.parts().size(); ++p)
      for (const Index t : mesh.tet_sets.at(oak.parts()[p].name))
        for (const Index i : mesh.tets[static_cast<std::size_t>(t)]) {
          Index& owner = owners_[static_cast<std::size_t>(i)];
          owner = owner == -1 || owner == static_cast<Index>(p) ? static_cast<Index>(p) : -2;  // -2: of an interface
        }
  }

  std::vector<LeafPlace> choose() {
    std::vector<std::size_t> bearing;
    for (std::size_t p = 0; p < oak_.parts().size(); ++p)
      if (oak_.branch(p).has_leaves) bearing.push_back(p);
    std::vector<LeafPlace> places;
    for (std::size_t k = 0; k < bearing.size(); ++k) {
      const auto share = [&](std::size_t n) { return static_cast<std::size_t>(kLeaves) * n / bearing.size(); };
      add_leaves(bearing[k], share(k + 1) - share(k), places);
    }
    return places;
  }

 private:
  void add_leaves(std::size_t part, std::size_t count, std::vector<LeafPlace>& places) {
    std::vector<Index> own, free;
    for (Index i = 0; i < mesh_.vertices(); ++i) {
      if (owners_[static_cast<std::size_t>(i)] != static_cast<Index>(part)) continue;
      own.push_back(i);
      if (!vertex(normals_, i).isZero()) free.push_back(i);
    }
    for (std::size_t k = free.size(); k > 1; --k)  // shuffled
      std::swap(free[k - 1], free[static_cast<std::size_t>(random_.between(0, static_cast<double>(k)))]);
    std::size_t placed = 0;
    for (const Index i : free) {
      if (placed == count) break;
      if (count_near(own, vertex(mesh_.X, i)) < 5) continue;  // three would do, if they are not on a line
      places.push_back(place_at(part, i));
      ++placed;
    }
    if (placed < count)
      throw InputError(
          Fault{"bodies.leaves", oak_.parts()[part].name, "the branch has no room for its leaves", "take another seed"});
  }

  std::size_t count_near(const std::vector<Index>& own, const Vec3& foot) const {
    const auto is_near = [&](Index i) { return (vertex(mesh_.X, i) - foot).norm() < 0.95 * kReach; };
    return static_cast<std::size_t>(std::count_if(own.begin(), own.end(), is_near));
  }

  // Outwards and along the branch, the upper side up.
  LeafPlace place_at(std::size_t part, Index i) {
    const Vec3 out = vertex(normals_, i).normalized(), along = (oak_.branch(part).to - oak_.branch(part).from).normalized();
    const Vec3 stray(random_.about(0, 0.4), random_.about(0, 0.4), random_.about(0, 0.4));
    Mat3 axes;
    axes.col(0) = (out + 0.6 * along + stray).normalized();
    const Vec3 up = std::abs(axes(1, 0)) < 0.9 ? Vec3(Vec3::UnitY()) : Vec3(Vec3::UnitX());
    axes.col(2) = axes.col(0).cross(up).normalized();
    axes.col(1) = axes.col(2).cross(axes.col(0));
    return {random_.between(0.75, 1.3), Eigen::AngleAxisd(axes), vertex(mesh_.X, i)};
  }

  const Oak& oak_;
  const TetMesh& mesh_;
  Random& random_;
  Vector normals_;
  std::vector<Index> owners_;  // of each vertex the part that has it alone
};

std::string text_of(const std::vector<LeafPlace>& places) {
  const auto rounded = [](double x) { return text(std::round(x * 1e6) / 1e6 + 0.0); };
  std::string lines = "# scale  axis  degrees  foot [m]\n";
  for (const LeafPlace& place : places) {
    lines += rounded(place.scale);
    for (const double x : place.turn.axis()) lines += " " + rounded(x);
    lines += " " + rounded(place.turn.angle() * 360 / kOakTurn);
    for (const double x : place.foot) lines += " " + rounded(x);
    lines += "\n";
  }
  return lines;
}

constexpr const char* kOakScene =
    R"(// An oak of 41 branches and 1394 leaves in the wind: 1435 domains. The leaves are copies of one mesh, larger and smaller ones.
//
// `lilyan reduce` stores what a run computes before its first step. Try another "wind" in "damping", or stiffer leaves: "frequency": 2.
{
  "lilyan": 1,
  "name": "oak",
  "bodies": [{
    "name": "oak",
    "mesh": {"type": "file", "path": "oak.msh"},
    "material": {"type": "stvk", "youngs_modulus": 4e6, "poissons_ratio": 0.3},
    "density": 300,
    "regions": [{"select": {"type": "all"}, "material": {"type": "stvk", "youngs_modulus": 1e8, "poissons_ratio": 0.3}, "density": 600}],
    "domains": [
@domains@,
      {"name": "leaf", "mesh": {"type": "file", "path": "oak_leaf.msh"}, "held": {"type": "plane", "point": [0, 0, 0], "normal": [-1, 0, 0]},
       "reach": @reach@, "modes": @leaf_modes@, "placements": {"path": "oak_leaves.txt"}}
    ]
  }],
  "pins": [{"name": "ground", "body": "oak", "select": {"type": "plane", "point": [0, 0.01, 0], "normal": [0, -1, 0]}}],
  "loads": [{"name": "gust", "type": "force", "body": "oak", "select": {"type": "sphere", "center": [0, 2.7, 0], "radius": 0.8},
    "force": [4000, 0, 1000], "profile": {"type": "pulse"}, "from": 0, "to": 0.5}],
  "damping": [{"type": "rayleigh", "stiffness": 0.005}, {"type": "drag", "fast": 0.6, "wind": [4, 0, 1]}],
  "integrator": {"type": "multidomain_newmark"},
  "time": {"step": 0.01, "duration": 4},
  "output": {"interval": 0.2, "frames": ["vtu"], "probes": [
    {"name": "top", "body": "oak", "nearest": [0, 5, 0]}
  ]}
}
)";

}  // namespace

Written write_oak(const Request& request) {
  Random random(request.seed);
  Oak oak(random);
  oak.grow();
  const TetMesh mesh = mesh_of(oak.parts(), {kBranchTets, 0.025}), leaf = leaf_mesh();
  const std::vector<LeafPlace> places = LeafPlaces(oak, mesh, random).choose();
  write_tet_mesh(request.folder / "oak.msh", mesh);
  write_tet_mesh(request.folder / "oak_leaf.msh", leaf);
  write_text(request.folder / "oak_leaves.txt", text_of(places));
  write_text(request.folder / "oak.json", filled(kOakScene, {{"domains", domains_by_sets(oak.parts())},
                                                             {"reach", text(kReach)},
                                                             {"leaf_modes", std::to_string(kLeafModes)}}));
  Written result = written("oak.json", oak.parts(), mesh);
  result.domains += kLeaves, result.coordinates += kLeaves * kLeafModes;
  result.cells += kLeaves * static_cast<Index>(leaf.tets.size());
  return result;
}

}  // namespace bodies
