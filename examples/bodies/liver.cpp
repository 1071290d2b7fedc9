// A liver with two trees of stiff vessels, held at a flat top where it meets the diaphragm.
//
// Two lobes of ellipsoids are blended and cut flat above the larger one; the smaller one, to the left, hangs free. x points to the
// larger lobe, y up, z to the front. The vessels are tubes in the regions of the scene: each branch forks until it is thin or
// leaves the inside.
#include "bodies.hpp"

#include <lilyan/mesh/quality.hpp>
#include <lilyan/mesh_files/write.hpp>

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

namespace bodies {

namespace {

constexpr double kTets = 200000;
constexpr double kTop = 0.055;                          // where it is cut [m]
constexpr double kThinnest = 0.0033;                    // radius of the last branches [m]
constexpr double kLiverModulus = 2.5e4, kStiffer = 50;  // [Pa]

// The largest of two, rounded over a width k where they are about the same.
double blended(double a, double b, double k) {
  const double h = std::max(k - std::abs(a - b), 0.0) / k;
  return std::max(a, b) + h * h * k / 4;
}

Solid liver(Random& random) {
  const auto varied = [&](double x) { return x * random.about(1, 0.04); };
  const Solid right = ellipsoid({0.035, 0, 0}, {varied(0.085), varied(0.078), varied(0.07)});
  const Solid left = ellipsoid({-0.07, 0.022, 0.012}, {varied(0.095), varied(0.032), varied(0.05)});
  const Solid tail = ellipsoid({0.075, -0.05, 0.005}, {varied(0.045), varied(0.05), varied(0.045)});
  const Solid hollow =
      ellipsoid({-0.055, -0.075, -0.015}, {varied(0.075), varied(0.065), varied(0.07)});  // below, where the stomach lies
  const auto field = [=](const Vec3& x) {
    const double lobes = blended(blended(right.field(x), left.field(x), 0.04), tail.field(x), 0.04);
    const double scooped = -blended(-lobes, hollow.field(x), 0.03);
    return within_both(scooped, kTop - x.y(), 0.004);
  };
  lilyan::Box box = right.box;
  box.add(left.box), box.add(tail.box);
  box = box.inflated(0.01);
  box.high.y() = kTop;
  return {field, box};
}

struct Branch {
  std::vector<Vec3> points;
  double radius;
};

// A tree of tubes inside a solid.
class Vessel {
 public:
  Vessel(const Solid& solid, Random& random) : solid_(solid), random_(random) {}

  // Steps of a branch that bends a little at each; at its end it forks in the plane across `side`.
  void grow(const Vec3& from, Vec3 along, const Vec3& side, double radius, double length) {
    constexpr int kSteps = 3;
    Branch branch{{rounded(from)}, std::round(1e5 * radius) / 1e5};
    Vec3 x = from;
    for (int k = 0; k < kSteps; ++k) {
      Vec3 bent = along;
      for (double& component : bent) component += random_.about(0, 0.25);
      const Vec3 next = x + length / kSteps * bent.normalized();
      if (solid_.field(next) < radius + 0.004) break;  // it ends before the outside
      along = bent.normalized(), x = next;
      branch.points.push_back(rounded(x));
    }
    if (branch.points.size() < 2) return;
    branches_.push_back(branch);
    const double thinner = 0.78 * radius;
    if (thinner < kThinnest) return;
    for (const double sign : {-1.0, 1.0}) {
      const Vec3 out = Eigen::AngleAxisd(sign * random_.about(0.65, 0.15), side.normalized()) * along;
      grow(x, out, along.cross(side), thinner, 0.8 * length);
    }
  }

  const std::vector<Branch>& branches() const { return branches_; }

 private:
  const Solid& solid_;
  Random& random_;
  std::vector<Branch> branches_;
};

std::string regions_of(const std::vector<Branch>& branches) {
  std::string lines;
  for (const Branch& branch : branches) {
    std::string points;
    for (const Vec3& point : branch.points) points += (points.empty() ? "" : ", ") + text(point);
    lines += (lines.empty() ? "" : ",\n") +
             filled(R"(      {"select": {"type": "tube", "points": [@points@], "radius": @radius@},
       "material": {"type": "corotated", "youngs_modulus": @modulus@, "poissons_ratio": 0.4}})",
                    {{"points", points}, {"radius", text(branch.radius)}, {"modulus", text(kStiffer * kLiverModulus)}});
  }
  return lines;
}

constexpr const char* kLiverScene =
    R"(// A liver of 200,000 tets hangs at its flat top. Two vessels, @branches@ tubes in all and fifty times stiffer, branch in it. Its left
// lobe sags.
//
// The vessels are thinner than the cells of a coarse mesh: a body to coarsen.
{
  "lilyan": 1,
  "name": "liver",
  "bodies": [{
    "name": "liver",
    "mesh": {"type": "file", "path": "liver.msh"},
    "material": {"type": "corotated", "youngs_modulus": @modulus@, "poissons_ratio": 0.4},
    "density": 1060,
    "regions": [
@vessels@
    ]
  }],
  "pins": [{"name": "diaphragm", "body": "liver", "select": {"type": "plane", "point": [0, @held@, 0], "normal": [0, 1, 0]}}],
  "integrator": {"type": "avf"},
  "time": {"step": 0.01, "duration": 0.5},
  "output": {"interval": 0.05, "frames": ["vtu"], "probes": [{"name": "left lobe", "body": "liver", "nearest": [-0.165, 0.02, 0.01]}]}
}
)";

}  // namespace

Written write_liver(const Request& request) {
  Random random(request.seed);
  const Solid solid = liver(random);
  Vessel portal(solid, random), hepatic(solid, random);
  portal.grow({0, -0.02, -0.02}, {0, 0.6, 1}, {0, 1, 0}, 0.008, 0.035);          // enters from below, in the middle
  hepatic.grow({0.01, 0.05, -0.03}, {0.2, -1, 0.3}, {0, 0.3, 1}, 0.0085, 0.04);  // and from above, behind
  std::vector<Branch> branches = portal.branches();
  branches.insert(branches.end(), hepatic.branches().begin(), hepatic.branches().end());

  lilyan::TetMesh mesh = mesh_of({{"liver", -1, 0, solid}}, {kTets, 0});
  mesh.tet_sets.clear();
  lilyan::write_tet_mesh(request.folder / "liver.msh", mesh);
  write_text(request.folder / "liver.json", filled(kLiverScene, {{"branches", count(branches.size())},
                                                                 {"modulus", text(kLiverModulus)},
                                                                 {"held", text(kTop)},
                                                                 {"vessels", regions_of(branches)}}));
  const lilyan::MeshFigures figures = lilyan::figures(mesh);
  Written result{"liver.json", 0, 0, figures.tets, "tets", figures.dihedral.smallest, figures.dihedral.largest};
  result.vertices = mesh.vertices();
  return result;
}

}  // namespace bodies
