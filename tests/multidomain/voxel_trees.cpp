#include <tests/multidomain/voxel_trees.hpp>

#include <lilyan/energy/elements/elasticity.hpp>
#include <lilyan/materials/registry.hpp>
#include <lilyan/multidomain/tree_kinematics.hpp>
#include <lilyan/reduction/modal_basis.hpp>
#include <lilyan/reduction/reduce_elasticity.hpp>

#include <gtest/gtest.h>
#include <Eigen/Geometry>

#include <map>

namespace lilyan::test {

namespace {

constexpr double kCell = 0.1, kDensity = 1000;

Law law() { return law_from_moduli(*find_material("stvk"), 1e6, 0.3); }

// Vertices get numbers as they are met.
struct Grid {
  std::map<std::array<Index, 3>, Index> number;
  std::vector<std::array<Index, 3>> places;
  Index operator()(const std::array<Index, 3>& place) {
    const auto [found, is_new] = number.try_emplace(place, static_cast<Index>(places.size()));
    if (is_new) places.push_back(place);
    return found->second;
  }
};

// The tet in the middle has the corners whose coordinates have an even sum, so that faces of neighbours match.
std::vector<Tet> tets_of(const std::array<Index, 3>& cell, Grid& grid) {
  std::vector<std::array<Index, 3>> even, odd;
  for (Index k = 0; k < 8; ++k) {
    const std::array<Index, 3> place = {cell[0] + (k & 1), cell[1] + (k >> 1 & 1), cell[2] + (k >> 2)};
    ((place[0] + place[1] + place[2]) % 2 == 0 ? even : odd).push_back(place);
  }
  std::vector<Tet> tets = {{grid(even[0]), grid(even[1]), grid(even[2]), grid(even[3])}};
  for (const auto& corner : odd) {
    Tet tet = {grid(corner), 0, 0, 0};
    Index filled = 1;
    for (const auto& place : even) {
      const Index distance = std::abs(place[0] - corner[0]) + std::abs(place[1] - corner[1]) + std::abs(place[2] - corner[2]);
      if (distance == 1) tet[filled++] = grid(place);
    }
    tets.push_back(tet);
  }
  return tets;
}

Vector positions(const Grid& grid) {
  Vector X(3 * static_cast<Index>(grid.places.size()));
  for (Index v = 0; v < X.size() / 3; ++v) vertex(X, v) = kCell * Vec3(grid.places[v][0], grid.places[v][1], grid.places[v][2]);
  return X;
}

void orient(const Vector& X, std::vector<Tet>& tets) {
  for (Tet& tet : tets)
    if (volume(X, tet) < 0) std::swap(tet[0], tet[1]);
}

Vector lumped(const Vector& X, const std::vector<Tet>& tets) {
  Vector mass = Vector::Zero(X.size() / 3);
  for (const Tet& tet : tets)
    for (Index v : tet) mass[v] += kDensity * volume(X, tet) / 4;
  return mass;
}

struct Mesh {
  Grid grid;
  Vector X, mass;
  std::vector<Tet> tets;
};

std::unique_ptr<System> system_of(const Vector& X, const std::vector<Tet>& tets, const Vector& mass, const std::vector<Index>& held,
                                  const Vec3& gravity = Vec3::Zero(), std::vector<Load> loads = {}) {
  std::vector<std::unique_ptr<Potential>> potentials;
  for (auto& part : make_elasticity(X, tets, {law()}, std::vector<Index>(tets.size(), 0))) potentials.push_back(std::move(part));
  std::vector<Pin> pins;
  if (!held.empty()) pins.push_back({held, {true, true, true}, {}});
  return std::make_unique<System>(Mass(mass, {}), gravity, Coordinates(X, pins), std::move(potentials), std::move(loads),
                                  std::vector<std::unique_ptr<Dissipation>>());
}

void add_block(VoxelBody& body, Index domain, const std::array<Index, 3>& from, const std::array<Index, 3>& size) {
  for (Index i = 0; i < size[0]; ++i)
    for (Index j = 0; j < size[1]; ++j)
      for (Index k = 0; k < size[2]; ++k) {
        body.cells.push_back({from[0] + i, from[1] + j, from[2] + k});
        body.domain.push_back(domain);
      }
}

// The interface of each domain to its parent: places of its vertices with their share of its area.
std::vector<std::map<std::array<Index, 3>, double>> interfaces(const VoxelBody& body) {
  std::map<std::array<Index, 3>, Index> domain_at;
  for (std::size_t c = 0; c < body.cells.size(); ++c) domain_at[body.cells[c]] = body.domain[c];
  std::vector<std::map<std::array<Index, 3>, double>> result(body.parent.size());
  for (const auto& [cell, domain] : domain_at)
    for (int axis = 0; axis < 3; ++axis)
      for (Index side = 0; side < 2; ++side) {
        std::array<Index, 3> neighbour = cell;
        neighbour[axis] += side == 1 ? 1 : -1;
        const auto found = domain_at.find(neighbour);
        if (found == domain_at.end() || found->second == domain || found->second != body.parent[domain]) continue;
        for (Index k = 0; k < 4; ++k) {
          std::array<Index, 3> corner = cell;
          corner[axis] += side;
          corner[(axis + 1) % 3] += k & 1;
          corner[(axis + 2) % 3] += k >> 1;
          result[domain][corner] += kCell * kCell / 4;
        }
      }
  return result;
}

}  // namespace

Vector Dice::vector(Index size) {
  Vector result(size);
  for (double& value : result) value = number();
  return result;
}

Mat3 Dice::rotation() {
  const Vec3 axis = three().normalized();
  return Eigen::AngleAxisd(3 * number(), axis).toRotationMatrix();
}

VoxelBody chain(Index domains) {
  VoxelBody body;
  for (Index j = 0; j < domains; ++j) {
    body.parent.push_back(j - 1);
    add_block(body, j, {6 * j, 0, 0}, {6, 2, 2});
  }
  return body;
}

VoxelBody flower() {
  VoxelBody body;
  body.parent = {-1, 0, 1, 2, 1, 1, 2, 2};
  body.held_axis = 2;
  for (Index j = 0; j < 3; ++j) add_block(body, j, {10, 10, 5 * j}, {2, 2, 5});
  add_block(body, 3, {9, 9, 15}, {4, 4, 3});
  add_block(body, 4, {12, 10, 7}, {5, 2, 1});
  add_block(body, 5, {5, 10, 7}, {5, 2, 1});
  add_block(body, 6, {10, 12, 12}, {2, 5, 1});
  add_block(body, 7, {10, 5, 12}, {2, 5, 1});
  return body;
}

VoxelBody fly() {
  VoxelBody body;
  body.root_motion = RootMotion::free;
  body.parent = {-1, 0, 1, 2, 0, 0};
  body.rigid = {3};
  add_block(body, 0, {0, 10, 10}, {4, 2, 2});
  add_block(body, 1, {4, 10, 10}, {4, 2, 2});
  add_block(body, 2, {8, 10, 10}, {4, 2, 2});
  add_block(body, 3, {12, 10, 10}, {2, 2, 2});
  add_block(body, 4, {1, 12, 10}, {2, 5, 1});
  add_block(body, 5, {1, 5, 10}, {2, 5, 1});
  return body;
}

VoxelBody comb(Index domains) {
  VoxelBody body;
  for (Index k = 0; 2 * k < domains; ++k) {
    body.parent.push_back(k == 0 ? -1 : 2 * (k - 1));
    add_block(body, 2 * k, {3 * k, 3, 0}, {3, 1, 1});
    body.parent.push_back(2 * k);
    add_block(body, 2 * k + 1, {3 * k + 1, 4, 0}, {1, 3, 1});
  }
  return body;
}

VoxelBody stairs(Index domains, RootMotion root_motion) {
  VoxelBody body;
  body.root_motion = root_motion;
  for (Index j = 0; j < domains; ++j) body.parent.push_back(j - 1);
  for (Index i = 0; i < 6 * domains; ++i)
    for (Index k = 0; k < 3; ++k) add_block(body, std::min(domains - 1, (k < 2 ? i : i + 1) / 6), {i, 0, k}, {1, 2, 1});
  return body;
}

VoxelTree make_tree(const VoxelBody& body, const BasisChoice& basis, RestFrames frames) {
  const Index domains = static_cast<Index>(body.parent.size());
  std::vector<Mesh> meshes(domains);
  Mesh whole;
  for (std::size_t c = 0; c < body.cells.size(); ++c)
    for (Mesh* mesh : {&whole, &meshes[body.domain[c]]})
      for (const Tet& tet : tets_of(body.cells[c], mesh->grid)) mesh->tets.push_back(tet);
  meshes.push_back(whole);
  for (Mesh& mesh : meshes) {
    mesh.X = positions(mesh.grid);
    orient(mesh.X, mesh.tets);
    mesh.mass = lumped(mesh.X, mesh.tets);
  }
  whole = meshes.back();
  meshes.pop_back();

  const auto below = interfaces(body);
  Vector subtree_mass(domains);
  for (Index j = domains - 1; j >= 0; --j) {
    subtree_mass[j] = meshes[j].mass.sum();
    for (Index k = j + 1; k < domains; ++k)
      if (body.parent[k] == j) subtree_mass[j] += subtree_mass[k];
  }

  Dice dice(17);
  std::vector<FramePlacement> placed(domains);  // frames in the world, at rest
  for (Index j = 0; j < domains; ++j) {
    if (frames == RestFrames::turned) placed[j].R = dice.rotation();
    double area = 0;
    for (const auto& [place, share] : below[j]) {
      placed[j].x += share * kCell * Vec3(place[0], place[1], place[2]);
      area += share;
    }
    if (j > 0) placed[j].x /= area;
    if (j == 0 && body.root_motion == RootMotion::free)
      placed[j].x = meshes[j].X.reshaped(3, meshes[j].mass.size()) * meshes[j].mass / meshes[j].mass.sum();
  }

  std::vector<Domain> tree;
  std::vector<Index> interfaces_of(domains, 0);
  std::vector<std::vector<Index>> vertices(domains), interfaces(domains);
  std::vector<Vector> masses;
  for (Index j = 0; j < domains; ++j) {
    Mesh& mesh = meshes[j];
    const Index n = static_cast<Index>(mesh.mass.size());
    std::vector<Index> held;
    for (const auto& [place, share] : below[j]) held.push_back(mesh.grid.number.at(place));
    if (j == 0 && body.root_motion == RootMotion::fixed)
      for (Index v = 0; v < n; ++v)
        if (mesh.grid.places[v][body.held_axis] == 0) held.push_back(v);
    for (Index v = 0; v < n; ++v) {
      vertices[j].push_back(whole.grid.number.at(mesh.grid.places[v]));
      vertex(mesh.X, v) = placed[j].R.transpose() * (vertex(mesh.X, v) - placed[j].x).eval();
    }
    DomainDescription description;
    description.X = mesh.X;
    description.vertex_mass = mesh.mass;
    ModalBasisRequest request{basis.modes, basis.size};
    for (Index k = j + 1; k < domains; ++k) {
      if (body.parent[k] != j) continue;
      DomainInterface interface;
      for (const auto& [place, share] : below[k]) {
        interface.vertices.push_back(mesh.grid.number.at(place));
        interface.weights.conservativeResize(interface.weights.size() + 1);
        interface.weights[interface.weights.size() - 1] = share;
      }
      if (basis.is_loaded) request.carried.push_back({interface.vertices, interface.weights, subtree_mass[k]});
      interfaces[k] = interface.vertices;
      description.interfaces.push_back(interface);
    }
    description.U.resize(3 * n, 0);
    if (!body.rigid.contains(j)) {
      description.U = modal_basis(*system_of(mesh.X, mesh.tets, mesh.mass, held), mesh.X, request).U;
      description.energy =
          reduce_stvk(mesh.X, {.tets = mesh.tets}, {law()}, std::vector<Index>(mesh.tets.size(), 0), description.U);
    }
    const Index parent = body.parent[j];
    Domain domain{std::make_shared<DomainModel>(description), parent, 0, Mat3::Identity()};
    if (parent >= 0) {
      domain.interface = interfaces_of[parent]++;
      domain.rotation = placed[parent].R.transpose() * placed[j].R;
    }
    tree.push_back(domain);
    masses.push_back(mesh.mass);
  }

  VoxelTree result{DomainTree(tree, body.root_motion, placed[0]), vertices, interfaces, masses, {}, whole.mass, {}};
  result.whole.X = whole.X;
  result.whole.tets = whole.tets;
  if (body.root_motion == RootMotion::fixed)
    for (Index v = 0; v < static_cast<Index>(whole.grid.places.size()); ++v)
      if (whole.grid.places[v][body.held_axis] == 0) result.held.push_back(v);
  return result;
}

DomainBody body_of(const VoxelTree& voxels) {
  std::vector<std::string> names;
  for (std::size_t j = 0; j < voxels.vertices.size(); ++j) names.push_back(std::to_string(j));
  return {voxels.tree, names, voxels.vertices, voxels.interfaces, voxels.whole.vertices()};
}

std::unique_ptr<System> make_system(const VoxelTree& voxels, const Vec3& gravity, std::vector<Load> loads) {
  return system_of(voxels.whole.X, voxels.whole.tets, voxels.whole_mass, voxels.held, gravity, std::move(loads));
}

DomainState random_state(const VoxelTree& voxels, unsigned seed, double size) {
  Dice dice(seed);
  const DomainTree& tree = voxels.tree;
  DomainState state = state_at_rest(tree);
  for (Index j = 0; j < tree.count(); ++j) {
    if (tree.size(j) == 0) continue;
    // Vertices move by some tenths of the domain's length; less along what is stiff, so that forces are those of a real motion.
    const Vector stiffness = tree.model(j).energy().linear().diagonal();
    const Vector softness = stiffness.cwiseInverse() * stiffness.minCoeff();
    const double reach = tree.model(j).U().cwiseAbs().maxCoeff();
    tree.part(state.q, j) = size * 0.15 / reach * dice.vector(tree.size(j)).cwiseProduct(softness);
    tree.part(state.qd, j) = size * 1.5 / reach * dice.vector(tree.size(j)).cwiseProduct(softness.cwiseSqrt());
  }
  if (tree.root_motion() == RootMotion::free) {
    state.root = {dice.three(), dice.rotation()};
    state.V0 << dice.three(), dice.three();
  }
  return state;
}

}  // namespace lilyan::test
