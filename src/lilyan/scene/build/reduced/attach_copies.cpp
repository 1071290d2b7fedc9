#include <lilyan/scene/build/reduced/domains.hpp>

#include <lilyan/multidomain/body/placed_parts.hpp>
#include <lilyan/scene/build/reduced/domain_parts.hpp>
#include <lilyan/scene/schema/validate.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>

namespace lilyan {
namespace {

class CopyPlanner {
 public:
  CopyPlanner(const DomainScene& scene, BuildContext& context, DomainPlan& plan)
      : scene_(scene), body_(scene.placed.body), place_(scene.place()), context_(context), plan_(plan) {
    plan_.X = body_.mesh.X;
    plan_.mass = body_.mass;
    plan_.surface = body_.mesh.cells.triangles;
    for (std::size_t d = 0; d < plan_.domains.size(); ++d) numbers_.emplace(plan_.domains[d].name, static_cast<Index>(d));
  }

  bool attach() {
    for (const PlacedPart& source : body_.parts->placed) {
      const Json& entry = scene_.domains()[source.entry];
      here_ = join_path(place_, "domains/" + std::to_string(source.entry));
      part_ = -1;
      first_of_entry_ = static_cast<Index>(plan_.domains.size());
      reach_ = entry.value("reach", 0.0);
      for (std::size_t k = 0; k < source.placements.size(); ++k)
        if (!(plan_.domains.empty() ? plant_root(source, entry) : attach_copy(source, entry, k))) return false;
    }
    return true;
  }

 private:
  bool refuse(const std::string& key, const std::string& message, const std::string& hint) {
    context_.faults.add("scene.domains", key.empty() ? here_ : join_path(here_, key), message, hint);
    return false;
  }

  static std::vector<Index> all_of(Index first, Index count) {
    std::vector<Index> numbers(static_cast<std::size_t>(count));
    std::iota(numbers.begin(), numbers.end(), first);
    return numbers;
  }

  DomainPart part_of(const PlacedPart& source, const Json& entry) const {
    DomainPart part;
    part.name = source.name;
    part.X = source.mesh.X;
    part.mass = source.mass;
    part.cells = source.mesh.cells;
    part.laws = source.materials.laws;
    part.law_of_cell = source.materials.law_of_cell;
    part.coordinates = coordinates_of(entry);
    part.basis = domain_basis_of(entry);
    part.stored = source.stored;
    return part;
  }

  PlannedDomain domain_of(const PlacedPart& source, const Json& entry, std::size_t k) const {
    const Index n = source.mesh.vertices(), first = source.first_vertex + static_cast<Index>(k) * n;
    return {fmt::format("{}{}", source.name, k),
            static_cast<Index>(plan_.parts.size()),
            -1,
            {},
            source.placements[k],
            entry.at("frequency").get<double>(),
            all_of(first, n)};
  }

  // The first copy of a body without cells of its own.
  bool plant_root(const PlacedPart& source, const Json& entry) {
    if (source.stored)
      return refuse("model", "the first domain is the root, and its basis depends on the pins of this scene",
                    "give the root a \"mesh\", or cells of the body");
    DomainPart part = part_of(source, entry);
    PlannedDomain root = domain_of(source, entry, 0);
    const Index n = source.mesh.vertices(), first = root.vertices.front();
    for (std::size_t k = 0; k < scene_.acting.pins.things.size(); ++k) {
      Pin pin = scene_.acting.pins.things[k];
      for (Index& i : pin.vertices) {
        i -= first;
        if (i >= 0 && i < n) continue;
        context_.faults.add("scene.domains", join_path("pins", std::to_string(k)),
                            fmt::format("holds vertex {}, which is not of the root \"{}\"", i + first, root.name),
                            "pins hold one domain, the root");
        return false;
      }
      const bool holds_all = pin.axes == std::array{true, true, true};
      if (!holds_all && root.placement.rotation != Mat3::Identity()) {
        context_.faults.add("scene.domains", join_path("pins/" + std::to_string(k), "axes"),
                            "pins of a root that is a turned copy hold vertices whole", "remove \"axes\"");
        return false;
      }
      part.pins.push_back(std::move(pin));
    }
    if (part.pins.empty()) part.origin = part.X.reshaped(3, n) * part.mass / part.mass.sum();
    return add(std::move(part), std::move(root));
  }

  bool add(DomainPart part, PlannedDomain domain) {
    plan_.parts.push_back(std::move(part));
    return add(std::move(domain));
  }
  bool add(PlannedDomain domain) {
    if (!numbers_.emplace(domain.name, static_cast<Index>(plan_.domains.size())).second)
      return refuse("name", fmt::format("\"{}\" is the name of two domains", domain.name),
                    "give each a name of its own; copies are numbered");
    plan_.domains.push_back(std::move(domain));
    return true;
  }

  bool attach_copy(const PlacedPart& source, const Json& entry, std::size_t k) {
    PlannedDomain domain = domain_of(source, entry, k);
    if (reach_ == 0) {
      context_.faults.add("scene.missing-key", join_path(here_, "reach"),
                          "missing; copies hang on vertices of a parent that are near",
                          "give a length above the distance between vertices of the parent [m]");
      return false;
    }
    if (part_ < 0) {
      DomainPart part = part_of(source, entry);
      if (!hold(source, domain, source.parents[k], part)) return false;
      part_ = static_cast<Index>(plan_.parts.size());
      plan_.parts.push_back(std::move(part));
    }
    domain.part = part_;
    const std::vector<Vec3> points = places_of(domain, plan_.parts[static_cast<std::size_t>(part_)].pins.front().vertices);
    if (!find_parent(source.parents[k], domain.name, points, domain.parent)) return false;
    domain.interface.vertices = vertices_within(plan_, domain.parent, points, reach_);
    domain.interface.weights = Vector::Ones(static_cast<Eigen::Index>(domain.interface.vertices.size()));
    const std::string& parent = plan_.domains[static_cast<std::size_t>(domain.parent)].name;
    if (domain.interface.vertices.size() < 3)
      return refuse("reach",
                    fmt::format("{} vertices of \"{}\" lie within {:.6g} m of what is held of \"{}\", and three are needed; the "
                                "nearest is {:.3g} m away",
                                domain.interface.vertices.size(), parent, reach_, domain.name, nearest_of(domain.parent, points)),
                    "give a longer reach, or place the copy nearer");
    return add(std::move(domain));
  }

  std::vector<Vec3> places_of(const PlannedDomain& domain, const std::vector<Index>& own) const {
    std::vector<Vec3> points;
    for (const Index i : own) points.emplace_back(vertex(plan_.X, domain.vertices[static_cast<std::size_t>(i)]));
    return points;
  }

  double nearest_of(Index domain, const std::vector<Vec3>& points) const {
    double nearest = std::numeric_limits<double>::infinity();
    for (const Index i : plan_.domains[static_cast<std::size_t>(domain)].vertices)
      for (const Vec3& point : points) nearest = std::min(nearest, (vertex(plan_.X, i) - point).norm());
    return nearest;
  }

  // What is fastened of a part, and its origin there.
  bool hold(const PlacedPart& source, const PlannedDomain& domain, const std::string& parents_name, DomainPart& part) {
    std::vector<Index> held = source.held;
    if (held.empty()) {
      const std::vector<Vec3> points = places_of(domain, all_of(0, source.mesh.vertices()));
      Index parent = -1;
      if (!find_parent(parents_name, domain.name, points, parent)) return false;
      const std::vector<Vec3> near =
          places_of(plan_.domains[static_cast<std::size_t>(parent)], vertices_within(plan_, parent, points, reach_));
      for (std::size_t i = 0; i < points.size() && !near.empty(); ++i)
        if (std::any_of(near.begin(), near.end(), [&](const Vec3& x) { return (x - points[i]).norm() <= reach_; }))
          held.push_back(static_cast<Index>(i));
    }
    if (held.size() < 3)
      return refuse(source.held.empty() ? "reach" : "held",
                    fmt::format("{} vertices of \"{}\" are held, and three are needed", held.size(), domain.name),
                    "hold more of it, or give a longer reach");
    Vec3 sum = Vec3::Zero();
    for (const Index i : held) sum += vertex(part.X, i);
    part.origin = sum / static_cast<double>(held.size());
    part.pins.push_back({std::move(held), {true, true, true}, {}});
    return true;
  }

  // By name among all that are planned; without one the nearest that is no copy of the same entry.
  bool find_parent(const std::string& wanted, const std::string& own, const std::vector<Vec3>& points, Index& parent) {
    if (wanted.empty()) {
      const Index end = first_of_entry_ > 0 ? first_of_entry_ : 1;
      parent = nearest_domain(plan_, points, end).domain;
      return true;
    }
    const auto found = numbers_.find(wanted);
    if (found == numbers_.end()) {
      std::vector<std::string> names;
      constexpr std::size_t kMostCandidates = 1000;
      for (const auto& [known, d] : numbers_)
        if (names.size() < kMostCandidates) names.push_back(known);
      const std::string nearest = nearest_name(wanted, names);
      return refuse("placements", fmt::format("no domain before \"{}\" is called \"{}\"", own, wanted),
                    nearest.empty() ? "a domain hangs on one that stands before it" : fmt::format("did you mean \"{}\"?", nearest));
    }
    parent = found->second;
    return true;
  }

  const DomainScene& scene_;
  const BuiltBody& body_;
  std::string place_, here_;
  BuildContext& context_;
  DomainPlan& plan_;
  std::map<std::string, Index> numbers_;  // of the planned domains, by name
  Index part_ = -1, first_of_entry_ = 0;
  double reach_ = 0;
};

}  // namespace

bool attach_copies(const DomainScene& scene, BuildContext& context, DomainPlan& plan) {
  return CopyPlanner(scene, context, plan).attach();
}

}  // namespace lilyan
