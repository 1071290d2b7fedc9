// Trees of reduced domains that benchmarks step: chains, and trees of the shapes of [Barbic 2011, Table 1], as many domains and
// coordinates, cut out of beams.
#pragma once

#include <lilyan/dynamics/system.hpp>
#include <lilyan/mesh/tet_mesh.hpp>
#include <lilyan/multidomain/domain_tree.hpp>

#include <memory>
#include <string>

namespace lilyan::bench {

// A beam of 2 x 2 cells of 0.1 m, each of five tets, held at x = 0; E = 1e6 Pa, nu = 0.4. Interface 0 is its other end, the others
// lie on its sides.
struct Beam {
  TetMesh mesh;
  Vector mass;
  std::unique_ptr<System> system;
};
Beam make_beam(const std::array<Index, 3>& cells);
std::shared_ptr<const DomainModel> make_beam_model(const Beam& beam, Index r, Index side_interfaces);

DomainTree make_chain(Index domains, Index r);

// Every branch has leaves of one model on interfaces of its own; branches are instances of five models.
DomainTree make_oak(Index leaves);

// What the paper says of a tree, on one core of a processor of 2010.
struct PaperTree {
  std::string name;
  double step_ms;
};
struct NamedTree {
  PaperTree paper;
  DomainTree tree;
};
std::vector<NamedTree> make_paper_trees();

Index depth_of(const DomainTree& tree);  // of the lowest leaf below the root

// Under way: some steps after a push, bent and moving everywhere.
DomainState in_motion(const DomainTree& tree);

}  // namespace lilyan::bench
