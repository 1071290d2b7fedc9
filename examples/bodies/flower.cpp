// A flower: a stem of four domains, a bloom, five petals and two leaves.
#include "bodies.hpp"

#include <lilyan/mesh_files/write.hpp>

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace bodies {

namespace {

constexpr double kTurn = 2 * std::numbers::pi;

// The line in the middle of the stem: upwards, with a slight bow.
struct Stem {
  double bow = 0.08, towards = 0;  // [m], [rad]

  Vec3 at(double height) const {
    const double out = bow * std::sin(kTurn / 2 * height);
    return {out * std::cos(towards), height, out * std::sin(towards)};
  }
};

// From `foot`, outwards by the angle `around` about the vertical and upwards by `rise`.
Blade blade_from(const Vec3& foot, double around, double rise) {
  const Vec3 out(std::cos(around), 0, std::sin(around)), up = Vec3::UnitY();
  Blade blade;
  blade.foot = foot;
  blade.along = std::cos(rise) * out + std::sin(rise) * up;
  blade.across = blade.along.cross(up).normalized();
  return blade;  // its normal, along x across, points down
}

// Half the width at the share s of the length: grows from the foot to `widest` at `where`, then closes in a quarter of an ellipse.
double outline(double foot, double widest, double where, double s) {
  if (s < where) return foot + (widest - foot) * std::sin(kTurn / 4 * s / where);
  return widest * std::sqrt(std::max(0.0, 1 - std::pow((s - where) / (1 - where), 2)));
}

struct Plan {
  int stems, petals, leaves;
  double stem_radius, bloom_radius, bloom_height;                 // [m]
  double thickness, petal_length, petal_width, leaf_width, foot;  // of the blades; widths are halves [m]
  Index modes;
  double tets;
  double stem_modulus, petal_modulus;  // Young's [Pa]
  double gust;                         // force on the bloom [N]
};

constexpr Plan kWhole = {4, 5, 2, 0.04, 0.13, 0.075, 0.055, 0.37, 0.125, 0.085, 0.04, 20, 7600, 5e7, 5e5, 60};
constexpr Plan kSmall = {3,    4,    1,    0.065, 0.16, 0.1, 0.1, 0.38,
                         0.15, 0.12, 0.06, 12,    1500, 2e7, 4e5, 150};  // coarse tets need stout parts

class Flower {
 public:
  Flower(const Plan& plan, Random& random)
      : plan_(plan), random_(random), stem_{random.about(0.08, 0.02), random.between(0, kTurn)} {}

  std::vector<Part> make() {
    add_stem();
    const Vec3 top = stem_.at(1);
    parts_.push_back({"bloom", plan_.stems - 1, plan_.modes,
                      ellipsoid(top + Vec3(0, 0.03, 0), Vec3(plan_.bloom_radius, plan_.bloom_height, plan_.bloom_radius)), 0.01});
    const double first = random_.between(0, kTurn);
    for (int k = 0; k < plan_.petals; ++k)
      add_petal("petal" + std::to_string(k + 1), top, first + kTurn * (k + random_.about(0, 0.04)) / plan_.petals);
    for (int k = 0; k < plan_.leaves; ++k)
      add_leaf("leaf" + std::to_string(k + 1), k + 1, stem_.towards + kTurn / 2 * k + random_.about(0.8, 0.2));
    return std::move(parts_);
  }

 private:
  void add_stem() {
    for (int k = 0; k < plan_.stems; ++k) {
      const double low = static_cast<double>(k) / plan_.stems, middle = (k + 0.5) / plan_.stems, high = (k + 1.0) / plan_.stems;
      parts_.push_back({"stem" + std::to_string(k + 1), k - 1, plan_.modes,
                        united({rod(stem_.at(low), plan_.stem_radius, stem_.at(middle), plan_.stem_radius),
                                rod(stem_.at(middle), plan_.stem_radius, stem_.at(high), plan_.stem_radius)}),
                        0});
    }
  }

  void add_petal(const std::string& name, const Vec3& top, double around) {
    const Vec3 out(std::cos(around), 0, std::sin(around));
    Blade petal = blade_from(top + 0.7 * plan_.bloom_radius * out + Vec3(0, 0.03, 0), around, random_.about(0.55, 0.1));
    petal.length = random_.about(plan_.petal_length, 0.03), petal.thickness = plan_.thickness, petal.widest = plan_.petal_width;
    petal.half_width = [petal, foot = plan_.foot](double u) { return outline(foot, petal.widest, 0.6, u / petal.length); };
    petal.sheet = [](double u, double v) { return 0.6 * u * u - 1.2 * v * v; };  // bows outwards, cupped
    parts_.push_back({name, plan_.stems, plan_.modes, blade(petal), 0});
  }

  // In the middle of a domain of the stem, so that it meets no other.
  void add_leaf(const std::string& name, Index stem, double around) {
    Blade leaf = blade_from(stem_.at((stem + 0.45) / plan_.stems), around, random_.about(0.75, 0.1));
    leaf.length = random_.about(0.42, 0.03), leaf.thickness = plan_.thickness, leaf.widest = plan_.leaf_width;
    leaf.half_width = [leaf, foot = plan_.foot](double u) {
      return outline(foot, leaf.widest, 0.5, std::max(0.0, u / leaf.length - 0.15) / 0.85);
    };
    leaf.sheet = [](double u, double v) { return 0.7 * u * u - 0.8 * v * v; };
    parts_.push_back({name, stem, plan_.modes, blade(leaf), -0.005});
  }

  const Plan& plan_;
  Random& random_;
  Stem stem_;
  std::vector<Part> parts_;
};

constexpr const char* kFlowerScene =
    R"(// A flower of @count@ domains is held at its foot. A gust bends it, and it sways; its petals swing.
//
// `lilyan modes` lists its natural frequencies. Try "coupling": "l1" in "integrator" with a "stiffness" of 0.01 in "damping", as
// [Barbic 2011] does it: the stem sways several times too fast. Or let the wind blow: {"type": "drag", "fast": 1, "wind": [5, 0, 2]} in
// "damping".
{
  "lilyan": 1,
  "name": "flower",
  "bodies": [{
    "name": "flower",
    "mesh": {"type": "file", "path": "flower.msh"},
    "material": {"type": "stvk", "youngs_modulus": @petal_modulus@, "poissons_ratio": 0.3},
    "density": 300,
    "regions": [
@stiff@
    ],
    "domains": [
@domains@
    ]
  }],
  "pins": [{"name": "foot", "body": "flower", "select": {"type": "plane", "point": [0, 0.02, 0], "normal": [0, -1, 0]}}],
  "loads": [{"name": "gust", "type": "force", "body": "flower", "select": {"type": "sphere", "center": [0, 1.03, 0], "radius": @bloom_radius@},
    "force": @gust@, "profile": {"type": "pulse"}, "from": 0, "to": 0.4}],
  "damping": [{"type": "rayleigh", "stiffness": 0.005}],
  "integrator": {"type": "multidomain_newmark"},
  "time": {"step": 0.01, "duration": 6},
  "output": {"interval": 0.04, "frames": ["vtu"], "probes": [
    {"name": "bloom", "body": "flower", "nearest": [0, 1.1, 0]},
    {"name": "petal", "body": "flower", "nearest": [0.6, 1.1, 0]}
  ]}
}
)";

}  // namespace

Written write_flower(const Request& request) {
  Random random(request.seed);
  const Plan& plan = request.size == Size::small ? kSmall : kWhole;
  const std::vector<Part> parts = Flower(plan, random).make();
  const lilyan::TetMesh mesh = mesh_of(parts, {plan.tets, 0.012});
  lilyan::write_tet_mesh(request.folder / "flower.msh", mesh);
  write_text(request.folder / "flower.json",
             filled(kFlowerScene, {{"count", count(parts.size())},
                                   {"petal_modulus", text(plan.petal_modulus)},
                                   {"stiff", regions_by_sets(parts, {"stem", "bloom"}, plan.stem_modulus)},
                                   {"domains", domains_by_sets(parts)},
                                   {"gust", text(Vec3(plan.gust, 0, 0.4 * plan.gust))},
                                   {"bloom_radius", text(plan.bloom_radius)}}));
  return written("flower.json", parts, mesh);
}

}  // namespace bodies
