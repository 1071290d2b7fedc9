#include <lilyan/multidomain/body/reduce_domains.hpp>

#include <lilyan/core/error.hpp>
#include <lilyan/dynamics/system.hpp>
#include <lilyan/energy/elements/elasticity.hpp>
#include <lilyan/reduction/modal_basis.hpp>
#include <lilyan/reduction/reduce_elasticity.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

namespace lilyan {

namespace {

std::size_t number(Index i) { return static_cast<std::size_t>(i); }

bool is_same(const DomainInterface& a, const DomainInterface& b) { return a.vertices == b.vertices && a.weights == b.weights; }

class DomainReducer {
 public:
  explicit DomainReducer(const DomainPlan& plan)
      : plan_(plan),
        instances_(plan.parts.size(), 0),
        interfaces_(plan.parts.size()),
        carried_(plan.parts.size()),
        interface_of_(plan.domains.size(), 0) {
    weigh_subtrees();
    gather_interfaces();
  }

  DomainBodyModel reduce(const DomainProgress& progress) const {
    const auto start = std::chrono::steady_clock::now();
    DomainBodyModel result;
    for (std::size_t p = 0; p < plan_.parts.size(); ++p) {
      if (progress) progress(static_cast<Index>(p), static_cast<Index>(plan_.parts.size()));
      result.models.push_back(description_of(p));
      result.cells_of_models.push_back(plan_.parts[p].cells.count());
    }
    for (Index d = 0; d < static_cast<Index>(plan_.domains.size()); ++d) result.domains.push_back(placed(d, result.models));
    result.root_motion = plan_.part_of(0).pins.empty() ? RootMotion::free : RootMotion::fixed;
    result.placement = frame_of(0);
    result.X = plan_.X;
    result.mass = plan_.mass;
    result.surface = plan_.surface;
    result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return result;
  }

 private:
  const PlannedDomain& domain(Index d) const { return plan_.domains[number(d)]; }

  void weigh_subtrees() {
    subtree_mass_.assign(plan_.domains.size(), 0);
    for (auto d = static_cast<Index>(plan_.domains.size()) - 1; d >= 0; --d) {
      const double s = domain(d).placement.scale;
      subtree_mass_[number(d)] += s * s * s * plan_.part_of(d).mass.sum();
      ++instances_[number(domain(d).part)];
      if (const Index parent = domain(d).parent; parent >= 0) subtree_mass_[number(parent)] += subtree_mass_[number(d)];
    }
  }

  // Weights by which the vertices of an interface share what is carried there: their own masses. Shares by area would load the tip of
  // a single tet that sticks out of a jagged cut as much as a vertex that twenty tets hold. Modes and derivatives would then be
  // motions of that tip, and the tet would be crushed by a bend that the rest of the part hardly feels.
  static Vector masses_of(const std::vector<Index>& vertices, const DomainPart& part) {
    Vector masses(static_cast<Eigen::Index>(vertices.size()));
    for (std::size_t k = 0; k < vertices.size(); ++k) masses[static_cast<Eigen::Index>(k)] = part.mass[vertices[k]];
    return masses;
  }

  // An interface of a part serves all its instances. What they carry there is spread evenly over them.
  void gather_interfaces() {
    for (Index d = 0; d < static_cast<Index>(plan_.domains.size()); ++d) {
      const Index parent = domain(d).parent;
      if (parent < 0) continue;
      const auto part = number(domain(parent).part);
      const double s = domain(parent).placement.scale;
      const double mass = subtree_mass_[number(d)] / (s * s * s) / static_cast<double>(instances_[part]);
      std::vector<DomainInterface>& known = interfaces_[part];
      const DomainInterface& interface = domain(d).interface;
      const auto same = std::find_if(known.begin(), known.end(), [&](const DomainInterface& k) { return is_same(k, interface); });
      const auto place = same - known.begin();
      interface_of_[number(d)] = static_cast<Index>(place);
      if (same != known.end()) {
        carried_[part][static_cast<std::size_t>(place)].mass += mass;
        continue;
      }
      known.push_back(interface);
      carried_[part].push_back({interface.vertices, masses_of(interface.vertices, plan_.parts[part]), mass});
    }
  }

  DomainDescription description_of(std::size_t p) const {
    const DomainPart& part = plan_.parts[p];
    DomainDescription description;
    description.X = part.X;
    for (Index i = 0; i < part.vertices(); ++i) vertex(description.X, i) -= part.origin;
    description.vertex_mass = part.mass;
    description.interfaces = interfaces_[p];
    description.U.resize(part.X.size(), 0);
    if (part.stored) {
      description.U = part.stored->U;
      description.energy = part.stored->energy;
    } else if (part.coordinates > 0) {
      add_basis(p, description);
    }
    return description;
  }

  void add_basis(std::size_t p, DomainDescription& description) const {
    const DomainPart& part = plan_.parts[p];
    std::vector<std::unique_ptr<Potential>> potentials;
    for (auto& elasticity : make_elasticity(description.X, part.cells, part.laws, part.law_of_cell))
      potentials.push_back(std::move(elasticity));
    const System system(part.mass, Vec3::Zero(), Coordinates(description.X, part.pins), std::move(potentials));
    const Index r = part.coordinates, rigid = part.pins.empty() ? 6 : 0, unknowns = system.coordinates().size() - rigid;
    const auto refuse = [&](const char* what, Index most) {
      throw InputError({"multidomain.domain", part.name, fmt::format("{} coordinates, and its {} are {}", r, what, most),
                        fmt::format("give at most {}", most)});
    };
    if (r > unknowns) refuse("unknowns", unknowns);
    const bool are_modes = part.basis == DomainBasis::modes || reduced_degree(part.laws) == ReducedDegree::quadratic;
    ModalBasisRequest request;
    if (part.basis != DomainBasis::derivatives) request.carried = carried_[p];
    request.size = r;
    request.modes = are_modes ? r : std::min(modes_behind(r), unknowns);
    Basis basis = are_modes ? linear_modes_basis(system, description.X, request) : modal_basis(system, description.X, request);
    if (basis.size() < r) refuse("modes with their derivatives", basis.size());
    description.energy = reduce_elasticity(description.X, part.cells, part.laws, part.law_of_cell, basis.U);
    description.U = std::move(basis.U);
  }

  // Of a domain at rest, in the world.
  FramePlacement frame_of(Index d) const {
    const DomainPlacement& placement = domain(d).placement;
    return {placement(plan_.part_of(d).origin), placement.rotation};
  }

  DomainBodyModel::PlacedDomain placed(Index d, const std::vector<DomainDescription>& models) const {
    const PlannedDomain& planned = domain(d);
    DomainBodyModel::PlacedDomain result{planned.name, planned.part};
    result.scale = planned.placement.scale;
    result.frequency_factor = planned.frequency_factor;
    result.vertices = planned.vertices;
    if (planned.parent < 0) return result;
    result.parent = planned.parent;
    result.interface = interface_of_[number(d)];
    const FramePlacement own = frame_of(d), parents = frame_of(planned.parent);
    result.rotation = parents.R.transpose() * own.R;
    result.offset = offset_of(planned, models[number(domain(planned.parent).part)].X, parents.R.transpose() * (own.x - parents.x));
    return result;
  }

  // x: the origin of the domain in the frame of its parent. What is rounding is zero.
  Vec3 offset_of(const PlannedDomain& planned, const Vector& parent_X, const Vec3& x) const {
    constexpr double kRounding = 1e-10;  // of the size of the interface
    const auto& [vertices, weights] = planned.interface;
    Vec3 center = Vec3::Zero();
    double size = 0;
    for (std::size_t k = 0; k < vertices.size(); ++k)
      center += weights[static_cast<Eigen::Index>(k)] / weights.sum() * vertex(parent_X, vertices[k]);
    for (const Index i : vertices) size = std::max(size, (vertex(parent_X, i) - center).norm());
    const double s = domain(planned.parent).placement.scale;
    const Vec3 offset = x - s * center;
    return offset.norm() <= kRounding * s * size ? Vec3(Vec3::Zero()) : offset;
  }

  const DomainPlan& plan_;
  std::vector<Index> instances_;                          // of each part
  std::vector<double> subtree_mass_;                      // of each domain [kg]
  std::vector<std::vector<DomainInterface>> interfaces_;  // of each part
  std::vector<std::vector<CarriedMass>> carried_;         // at the interfaces of each part
  std::vector<Index> interface_of_;                       // of each domain, among those of its parent's part
};

}  // namespace

DomainBodyModel reduce_domains(const DomainPlan& plan, const DomainProgress& progress) {
  return DomainReducer(plan).reduce(progress);
}

}  // namespace lilyan
