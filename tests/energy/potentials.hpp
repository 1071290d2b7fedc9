// Every kind of potential, over the vertices and tets of a mesh.
#pragma once

#include <lilyan/energy/elements/elasticity.hpp>
#include <lilyan/energy/expression_potential.hpp>
#include <lilyan/energy/gravity.hpp>
#include <lilyan/energy/load.hpp>
#include <lilyan/energy/springs.hpp>
#include <lilyan/materials/anisotropic.hpp>
#include <lilyan/materials/registry.hpp>
#include <lilyan/mesh/box.hpp>

#include <tests/energy/stiff_cells.hpp>

#include <functional>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

namespace lilyan::test {

struct NamedPotential {
  std::string name;
  std::function<std::unique_ptr<Potential>(const TetMesh&)> make;
};

inline std::vector<NamedPotential> potentials() {
  std::vector<NamedPotential> all;
  for (const MaterialEntry& entry : material_registry())
    all.push_back({entry.name, [&entry](const TetMesh& mesh) -> std::unique_ptr<Potential> {
                     // Two materials of one law, as heterogeneous bodies have.
                     std::vector<Index> law_of_tet;
                     for (std::size_t e = 0; e < mesh.tets.size(); ++e) law_of_tet.push_back(static_cast<Index>(e % 2));
                     const std::vector<Law> laws = {law_from_moduli(entry, 1000, 0.3), law_from_moduli(entry, 200, 0.45)};
                     return std::move(make_elasticity(mesh.X, mesh.tets, laws, law_of_tet).front());
                   }});
  for (const RotationRule rule : {RotationRule::polar, RotationRule::displacement})
    for (const PinnedTets pinned : {PinnedTets::free, PinnedTets::held}) {
      std::string name = rule == RotationRule::polar ? "corotated_wood" : "corotated_wood_by_displacement";
      if (pinned == PinnedTets::held) name += "_held";
      all.push_back({name, [rule, pinned](const TetMesh& mesh) -> std::unique_ptr<Potential> {
                       // Of the tets some have two, three or four vertices held, others fewer.
                       std::vector<bool> held;
                       for (Index i = 0; i < mesh.vertices(); ++i) held.push_back(vertex(mesh.X, i)[0] < 0 || i % 4 == 0);
                       const Corotated law{orthotropic(Vec3(1000, 300, 500), 0.3).law().coefficients, rule, pinned};
                       return std::move(
                           make_elasticity(mesh.X, mesh.tets, {law}, std::vector<Index>(mesh.tets.size(), 0), held).front());
                     }});
    }
  all.push_back({"frozen_rotations", [](const TetMesh& mesh) -> std::unique_ptr<Potential> {
                   const Corotated law{orthotropic(Vec3(1000, 300, 500), 0.3).law().coefficients};
                   const auto turning = make_elasticity(mesh.X, mesh.tets, {law}, std::vector<Index>(mesh.tets.size(), 0));
                   return turning.front()->with_rotations_of(mesh.X + 0.2 * Vector::Random(mesh.X.size()));
                 }});
  for (const MaterialEntry& entry : material_registry()) {
    all.push_back({"hexes_of_" + entry.name, [&entry](const TetMesh& mesh) -> std::unique_ptr<Potential> {
                     Cells cells = hex_box(Vec3(2, 1, 1.5), {2, 1, 2}, Vec3::Zero()).cells;  // the same vertices as the tets
                     std::swap(cells.hexes[1], cells.hexes[2]);
                     const Vector X = mesh.X + 0.05 * Vector::LinSpaced(mesh.X.size(), 0, 20).array().sin().matrix();  // no boxes
                     const std::vector<Law> laws = {law_from_moduli(entry, 1000, 0.3), law_from_moduli(entry, 200, 0.45)};
                     return std::move(make_elasticity(X, cells, laws, {0, 1, 0, 1}).front());
                   }});
    all.push_back({"triangles_of_" + entry.name, [&entry](const TetMesh& mesh) -> std::unique_ptr<Potential> {
                     Cells cells;
                     cells.triangles = {{0, 6, 3}, {6, 9, 3}, {12, 9, 6}, {12, 15, 9}};  // where z is lowest, some turned round
                     cells.thickness = {1, 0.5, 2, 1};
                     const std::vector<Law> laws = {law_from_moduli(entry, 1000, 0.3), law_from_moduli(entry, 200, 0.45)};
                     return std::move(make_elasticity(mesh.X, cells, laws, {0, 1, 0, 1}).front());
                   }});
  }
  for (const bool turns : {true, false}) {
    const std::string with = turns ? "" : "_with_held_rotations";
    const auto held = [turns](std::unique_ptr<Elasticity> W, const Vector& X) -> std::unique_ptr<Potential> {
      if (turns) return W;
      return W->with_rotations_of(X + 0.2 * Vector::Random(X.size()));
    };
    all.push_back({"coarse_hexes" + with, [held](const TetMesh& mesh) -> std::unique_ptr<Potential> {
                     std::vector<Hex> hexes = hex_box(Vec3(2, 1, 1.5), {2, 1, 2}, Vec3::Zero()).cells.hexes;
                     std::swap(hexes[1], hexes[2]);
                     std::vector<HexMatrix> K;
                     for (const Hex& hex : hexes) K.push_back(random_stiffness<3>(mesh.X, hex, 18));
                     return held(hex_stiffness(mesh.X, hexes, K), mesh.X);
                   }});
    all.push_back({"coarse_quads" + with, [held](const TetMesh& mesh) -> std::unique_ptr<Potential> {
                     const std::vector<Quad> quads = {{12, 15, 9, 6}, {0, 6, 9, 3}};  // where z is lowest
                     std::vector<QuadMatrix> K;
                     for (const Quad& quad : quads) K.push_back(random_stiffness<2>(mesh.X, quad, 5));
                     return held(quad_stiffness(mesh.X, quads, K), mesh.X);
                   }});
  }
  all.push_back({"gravity", [](const TetMesh& mesh) -> std::unique_ptr<Potential> {
                   return std::make_unique<Gravity>(Vector::LinSpaced(mesh.vertices(), 1, 2), Vec3(1, -9.81, 0.5));
                 }});
  for (const SpringLaw law : {SpringLaw::hookean, SpringLaw::stvk})
    all.push_back(
        {law == SpringLaw::hookean ? "hookean_springs" : "stvk_springs", [law](const TetMesh& mesh) -> std::unique_ptr<Potential> {
           std::vector<Spring> springs;  // some of them stretched, some pressed
           for (Index i = 0; i + 1 < mesh.vertices(); ++i)
             for (Index j = i + 1; j < mesh.vertices(); j += 3)
               springs.push_back({i, j, (0.8 + 0.1 * (i % 5)) * (vertex(mesh.X, i) - vertex(mesh.X, j)).norm(), 10.0 + i});
           return std::make_unique<Springs>(std::move(springs), law);
         }});
  all.push_back({"load", [](const TetMesh& mesh) -> std::unique_ptr<Potential> {
                   std::vector<Load::Push> pushes;
                   for (Index i = 1; i < mesh.vertices(); i += 2) pushes.push_back({i, Vec3(1, 0.1 * i, -2)});
                   return std::make_unique<Load>(std::move(pushes), TimeProfile{ProfileSine{1, 0.7}});
                 }});
  all.push_back({"formula", [](const TetMesh& mesh) -> std::unique_ptr<Potential> {
                   // Groups that share vertices, not named in their order.
                   std::vector<Index> groups;
                   for (Index i = 0; i + 4 < mesh.vertices(); i += 2) groups.insert(groups.end(), {i + 3, i, i + 4});
                   return std::make_unique<ExpressionPotential>(
                       parse_expression("exp(-distance(a, b)^2)*c.m - k/distance(a, c) + sin(3*b.x)*cos(b.y - c.z)",
                                        potential_names({"a", "b", "c"}, {{"k", 2}})),
                       groups, 3, Vector::LinSpaced(mesh.vertices(), 1, 2));
                 }});
  all.push_back({"polynomial_formula", [](const TetMesh& mesh) -> std::unique_ptr<Potential> {
                   std::vector<Index> groups(static_cast<std::size_t>(mesh.vertices()));
                   std::iota(groups.begin(), groups.end(), Index{0});
                   return std::make_unique<ExpressionPotential>(
                       parse_expression("10*x + 1500*(x^2 - 1)^2 + m*y^3*z", potential_names({""}, {})), groups, 1,
                       Vector::LinSpaced(mesh.vertices(), 1, 2));
                 }});
  return all;
}

}  // namespace lilyan::test
