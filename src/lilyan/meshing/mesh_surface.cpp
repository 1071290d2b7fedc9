#include <lilyan/algebra/threads.hpp>
#include <lilyan/core/error.hpp>
#include <lilyan/core/groups.hpp>
#include <lilyan/mesh/quality.hpp>
#include <lilyan/meshing/clean_surface.hpp>
#include <lilyan/meshing/embedding.hpp>
#include <lilyan/meshing/manifold.hpp>
#include <lilyan/meshing/mesh_surface.hpp>
#include <lilyan/meshing/stuffing.hpp>
#include <lilyan/meshing/surface_queries.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <utility>

namespace lilyan {

namespace {

constexpr const char* kFill =
    "fill the holes in your modelling program; in Blender, Select > All by Trait > Non Manifold shows them and Face > Fill closes "
    "them";

struct Attempt {
  double size = 0;
  TetMesh mesh;
  double volume = 0;  // [m^3]
  Index small_parts = 0;
};

class SurfaceMesher {
 public:
  SurfaceMesher(CleanSurface clean, const std::string& place)
      : clean_(std::move(clean)), place_(place), box_(Box::nothing()), winding_(clean_.surface), crossings_(clean_.surface) {
    for (Index i = 0; i < clean_.surface.vertices(); ++i) box_.add(Vec3(vertex(clean_.surface.X, i)));
    refuse_flat();
    volume_ = inside_volume();
  }

  Attempt with_size(double size) const {
    if (!(size > 0)) refuse("mesh.size", fmt::format("tets of {} m", size), "give a size above 0");
    const Lattice lattice(box_, size);
    const auto field = [&](const Vec3& p) { return std::abs(winding_.at(p)) - 0.5; };
    std::vector<double> values(static_cast<std::size_t>(lattice.points()));
    parallel_for(lattice.points(), [&](Index p) { values[static_cast<std::size_t>(p)] = field(lattice.position(p)); });
    refuse_without_inside(values);
    // Where the surface is whole its triangle says where it is; at a hole only the winding number does.
    const auto find_cut = [&](const Vec3& inside, const Vec3& outside) {
      const std::optional<double> crossing = crossings_.only(inside, outside);
      return crossing ? *crossing : bisect(field, inside, outside);
    };
    Attempt attempt{size, stuff(lattice, values, find_cut), 0, 0};
    make_manifold(attempt.mesh);
    attempt.small_parts = drop_small_parts(attempt.mesh, size * size * size);
    for (const Tet& tet : attempt.mesh.tets) attempt.volume += volume(attempt.mesh.X, tet);
    return attempt;
  }

  // The size is changed until the count is right within a tenth; symmetric surfaces make it jump.
  Attempt with_tets(double count) const {
    constexpr int kMostAttempts = 5;
    constexpr double kNearEnough = 0.1;
    const auto error = [&](const Attempt& attempt) {
      return std::abs(std::log(std::max(static_cast<double>(attempt.mesh.tets.size()), 1.0) / count));
    };
    double size = std::cbrt(12 * volume_ / count);  // twelve tets a cube
    Attempt best;
    for (int k = 0; k < kMostAttempts; ++k) {
      Attempt attempt = with_size(size);
      // Surface tets are the smaller ones, so that the count falls a little more slowly than the cube of the size.
      size *= std::clamp(std::pow(std::max(static_cast<double>(attempt.mesh.tets.size()), 1.0) / count, 0.36), 0.5, 2.0);
      if (best.mesh.tets.empty() || error(attempt) < error(best)) best = std::move(attempt);
      if (error(best) < kNearEnough) break;
    }
    return best;
  }

  Attempt with_good_volume() const {
    constexpr double kMostTets = 8'000;  // at twice as many it stops: a first run is to be quick, and --tets asks for more
    Attempt attempt = with_tets(kFewestTets);
    while (std::abs(volume_error(attempt)) > kVolumeError && static_cast<double>(attempt.mesh.tets.size()) < kMostTets)
      attempt = with_size(attempt.size / std::cbrt(2.0));
    return attempt;
  }

  // What the user should know of it; refuses one without tets.
  SurfaceMesh finish(Attempt attempt) const {
    if (attempt.mesh.tets.empty())
      refuse("mesh.too-coarse", fmt::format("everything that the surface encloses is thinner than tets of {:.3g} m", attempt.size),
             "use smaller tets, or more of them");
    make_valid(attempt.mesh, place_);
    SurfaceMesh result{std::move(attempt.mesh), attempt.size, volume_};
    const Index loose = drop_loose_parts(result.mesh);
    if (loose > 0) {
      attempt.volume = 0;
      for (const Tet& tet : result.mesh.tets) attempt.volume += volume(result.mesh.X, tet);
    }
    std::vector<std::string>& notes = result.mesh.notes;
    notes.insert(notes.begin(), clean_.surface.notes.begin(), clean_.surface.notes.end());
    if (clean_.open_edges > 0)
      notes.push_back(
          openness(clean_) +
          "; the tets are closed there, but where the surface itself is drawn it keeps its holes: if they show, fill them in your "
          "modelling program");
    if (attempt.small_parts > 0)
      notes.push_back(fmt::format("dropped {} parts smaller than a cube of {:.3g} m", attempt.small_parts, attempt.size));
    if (loose > 0)
      notes.push_back(fmt::format(
          "dropped {} parts that the surface joins to the rest by a wall too thin for tets of {:.3g} m: they would come "
          "off",
          loose, attempt.size));
    if (const Index parts = figures(result.mesh).components; parts > 1)
      notes.push_back(fmt::format("the body has {} parts that are not joined to each other, as the surface has", parts));
    add_lost_parts(result.mesh, attempt.size, notes);
    if (std::abs(volume_error(attempt)) > kVolumeError)
      notes.push_back(fmt::format("the volume is {:.3g} % {} that of the surface; more tets (--tets) come closer",
                                  100 * std::abs(volume_error(attempt)), volume_error(attempt) < 0 ? "below" : "above"));
    return result;
  }

 private:
  // A surface encloses the integral of its winding number w, which counts twice where parts of it overlap; the inside counts once.
  // The difference vanishes for a clean surface, so that sampling it on a lattice is good enough.
  double inside_volume() const {
    constexpr double kCubes = 15'000;
    const Lattice lattice(box_, std::cbrt((box_.high - box_.low).prod() / kCubes));
    std::vector<double> excess(static_cast<std::size_t>(lattice.points()));
    parallel_for(lattice.points(), [&](Index p) {
      const double w = winding_.at(lattice.position(p));
      // Closed surfaces have whole numbers, so that the error of the tree need not add up.
      const double whole = clean_.open_edges == 0 || std::abs(w - std::round(w)) < 0.05 ? std::round(w) : w;
      excess[static_cast<std::size_t>(p)] = whole - (std::abs(w) > 0.5);
    });
    double sum = 0;
    for (double value : excess) sum += value;
    return clean_.volume - sum * std::pow(lattice.a(), 3) / 2;  // two points a cube
  }

  double volume_error(const Attempt& attempt) const { return attempt.volume / volume_ - 1; }

  [[noreturn]] void refuse(const char* id, const std::string& message, const std::string& hint) const {
    throw InputError(Fault{id, place_, message, hint});
  }

  void refuse_flat() const {
    // Against the volume of a ball of the same area.
    const double ball = std::pow(clean_.area, 1.5) / (6 * std::sqrt(std::numbers::pi));
    if (!(clean_.volume > 1e-6 * ball) || !std::isfinite(ball))
      refuse("mesh.no-volume",
             fmt::format("{} and encloses no volume ({:.3g} m^3 in {:.3g} m^2)", openness(clean_), clean_.volume, clean_.area),
             "a body needs a closed surface; give a sheet a thickness in your modelling program");
  }

  // `values` are |w| - 1/2 at the points of the lattice. Inside a closed surface w is a whole number; where it hardly ever is, the
  // surface does not say what is inside.
  void refuse_without_inside(const std::vector<double>& values) const {
    constexpr double kUnclear = 0.2;
    double unclear = 0;
    std::size_t inside = 0;
    for (double value : values) {
      if (value <= 0) continue;
      ++inside;
      unclear += std::abs(value + 0.5 - std::round(value + 0.5));
    }
    if (inside == 0 && clean_.open_edges > 0)
      refuse("mesh.no-inside", openness(clean_) + ": so wide that the surface has no inside", kFill);
    if (unclear > kUnclear * static_cast<double>(inside))
      refuse("mesh.unclear-inside",
             clean_.open_edges > 0 ? openness(clean_) + ", so that what is inside is unclear"
                                   : "the surface is closed, but its triangles face both ways, so that what is inside is unclear",
             clean_.open_edges > 0 ? kFill : "let all triangles face outwards, in your modelling program");
  }

  // 87,431 -> 90,000.
  static std::size_t rounded_up(std::size_t count) {
    std::size_t unit = 1;
    while (count / unit >= 10) unit *= 10;
    return (count + unit - 1) / unit * unit;
  }

  // Where a wall is thinner than a tet, what hangs on it comes off. Such a part moves with the surface of the rest, and is not one
  // by itself: every connected piece of the surface keeps the largest of the parts that it lies on. Returns how many were dropped.
  Index drop_loose_parts(TetMesh& mesh) const {
    const MeshParts parts = parts_of(mesh);
    if (parts.volumes.size() < 2) return 0;
    const TriangleMesh& surface = clean_.surface;
    Groups pieces(static_cast<std::size_t>(surface.vertices()));
    for (const Triangle& triangle : surface.triangles)
      for (std::size_t k = 1; k < 3; ++k) pieces.join(static_cast<std::size_t>(triangle[0]), static_cast<std::size_t>(triangle[k]));
    const TetEmbedding embedding = embed(surface, mesh);
    std::map<std::size_t, std::size_t> largest;  // part of each piece
    for (std::size_t i = 0; i < embedding.anchors().size(); ++i) {
      const std::size_t part = parts.of_tet[static_cast<std::size_t>(embedding.anchors()[i].cell)];
      std::size_t& best = largest.emplace(pieces.of(i), part).first->second;
      if (parts.volumes[part] > parts.volumes[best]) best = part;
    }
    std::vector<char> kept(parts.volumes.size(), 0);
    for (const auto& [piece, part] : largest) kept[part] = 1;
    const auto count = static_cast<Index>(std::count(kept.begin(), kept.end(), 0));
    if (count > 0) keep_parts(mesh, parts, kept);
    return count;
  }

  void add_lost_parts(const TetMesh& mesh, double size, std::vector<std::string>& notes) const {
    constexpr double kLost = 0.75;  // of the size; corners that are only rounded off stay below
    const std::vector<double> overhang = embed(clean_.surface, mesh).overhangs(mesh.X);
    const auto lost = std::count_if(overhang.begin(), overhang.end(), [&](double distance) { return distance > kLost * size; });
    if (lost > 0)
      notes.push_back(fmt::format(
          "thin parts are lost: {} of {} vertices of the surface lie up to {:.3g} m outside the body, which carries them along "
          "stiffly; more tets keep more: try --tets {}",
          lost, overhang.size(), *std::max_element(overhang.begin(), overhang.end()), rounded_up(4 * mesh.tets.size())));
  }

  CleanSurface clean_;
  const std::string& place_;
  Box box_;
  WindingNumber winding_;
  Crossings crossings_;
  double volume_ = 0;  // of the inside [m^3]
};

}  // namespace

SurfaceMesh mesh_surface(const TriangleMesh& surface, const SurfaceMeshSettings& settings, const std::string& place) {
  const SurfaceMesher mesher(clean_surface(surface, place), place);
  try {
    if (settings.size) return mesher.finish(mesher.with_size(*settings.size));
    if (settings.tets) return mesher.finish(mesher.with_tets(*settings.tets));
    return mesher.finish(mesher.with_good_volume());
  } catch (const InputError& error) {
    std::vector<Fault> faults = error.faults();
    for (Fault& fault : faults)
      if (fault.place.empty()) fault.place = place;
    throw InputError(std::move(faults));
  }
}

}  // namespace lilyan
