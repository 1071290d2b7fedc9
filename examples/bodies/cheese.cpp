// A wheel of cheese whose one half has holes, held at one of its flat sides.
//
// The holes are void regions of the scene: spheres whose places and sizes follow from the seed. They keep apart from each other,
// from the wall and from the half without holes; some open to the outside. A hole that would leave loose tets is tried elsewhere.
#include "bodies.hpp"

#include <lilyan/core/error.hpp>
#include <lilyan/mesh/body_mesh.hpp>
#include <lilyan/mesh/faces.hpp>
#include <lilyan/mesh/select.hpp>
#include <lilyan/meshing/shapes.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace bodies {

namespace {

using namespace lilyan;

constexpr double kRadius = 0.15, kWidth = 0.12, kSize = 0.0107;  // of the wheel; of its tets [m]
constexpr int kHoles = 14;
constexpr double kSmallest = 0.019, kLargest = 0.032;  // radius of a hole [m]
constexpr double kWall = 1.6 * kSize;                  // between two holes, and between a closed hole and the outside [m]

struct Hole {
  Vec3 center;
  double radius;
};

class Wheel {
 public:
  Wheel() : mesh_(Cylinder{kRadius, kWidth, kSize, Vec3::Zero(), Vec3::UnitX()}.mesh()), is_kept_(mesh_.cells.tets.size(), true) {
    middles_ = centroids(mesh_.X, mesh_.cells);
  }

  // The largest holes first, while there is room.
  std::vector<Hole> cut(Random& random) {
    constexpr int kTries = 2000;
    for (int k = 0; k < kHoles; ++k) {
      const double radius = kLargest + (kSmallest - kLargest) * std::sqrt((k + 0.5) / kHoles);
      for (int tries = 0; tries < kTries && static_cast<int>(holes_.size()) == k; ++tries)
        if (const Hole hole = draw(random, radius); has_room(hole)) take(hole);
      if (static_cast<int>(holes_.size()) == k)
        throw InputError(Fault{"bodies.cut", "cheese", "there is no room for the holes", "take another seed"});
    }
    return holes_;
  }

  BodyMesh rest() const { return with_cells(mesh_, is_kept_); }

 private:
  // In the half z > 0, up to a third of the radius beyond the outside.
  static Hole draw(Random& random, double radius) {
    const double angle = random.between(0, std::numbers::pi), out = kRadius * std::sqrt(random.between(0, 1.1));
    const Vec3 center(random.between(-kWidth / 2, kWidth / 2), out * std::cos(angle), out * std::sin(angle));
    return {rounded(center), std::round(1e4 * radius) / 1e4};
  }

  bool has_room(const Hole& hole) const {
    const Vec3& c = hole.center;
    if (c.z() < hole.radius || c.x() < -kWidth / 2 + hole.radius + kWall) return false;  // the other half, the wall
    // Inside, or open wide: neither thin lids nor slight dents.
    const double depth = std::min(kRadius - std::hypot(c.y(), c.z()), kWidth / 2 - c.x());
    if (depth < hole.radius + kWall && depth > 0.5 * hole.radius) return false;
    if (depth < -0.3 * hole.radius) return false;
    return std::none_of(holes_.begin(), holes_.end(),
                        [&](const Hole& other) { return (other.center - c).norm() < other.radius + hole.radius + kWall; });
  }

  void take(const Hole& hole) {
    std::vector<bool> is_kept = is_kept_;
    for (const Index t : select(SelectSphere{hole.center, hole.radius}, middles_)) is_kept[static_cast<std::size_t>(t)] = false;
    if (pieces_by_faces(with_cells(mesh_, is_kept).cells) > 1) return;
    is_kept_ = std::move(is_kept);
    holes_.push_back(hole);
  }

  BodyMesh mesh_;
  Vector middles_;
  std::vector<bool> is_kept_;
  std::vector<Hole> holes_;
};

constexpr const char* kCheeseScene =
    R"(// A wheel of soft cheese, held at a flat side, sags and twists: one half has @count@ holes, the other none.
//
// The holes are void: their tets are removed. They are smaller than the cells of a coarse mesh: a body to coarsen.
{
  "lilyan": 1,
  "name": "cheese",
  "bodies": [{
    "name": "cheese",
    "mesh": {"type": "cylinder", "radius": @radius@, "length": @width@, "size": @size@, "axis": [1, 0, 0]},
    "material": {"type": "corotated", "youngs_modulus": 2e4, "poissons_ratio": 0.4},
    "density": 1050,
    "regions": [
@holes@
    ]
  }],
  "pins": [{"name": "wall", "body": "cheese", "select": {"type": "plane", "point": [@wall@, 0, 0], "normal": [-1, 0, 0]}}],
  "integrator": {"type": "avf"},
  "time": {"step": 0.01, "duration": 1},
  "output": {"interval": 0.02, "frames": ["vtu"], "probes": [{"name": "front", "body": "cheese", "nearest": [@front@, 0, 0]}]}
}
)";

}  // namespace

Written write_cheese(const Request& request) {
  Random random(request.seed);
  Wheel wheel;
  std::string lines;
  const std::vector<Hole> holes = wheel.cut(random);
  for (const Hole& hole : holes)
    lines += (lines.empty() ? "" : ",\n") +
             filled(R"(      {"select": {"type": "sphere", "center": @center@, "radius": @radius@}, "material": {"type": "void"}})",
                    {{"center", text(hole.center)}, {"radius", text(hole.radius)}});
  write_text(request.folder / "cheese.json", filled(kCheeseScene, {{"count", count(holes.size())},
                                                                   {"radius", text(kRadius)},
                                                                   {"width", text(kWidth)},
                                                                   {"size", text(kSize)},
                                                                   {"wall", text(-kWidth / 2)},
                                                                   {"front", text(kWidth / 2)},
                                                                   {"holes", lines}}));
  const BodyMesh rest = wheel.rest();
  Written result{"cheese.json", 0, 0, rest.cells.count()};
  result.vertices = rest.vertices();
  return result;
}

}  // namespace bodies
