#include <lilyan/multidomain/body/make_domain_body.hpp>

#include <lilyan/core/error.hpp>
#include <lilyan/energy/elements/elasticity.hpp>
#include <lilyan/mesh/hex.hpp>
#include <lilyan/reduction/modal_basis.hpp>
#include <lilyan/reduction/reduce_elasticity.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace lilyan {

namespace {

// A domain as a body of its own.
struct DomainMesh {
  Vector X, mass;
  Cells cells;
  std::vector<Index> law_of_cell;

  Index vertices() const { return static_cast<Index>(mass.size()); }
};

class Maker {
 public:
  Maker(const ElasticBody& body, const BodyCut& cut, const CutTree& tree, const std::vector<DomainRequest>& requests,
        const std::vector<Pin>& pins)
      : body_(body), cut_(cut), tree_(tree), requests_(requests), pins_(pins), place_(cut.domains.size()) {
    for (std::size_t k = 0; k < tree.order.size(); ++k) place_[number(tree.order[k])] = static_cast<Index>(k);
    for (Index d = 0; d < static_cast<Index>(cut.domains.size()); ++d) meshes_.push_back(mesh_of(d));
    subtree_mass_.resize(cut.domains.size());
    for (auto d = tree.order.rbegin(); d != tree.order.rend(); ++d) {
      subtree_mass_[number(*d)] += meshes_[number(*d)].mass.sum();
      if (const Index parent = tree.parent[number(*d)]; parent >= 0) subtree_mass_[number(parent)] += subtree_mass_[number(*d)];
    }
  }

  DomainBody make(const DomainProgress& progress) {
    std::vector<Domain> domains;
    std::vector<std::string> names;
    std::vector<std::vector<Index>> vertices;
    std::vector<Index> hung(cut_.domains.size(), 0);  // children of each domain so far
    for (const Index d : tree_.order) {
      if (progress) progress(static_cast<Index>(domains.size()), static_cast<Index>(tree_.order.size()));
      Domain domain;
      domain.model = model_of(d);
      domain.frequency_factor = requests_[number(d)].frequency_factor;
      if (const Index parent = tree_.parent[number(d)]; parent >= 0) {
        domain.parent = place_[number(parent)];
        domain.interface = hung[number(parent)]++;
      }
      domains.push_back(std::move(domain));
      names.push_back(requests_[number(d)].name);
      vertices.push_back(cut_.domains[number(d)].vertices);
    }
    const Index root = tree_.order.front();
    const RootMotion motion = pins_.empty() ? RootMotion::free : RootMotion::fixed;
    return {DomainTree(std::move(domains), motion, {origin_of(root), Mat3::Identity()}), std::move(names), std::move(vertices),
            static_cast<Index>(body_.X.size() / 3)};
  }

 private:
  static std::size_t number(Index i) { return static_cast<std::size_t>(i); }

  // Of a vertex of the whole among those of the domain.
  Index own_vertex(Index d, Index vertex) const {
    const std::vector<Index>& all = cut_.domains[number(d)].vertices;
    return static_cast<Index>(std::lower_bound(all.begin(), all.end(), vertex) - all.begin());
  }

  DomainMesh mesh_of(Index d) const {
    const CutDomain& domain = cut_.domains[number(d)];
    DomainMesh mesh;
    mesh.X.resize(3 * static_cast<Eigen::Index>(domain.vertices.size()));
    for (std::size_t k = 0; k < domain.vertices.size(); ++k)
      vertex(mesh.X, static_cast<Index>(k)) = vertex(body_.X, domain.vertices[k]);
    mesh.mass = Vector::Zero(static_cast<Eigen::Index>(domain.vertices.size()));
    for (const Index cell : domain.cells) {
      const std::span<const Index> corners = body_.cells.vertices(cell);
      const double density = body_.density_of_cell[number(cell)];
      mesh.law_of_cell.push_back(body_.law_of_cell[number(cell)]);
      if (body_.cells.kind(cell) == CellKind::tet) {
        Tet tet;
        for (std::size_t a = 0; a < 4; ++a) tet[a] = own_vertex(d, corners[a]);
        for (const Index i : tet) mesh.mass[i] += density * volume(mesh.X, tet) / 4;
        mesh.cells.tets.push_back(tet);
      } else {
        Hex hex;
        for (std::size_t a = 0; a < 8; ++a) hex[a] = own_vertex(d, corners[a]);
        const std::array<double, 8> shares = corner_volumes(mesh.X, hex);
        for (std::size_t a = 0; a < 8; ++a) mesh.mass[hex[a]] += density * shares[a];
        mesh.cells.hexes.push_back(hex);
      }
    }
    return mesh;
  }

  const CutInterface& interface_up(Index d) const { return *cut_.between(d, tree_.parent[number(d)]); }

  Vec3 origin_of(Index d) const {
    if (tree_.parent[number(d)] >= 0) {
      const CutInterface& interface = interface_up(d);
      Vec3 sum = Vec3::Zero();
      for (std::size_t k = 0; k < interface.vertices.size(); ++k)
        sum += interface.weights[static_cast<Eigen::Index>(k)] * vertex(body_.X, interface.vertices[k]);
      return sum / interface.weights.sum();
    }
    if (!pins_.empty()) return Vec3::Zero();
    const DomainMesh& mesh = meshes_[number(d)];
    return mesh.X.reshaped(3, mesh.vertices()) * mesh.mass / mesh.mass.sum();
  }

  std::vector<Pin> pins_of(Index d) const {
    std::vector<Pin> own;
    if (tree_.parent[number(d)] >= 0) {
      own.push_back({});
      for (const Index i : interface_up(d).vertices) own.back().vertices.push_back(own_vertex(d, i));
      return own;
    }
    for (Pin pin : pins_) {
      for (Index& i : pin.vertices) i = own_vertex(d, i);
      own.push_back(std::move(pin));
    }
    return own;
  }

  std::shared_ptr<const DomainModel> model_of(Index d) const {
    const DomainMesh& mesh = meshes_[number(d)];
    DomainDescription description;
    description.X = mesh.X;
    const Vec3 origin = origin_of(d);
    for (Index i = 0; i < mesh.vertices(); ++i) vertex(description.X, i) -= origin;
    description.vertex_mass = mesh.mass;
    ModalBasisRequest request;
    for (const Index child : tree_.order) {
      if (tree_.parent[number(child)] != d) continue;
      const CutInterface& interface = interface_up(child);
      DomainInterface own{{}, interface.weights};
      for (const Index i : interface.vertices) own.vertices.push_back(own_vertex(d, i));
      request.carried.push_back({own.vertices, own.weights, subtree_mass_[number(child)]});
      description.interfaces.push_back(std::move(own));
    }
    description.U.resize(mesh.X.size(), 0);
    if (const Index r = requests_[number(d)].coordinates; r > 0) add_basis(d, mesh, r, request, description);
    return std::make_shared<const DomainModel>(description);
  }

  void add_basis(Index d, const DomainMesh& mesh, Index r, ModalBasisRequest& request, DomainDescription& description) const {
    std::vector<std::unique_ptr<Potential>> potentials;
    for (auto& elasticity : make_elasticity(description.X, mesh.cells, body_.laws, mesh.law_of_cell))
      potentials.push_back(std::move(elasticity));
    const System system(mesh.mass, Vec3::Zero(), Coordinates(description.X, pins_of(d)), std::move(potentials));
    const Index rigid = pins_.empty() && tree_.parent[number(d)] < 0 ? 6 : 0, unknowns = system.coordinates().size() - rigid;
    const auto refuse = [&](const char* what, Index most) {
      throw InputError({"multidomain.domain", requests_[number(d)].name,
                        fmt::format("{} coordinates, and its {} are {}", r, what, most), fmt::format("give at most {}", most)});
    };
    if (r > unknowns) refuse("unknowns", unknowns);
    const bool is_linear = reduced_degree(body_.laws) == ReducedDegree::quadratic;
    request.size = r;
    request.modes = is_linear ? r : std::min(modes_behind(r), unknowns);
    Basis basis = is_linear ? linear_modes_basis(system, description.X, request) : modal_basis(system, description.X, request);
    if (basis.size() < r) refuse("modes with their derivatives", basis.size());
    description.energy = reduce_elasticity(description.X, mesh.cells, body_.laws, mesh.law_of_cell, basis.U);
    description.U = std::move(basis.U);
  }

  const ElasticBody& body_;
  const BodyCut& cut_;
  const CutTree& tree_;
  const std::vector<DomainRequest>& requests_;
  const std::vector<Pin>& pins_;
  std::vector<Index> place_;  // of each domain in the order of the tree
  std::vector<DomainMesh> meshes_;
  std::vector<double> subtree_mass_;  // [kg]
};

}  // namespace

DomainBody make_domain_body(const ElasticBody& body, const BodyCut& cut, const CutTree& tree,
                            const std::vector<DomainRequest>& requests, const std::vector<Pin>& pins,
                            const DomainProgress& progress) {
  return Maker(body, cut, tree, requests, pins).make(progress);
}

}  // namespace lilyan
