// A dragon in flight: a trunk of three domains, neck and head, tail, four legs and two wings, forty domains in all.
//
// x points forwards, y up, z to its right.
#include "bodies.hpp"

#include <lilyan/mesh_files/write.hpp>

#include <cmath>
#include <numbers>

namespace bodies {

namespace {

constexpr Index kMany = 12, kFew = 10;  // coordinates of large and of small domains: 27 kMany + 13 kFew = 454

class Dragon {
 public:
  explicit Dragon(Random& random) : random_(random) {}

  std::vector<Part> make() {
    add_trunk();
    add_neck();
    add_tail();
    for (const double side : {-1.0, 1.0}) {
      const std::string suffix = side < 0 ? "_left" : "_right";
      add_leg("fore", suffix, "chest",
              {Vec3(0.62, -0.12, side * 0.22), Vec3(0.42, -0.5, side * 0.42), Vec3(0.75, -0.78, side * 0.44),
               Vec3(1.0, -0.88, side * 0.46)});
      add_leg("hind", suffix, "hips",
              {Vec3(-0.78, -0.12, side * 0.2), Vec3(-0.62, -0.52, side * 0.4), Vec3(-1.05, -0.76, side * 0.42),
               Vec3(-1.3, -0.7, side * 0.44)});
      add_wing(side, suffix);
    }
    return std::move(parts_);
  }

 private:
  void add(const std::string& name, const std::string& parent, Index modes, Solid solid, double claim = 0) {
    parts_.push_back({name, parent.empty() ? -1 : find_part(parts_, parent), modes, std::move(solid), claim});
  }

  // A thorn on the back, backwards and up.
  static Solid thorn(const Vec3& foot, double height) {
    return rod(foot - Vec3(0, 0.1, 0), 0.6 * height, foot + Vec3(-0.5 * height, height, 0), 0.035);
  }

  void add_trunk() {
    add("belly", "", kMany,
        united({ellipsoid({0, 0, 0}, {0.6, 0.34, 0.31}), thorn({0.1, 0.34, 0}, 0.14), thorn({-0.2, 0.33, 0}, 0.13)}));
    add("chest", "belly", kMany,
        united({ellipsoid({0.62, 0.08, 0}, {0.5, 0.37, 0.34}), rod({0.6, 0.1, 0}, 0.3, {0.98, 0.26, 0}, 0.2),
                thorn({0.42, 0.41, 0}, 0.14)}),
        0.02);
    add("hips", "belly", kMany, united({ellipsoid({-0.66, 0.02, 0}, {0.5, 0.3, 0.28}), thorn({-0.52, 0.3, 0}, 0.12)}));
  }

  void add_neck() {
    const Vec3 points[] = {{0.98, 0.26, 0}, {1.24, 0.52, 0}, {1.4, 0.86, 0}, {1.6, 1.16, 0}, {1.9, 1.3, 0}};
    const double radii[] = {0.19, 0.165, 0.145, 0.13, 0.12};
    std::string below = "chest";
    for (int k = 0; k < 4; ++k) {
      const std::string name = "neck" + std::to_string(k + 1);
      const Vec3 middle = 0.5 * (points[k] + points[k + 1]), along = (points[k + 1] - points[k]).normalized();
      const Vec3 back = Vec3(-along.y(), along.x(), 0);
      add(name, below, kMany,
          united({rod(points[k], radii[k], points[k + 1], radii[k + 1]),
                  rod(middle, 0.08, middle + 0.24 * back - 0.06 * along, 0.035)}));
      below = name;
    }
    add("head", below, kMany,
        united({ellipsoid({2.1, 1.32, 0}, {0.25, 0.15, 0.16}), rod({2.15, 1.33, 0}, 0.11, {2.5, 1.24, 0}, 0.075)}), 0.01);
    add("jaw", "head", kFew, rod({2.16, 1.19, 0}, 0.06, {2.44, 1.05, 0}, 0.05));
    for (const double side : {-1.0, 1.0})
      add(side < 0 ? "horn_left" : "horn_right", "head", kFew,
          united({rod({2.06, 1.4, side * 0.09}, 0.07, {1.86, 1.6, side * 0.2}, 0.055),
                  rod({1.86, 1.6, side * 0.2}, 0.055, {1.72, 1.86, side * 0.24}, 0.038)}));
  }

  void add_tail() {
    constexpr int kLinks = 6;
    const double lift = random_.about(0.14, 0.03), swing = random_.about(0.25, 0.1);
    const auto middle = [&](double s) {  // s: 0 at the hips, 1 at the tip
      return Vec3(-1.02 - 2.3 * s, 0.02 + lift * std::sin(2 * std::numbers::pi * s), swing * std::sin(3.5 * s) * s);
    };
    std::string before = "hips";
    for (int k = 0; k < kLinks; ++k) {
      const double from = static_cast<double>(k) / kLinks, to = (k + 1.0) / kLinks;
      const double thick = 0.2 - 0.13 * from, thin = 0.2 - 0.13 * to;
      const std::string name = "tail" + std::to_string(k + 1);
      add(name, before, k < 3 ? kMany : kFew,
          united({rod(middle(from), thick, middle(to), thin),
                  thorn(middle(0.5 * (from + to)) + Vec3(0, 0.9 * thin, 0), 0.11 - 0.05 * from)}));
      before = name;
    }
    const Vec3 end = middle(1);
    add("tail_tip", before, kFew,
        united({ellipsoid(end - Vec3(0.2, 0, 0), {0.24, 0.05, 0.2}), rod(end, 0.07, end - Vec3(0.2, 0, 0), 0.05)}));
  }

  void add_leg(const std::string& kind, const std::string& suffix, const std::string& parent, const std::vector<Vec3>& joints) {
    const std::string thigh = kind + "_thigh" + suffix, shin = kind + "_shin" + suffix, foot = kind + "_foot" + suffix;
    const Vec3 sole = joints[3] - joints[2], across = Vec3::UnitZ();
    add(thigh, parent, kMany, rod(joints[0], 0.16, joints[1], 0.11), -0.02);
    add(shin, thigh, kMany, rod(joints[1], 0.1, joints[2], 0.075));
    std::vector<Solid> toes;
    for (const double spread : {-0.12, 0.0, 0.12}) toes.push_back(rod(joints[2], 0.075, joints[2] + sole + spread * across, 0.045));
    add(foot, shin, kFew, united(std::move(toes)));
  }

  // The middle of a wing at the distance s from the shoulder, and how far the skin reaches behind it.
  struct WingShape {
    static constexpr double kSpan = 2.7, kArm = 0.34;  // [m]; along the arm there is no skin
    static constexpr int kFingers = 4;

    static double front(double s) { return 0.62 + 0.42 * std::sin(2.4 * s / kSpan) - 0.75 * std::pow(s / kSpan, 2); }
    static double height(double s) { return 0.3 + 0.55 * s - 0.12 * s * s; }
    static double reach(double s) {
      if (s < kArm) return 0;
      const double t = (s - kArm) / (kSpan - kArm);
      const double scallop = std::abs(std::sin(std::numbers::pi * kFingers * t));  // between the fingers the rim is drawn in
      const double whole = std::min(1.0, 0.3 + 5 * t) * (1.25 - 0.95 * t * t);
      return whole * (1 - 0.28 * scallop);
    }
    static double finger(double t) { return std::pow(std::cos(std::numbers::pi * kFingers * t), 20); }  // 1 on a finger
  };

  // Skin behind a spar, with fingers, in five strips from the shoulder outwards.
  void add_wing(double side, const std::string& suffix) {
    constexpr int kStrips = 5;
    constexpr double kThickness = 0.07, kShoulder = 0.12;
    const double sag = random_.about(0.12, 0.03);
    const auto wing = [=](const Vec3& x) {
      const double s = side * x.z() - kShoulder, t = std::clamp(s, 0.0, WingShape::kSpan);
      const double behind = WingShape::front(t) - x.x(), above = x.y() - WingShape::height(t);
      const double spar = 0.1 - 0.05 * t / WingShape::kSpan - std::hypot(behind, above, s - t);
      const double sunk = sag * std::pow(std::max(0.0, behind), 2);
      const double along = (t - WingShape::kArm) / (WingShape::kSpan - WingShape::kArm);
      const double half = kThickness / 2 + 0.015 * WingShape::finger(along);
      const double rim = std::min({behind, WingShape::reach(t) - behind, WingShape::kSpan - s});
      return std::max(spar, within_both(rim, half - 0.8 * std::abs(above + sunk), half));
    };
    std::string inner = "chest";
    for (int k = 0; k < kStrips; ++k) {
      const double from = WingShape::kSpan * k / kStrips, to = WingShape::kSpan * (k + 1) / kStrips;
      const bool is_first = k == 0, is_last = k == kStrips - 1;
      // Outside of the strip the field is negative: the next one is stronger there.
      const auto strip = [=](const Vec3& x) {
        const double s = side * x.z() - kShoulder, out = std::max(is_first ? -1.0 : from - s, is_last ? -1.0 : s - to);
        return out > 0 ? std::min(wing(x), -out) : wing(x);
      };
      lilyan::Box box{{-1.2, 0, 0}, {1.3, 1.4, 0}};
      const double near = side * (is_first ? 0 : kShoulder + from), far = side * (kShoulder + to + (is_last ? 0.1 : 0));
      box.low.z() = std::min(near, far), box.high.z() = std::max(near, far);
      const std::string name = "wing" + std::to_string(k + 1) + suffix;
      add(name, inner, is_last ? kFew : kMany, {strip, box}, is_first ? -0.02 : 0);
      inner = name;
    }
  }

  Random& random_;
  std::vector<Part> parts_;
};

constexpr const char* kDragonScene =
    R"(// A dragon of forty domains is held at its belly. Wings, neck and tail sink under their own weight, and swing.
//
// Try "gravity": [0, 0, 0] with a wind, {"type": "drag", "fast": 1, "wind": [-15, 5, 0]} in "damping"; or "frequency": 0.7 for a domain of
// the neck, which makes it half as stiff.
{
  "lilyan": 1,
  "name": "dragon",
  "bodies": [{
    "name": "dragon",
    "mesh": {"type": "file", "path": "dragon.msh"},
    "material": {"type": "stvk", "youngs_modulus": 5e7, "poissons_ratio": 0.3},
    "density": 400,
    "regions": [
@soft@
    ],
    "domains": [
@domains@
    ]
  }],
  "pins": [{"name": "middle", "body": "dragon", "select": {"type": "sphere", "center": [0, 0, 0], "radius": 0.2}}],
  "damping": [{"type": "rayleigh", "stiffness": 0.005}],
  "integrator": {"type": "multidomain_newmark"},
  "time": {"step": 0.01, "duration": 6},
  "output": {"interval": 0.2, "frames": ["vtu"], "probes": [
    {"name": "head", "body": "dragon", "nearest": [2.5, 1.3, 0]},
    {"name": "wing", "body": "dragon", "nearest": [0.5, 0.7, 2.6]}
  ]}
}
)";

}  // namespace

Written write_dragon(const Request& request) {
  Random random(request.seed);
  const std::vector<Part> parts = Dragon(random).make();
  const lilyan::TetMesh mesh = mesh_of(parts, {160000, 0.02});
  lilyan::write_tet_mesh(request.folder / "dragon.msh", mesh);
  write_text(request.folder / "dragon.json", filled(kDragonScene, {{"soft", regions_by_sets(parts, {"neck", "tail", "horn"}, 4e6)},
                                                                   {"domains", domains_by_sets(parts)}}));
  return written("dragon.json", parts, mesh);
}

}  // namespace bodies
