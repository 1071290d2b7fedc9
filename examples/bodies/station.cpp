// A space station of cubes: a core that is held, a truss with sixteen wings of solar cells, modules, radiators and ships.
//
// The truss goes along x, modules along z and y. The solar wings are copies of one mesh.
#include "bodies.hpp"
#include "voxels.hpp"

#include <lilyan/mesh_files/vtk/vtu.hpp>

#include <cmath>
#include <numbers>

namespace bodies {

namespace {

using namespace lilyan;

constexpr double kStationEdge = 0.125;  // of a cube [m]
constexpr Index kModes = 20, kCoreModes = 13, kWingModes = 18;
constexpr int kHalf = 6;                                       // of the core [cubes]
constexpr int kSegments = 6, kStationLength = 24, kTruss = 5;  // of the truss on each side; length of one, half its width [cubes]
constexpr int kModule = 22, kStationRadius = 8;                // length and radius of a module [cubes]
constexpr int kFirstWing = 2;                                  // the segments from this one on have two wings each

class Station {
 public:
  Station() : voxels_(kStationEdge) {
    add("core", -1, kCoreModes);
    voxels_.paint(0, {{-kHalf, -kHalf, -kHalf}, {kHalf, kHalf, kHalf}});
    for (const int side : {-1, 1}) add_truss(side);
    for (const int side : {-1, 1}) add_modules(2, side, 4);
    for (const int side : {-1, 1}) add_modules(1, side, 2);
    add_ships();
    add_radiators();
  }

  const std::vector<Part>& parts() const { return parts_; }
  Voxels::Mesh mesh() const { return voxels_.mesh(); }

  // The middles of the surfaces that wings stand on, above and below the truss [m].
  static std::vector<Vec3> wing_feet() {
    std::vector<Vec3> feet;
    for (const int side : {-1, 1})
      for (int k = kFirstWing; k < kSegments; ++k)
        for (const int up : {-1, 1})
          feet.push_back(kStationEdge * Vec3(side * (kHalf + kStationLength * (k + 0.5)), up * kTruss, 0));
    return feet;
  }

 private:
  Index add(const std::string& name, Index parent, Index modes) {
    parts_.push_back({name, parent, modes, {}, 0});
    return static_cast<Index>(parts_.size()) - 1;
  }

  // Four beams with frames at the ends and in the middle.
  void add_truss(int side) {
    Index inner = 0;
    for (int k = 0; k < kSegments; ++k) {
      const Index part = add((side < 0 ? "truss_left" : "truss_right") + std::to_string(k + 1), inner, kModes);
      const int from = kHalf + kStationLength * k, low = side < 0 ? -from - kStationLength : from;
      const auto is_inside = [&](const Vec3& x) {
        const double along = std::abs(x.x()) - from;
        const bool is_frame = along < 2 || along > kStationLength - 2 || std::abs(along - kStationLength / 2.0) < 3;
        const bool is_outer_y = std::abs(x.y()) > kTruss - 3, is_outer_z = std::abs(x.z()) > kTruss - 3;
        return is_frame ? is_outer_y || is_outer_z : is_outer_y && is_outer_z;
      };
      voxels_.paint(part, {{low, -kTruss, -kTruss}, {low + kStationLength, kTruss, kTruss}}, is_inside);
      inner = part;
    }
  }

  // Tubes with rounded ends along the axis, joined by narrow necks that belong to the one farther in.
  void add_modules(std::size_t axis, int side, int count) {
    constexpr int kNeck = 3;
    const std::string name = std::string(axis == 1 ? (side < 0 ? "lower" : "upper") : (side < 0 ? "rear" : "front"));
    Index inner = 0;
    for (int k = 0; k < count; ++k) {
      const Index part = add(name + std::to_string(k + 1), inner, kModes);
      const int from = kHalf + (kModule + kNeck) * k, length = kModule + (k + 1 < count ? kNeck : 0);
      const auto is_inside = [&](const Vec3& x) {
        const auto a = static_cast<Eigen::Index>(axis);
        const double along = std::abs(x[a]) - from, out = std::hypot(x[(a + 1) % 3], x[(a + 2) % 3]);
        if (along > kModule) return out < 4;
        const double end = std::min(along, kModule - along);  // to the nearer end
        return out < kStationRadius - std::max(0.0, 3 - end);
      };
      CellRange range{{-kStationRadius, -kStationRadius, -kStationRadius}, {kStationRadius, kStationRadius, kStationRadius}};
      range.low[axis] = side < 0 ? -from - length : from, range.high[axis] = range.low[axis] + length;
      voxels_.paint(part, range, is_inside);
      inner = part;
    }
  }

  // Cones that are docked to the ends of three rows of modules.
  void add_ships() {
    struct Dock {
      const char *name, *on;
      std::size_t axis;
      int side, modules;
    };
    constexpr int kNeck = 3, kShip = 24;
    for (const Dock& dock :
         {Dock{"ship1", "front4", 2, 1, 4}, Dock{"ship2", "rear4", 2, -1, 4}, Dock{"ship3", "lower2", 1, -1, 2}}) {
      const Index part = add(dock.name, find_part(parts_, dock.on), kModes);
      const int from = kHalf + (kModule + kNeck) * dock.modules - kNeck;
      const auto is_inside = [&](const Vec3& x) {
        const auto a = static_cast<Eigen::Index>(dock.axis);
        const double along = std::abs(x[a]) - from, out = std::hypot(x[(a + 1) % 3], x[(a + 2) % 3]);
        return out < (along < 2 ? 3.5 : along < 9 ? 3.5 + 0.6 * (along - 2) : along < 20 ? 7.7 : 5);
      };
      CellRange range{{-kStationRadius, -kStationRadius, -kStationRadius}, {kStationRadius, kStationRadius, kStationRadius}};
      range.low[dock.axis] = dock.side < 0 ? -from - kShip : from, range.high[dock.axis] = range.low[dock.axis] + kShip;
      voxels_.paint(part, range, is_inside);
    }
  }

  // Plates that hang from the truss next to the core, behind and in front.
  void add_radiators() {
    constexpr int kPlate = 40, kWide = 7, kStalk = 5;
    for (const int side : {-1, 1})
      for (const int z : {-1, 1}) {
        const std::string name = std::string("radiator") + (side < 0 ? "_left" : "_right") + (z < 0 ? "_rear" : "_front");
        const Index part = add(name, find_part(parts_, side < 0 ? "truss_left2" : "truss_right2"), kModes);
        const int middle = side * (kHalf + kStationLength + kStationLength / 2);
        const auto is_inside = [&](const Vec3& x) {
          const double along = std::abs(x.z()) - kTruss;
          return std::abs(x.x() - middle) < (along < kStalk ? 2 : kWide);
        };
        const int low = z < 0 ? -kTruss - kPlate : kTruss;
        voxels_.paint(part, {{middle - kWide, -1, low}, {middle + kWide, 1, low + kPlate}}, is_inside);
      }
  }

  Voxels voxels_;
  std::vector<Part> parts_;
};

// A solar wing along y, its foot at the origin: a mast, and a plate.
BodyMesh wing_mesh() {
  constexpr int kMast = 8, kPlate = 48, kWide = 8;
  Voxels voxels(kStationEdge);
  voxels.paint(0, {{-2, 0, -1}, {2, kMast, 1}});
  voxels.paint(0, {{-kWide, kMast, -1}, {kWide, kMast + kPlate, 1}});
  return voxels.mesh().body;
}

void write_hexes(const std::filesystem::path& file, const BodyMesh& mesh) { write_vtu(file, mesh.X, mesh.cells, {}, {}); }

// A file of cell numbers for each part.
void write_cells(const std::filesystem::path& folder, const std::vector<Part>& parts, const std::vector<Index>& part_of_cell) {
  std::vector<std::string> numbers(parts.size());
  for (std::size_t c = 0; c < part_of_cell.size(); ++c)
    numbers[static_cast<std::size_t>(part_of_cell[c])] += std::to_string(c) + "\n";
  std::filesystem::create_directories(folder);
  for (std::size_t p = 0; p < parts.size(); ++p) write_text(folder / (parts[p].name + ".txt"), numbers[p]);
}

double rounded(double x) { return std::round(1e6 * x) / 1e6 + 0.0; }

// All wings are turned about their masts to the sun, those below the truss upside down.
std::string wing_placements(Random& random) {
  const double sun = random.between(20, 50);  // [degrees]
  std::string lines;
  for (const Vec3& foot : Station::wing_feet()) {
    const double turned = std::round(10 * (sun + random.about(0, 3))) / 10, half = turned / 2 * std::numbers::pi / 180;
    // Half a turn about an axis in the plane y = 0 turns a wing down, and by twice the angle of the axis about y.
    const Vec3 axis = foot.y() > 0 ? Vec3(0, 1, 0) : Vec3(rounded(std::cos(half)), 0, rounded(-std::sin(half)));
    lines += (lines.empty() ? "" : ",\n") +
             filled(R"(         {"rotate": {"axis": @axis@, "degrees": @degrees@}, "translate": @foot@})",
                    {{"axis", text(axis)}, {"degrees", text(foot.y() > 0 ? turned : 180)}, {"foot", text(foot)}});
  }
  return lines;
}

constexpr const char* kStationScene =
    R"(// A space station of cubes, 48 domains. Sixteen solar wings are copies of one mesh. The core is held; thrusters at one end of the
// truss fire for a second, and all swings.
//
// Try without "pins" and with "velocity": {"angular": [0, 0.1, 0]}: the station flies, and keeps its momenta but for what the thrusters give.
{
  "lilyan": 1,
  "name": "station",
  "gravity": [0, 0, 0],
  "bodies": [{
    "name": "station",
    "mesh": {"type": "file", "path": "station.vtu"},
    "material": {"type": "stvk", "youngs_modulus": 1e8, "poissons_ratio": 0.3},
    "density": 50,
    "domains": [
@domains@,
      {"name": "wing", "mesh": {"type": "file", "path": "station_wing.vtu"}, "held": {"type": "plane", "point": [0, 0, 0], "normal": [0, -1, 0]},
       "reach": 0.15, "modes": @wing_modes@, "placements": [
@placements@]}
    ]
  }],
  "pins": [{"name": "core", "body": "station", "select": {"type": "sphere", "center": [0, 0, 0], "radius": 0.5}}],
  "loads": [{"name": "thrusters", "type": "force", "body": "station", "select": {"type": "box", "min": [18.5, -1, -1], "max": [19, 1, 1]},
    "force": [0, 4000, 6000], "profile": {"type": "pulse"}, "from": 0, "to": 1}],
  "damping": [{"type": "rayleigh", "stiffness": 0.005}],
  "integrator": {"type": "multidomain_newmark"},
  "time": {"step": 0.01, "duration": 10},
  "output": {"interval": 0.4, "frames": ["vtu"], "probes": [
    {"name": "end", "body": "station", "nearest": [18.75, 0, 0]},
    {"name": "wing", "body": "station", "nearest": [17.25, 8, 0]}
  ]}
}
)";

}  // namespace

Written write_station(const Request& request) {
  Random random(request.seed);
  const Station station;
  const Voxels::Mesh mesh = station.mesh();
  require_tree(station.parts(), mesh.body.X, mesh.body.cells, mesh.part_of_cell);
  const BodyMesh wing = wing_mesh();
  write_hexes(request.folder / "station.vtu", mesh.body);
  write_hexes(request.folder / "station_wing.vtu", wing);
  write_cells(request.folder / "station", station.parts(), mesh.part_of_cell);
  write_text(request.folder / "station.json", filled(kStationScene, {{"domains", domains_by_files(station.parts(), "station")},
                                                                     {"wing_modes", std::to_string(kWingModes)},
                                                                     {"placements", wing_placements(random)}}));
  Written result{"station.json", static_cast<Index>(station.parts().size()), 0, mesh.body.cells.count(), "hexes", 0, 0};
  for (const Part& part : station.parts()) result.coordinates += part.modes;
  const Index wings = static_cast<Index>(Station::wing_feet().size());
  result.domains += wings, result.coordinates += wings * kWingModes, result.cells += wings * wing.cells.count();
  return result;
}

}  // namespace bodies
