#include <lilyan/multidomain/body/domain_plan.hpp>

#include <lilyan/mesh/shape_functions.hpp>

#include <algorithm>

namespace lilyan {

namespace {

class CutPlanner {
 public:
  CutPlanner(const ElasticBody& body, const BodyCut& cut, const CutTree& tree, const std::vector<DomainRequest>& requests,
             const std::vector<Pin>& pins, const std::vector<InterfaceWeights>& weights)
      : body_(body), cut_(cut), tree_(tree), requests_(requests), pins_(pins), weights_(weights) {}

  DomainPlan plan() const {
    DomainPlan plan;
    plan.X = body_.X;
    plan.mass = Vector::Zero(body_.X.size() / 3);
    std::vector<Index> place(cut_.domains.size());  // of each domain in the order of the tree
    for (const Index d : tree_.order) {
      const CutDomain& domain = cut_.domains[number(d)];
      const DomainRequest& request = requests_[number(d)];
      place[number(d)] = static_cast<Index>(plan.domains.size());
      PlannedDomain planned{request.name,   static_cast<Index>(plan.parts.size()), -1, {}, {}, request.frequency_factor,
                            domain.vertices};
      if (const Index parent = tree_.parent[number(d)]; parent >= 0) {
        planned.parent = place[number(parent)];
        planned.interface = {own_vertices(parent, interface_up(d).vertices), weights_up(d)};
      }
      plan.domains.push_back(std::move(planned));
      plan.parts.push_back(part_of(d));
      for (std::size_t k = 0; k < domain.vertices.size(); ++k)
        plan.mass[domain.vertices[k]] += plan.parts.back().mass[static_cast<Eigen::Index>(k)];
    }
    plan.surface = surface(body_.cells);
    return plan;
  }

 private:
  static std::size_t number(Index i) { return static_cast<std::size_t>(i); }

  // Of a vertex of the whole among those of the domain.
  Index own_vertex(Index d, Index vertex) const {
    const std::vector<Index>& all = cut_.domains[number(d)].vertices;
    return static_cast<Index>(std::lower_bound(all.begin(), all.end(), vertex) - all.begin());
  }
  std::vector<Index> own_vertices(Index d, std::vector<Index> vertices) const {
    for (Index& i : vertices) i = own_vertex(d, i);
    return vertices;
  }

  const CutInterface& interface_up(Index d) const { return *cut_.between(d, tree_.parent[number(d)]); }
  Vector weights_up(Index d) const {
    const Vector& area = interface_up(d).weights;
    const bool are_equal = !weights_.empty() && weights_[number(d)] == InterfaceWeights::equal;
    return are_equal ? Vector(Vector::Ones(area.size())) : area;
  }

  DomainPart part_of(Index d) const {
    const CutDomain& domain = cut_.domains[number(d)];
    DomainPart part;
    part.name = requests_[number(d)].name;
    part.coordinates = requests_[number(d)].coordinates;
    part.basis = requests_[number(d)].basis;
    part.laws = body_.laws;
    part.X.resize(3 * static_cast<Eigen::Index>(domain.vertices.size()));
    for (std::size_t k = 0; k < domain.vertices.size(); ++k)
      vertex(part.X, static_cast<Index>(k)) = vertex(body_.X, domain.vertices[k]);
    part.mass = Vector::Zero(static_cast<Eigen::Index>(domain.vertices.size()));
    for (const Index cell : domain.cells) {
      const std::span<const Index> corners = body_.cells.vertices(cell);
      const double density = body_.density_of_cell[number(cell)];
      part.law_of_cell.push_back(body_.law_of_cell[number(cell)]);
      if (body_.cells.kind(cell) == CellKind::tet) {
        Tet tet;
        for (std::size_t a = 0; a < 4; ++a) tet[a] = own_vertex(d, corners[a]);
        for (const Index i : tet) part.mass[i] += density * volume(part.X, tet) / 4;
        part.cells.tets.push_back(tet);
      } else {
        Hex hex;
        for (std::size_t a = 0; a < 8; ++a) hex[a] = own_vertex(d, corners[a]);
        const std::array<double, 8> shares = corner_volumes(part.X, hex);
        for (std::size_t a = 0; a < 8; ++a) part.mass[hex[a]] += density * shares[a];
        part.cells.hexes.push_back(hex);
      }
    }
    hold(d, part);
    return part;
  }

  void hold(Index d, DomainPart& part) const {
    if (tree_.parent[number(d)] >= 0) {
      const CutInterface& interface = interface_up(d);
      const Vector weights = weights_up(d);
      Vec3 sum = Vec3::Zero();
      for (std::size_t k = 0; k < interface.vertices.size(); ++k)
        sum += weights[static_cast<Eigen::Index>(k)] * vertex(body_.X, interface.vertices[k]);
      part.origin = sum / weights.sum();
      part.pins.push_back({own_vertices(d, interface.vertices), {true, true, true}, {}});
    } else if (pins_.empty()) {
      part.origin = part.X.reshaped(3, part.vertices()) * part.mass / part.mass.sum();
    }
    if (tree_.parent[number(d)] < 0)
      for (Pin pin : pins_) {
        pin.vertices = own_vertices(d, pin.vertices);
        part.pins.push_back(std::move(pin));
      }
  }

  const ElasticBody& body_;
  const BodyCut& cut_;
  const CutTree& tree_;
  const std::vector<DomainRequest>& requests_;
  const std::vector<Pin>& pins_;
  const std::vector<InterfaceWeights>& weights_;
};

}  // namespace

DomainPlan plan_of_cut(const ElasticBody& body, const BodyCut& cut, const CutTree& tree, const std::vector<DomainRequest>& requests,
                       const std::vector<Pin>& pins, const std::vector<InterfaceWeights>& weights) {
  return CutPlanner(body, cut, tree, requests, pins, weights).plan();
}

}  // namespace lilyan
