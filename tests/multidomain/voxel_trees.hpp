// Bodies of voxels cut into domains: trees that tests move, and the whole body that they are compared with.
#pragma once

#include <lilyan/dynamics/system.hpp>
#include <lilyan/mesh/cells.hpp>
#include <lilyan/mesh/tet_mesh.hpp>
#include <lilyan/multidomain/body/domain_body.hpp>
#include <lilyan/multidomain/domain_tree.hpp>

#include <functional>
#include <random>
#include <set>

namespace lilyan::test {

// Cells of 0.1 m, each of five tets, mirrored in every other cell. E = 1e6 Pa, nu = 0.3, rho = 1000 kg/m^3, St. Venant-Kirchhoff.
struct VoxelBody {
  std::vector<std::array<Index, 3>> cells;
  std::vector<Index> domain;  // of each cell
  std::vector<Index> parent;  // of each domain; -1: the root
  RootMotion root_motion = RootMotion::fixed;
  int held_axis = 0;           // if fixed: vertices of the root at coordinate 0 along this axis are held
  std::set<Index> rigid = {};  // domains without coordinates
};

VoxelBody chain(Index domains);                           // 6 x 2 x 2 cells each
VoxelBody flower();                                       // a stem of three, a bloom, four leaves
VoxelBody fly();                                          // a free root with four deformable domains and a rigid one
VoxelBody comb(Index domains);                            // a spine of small domains with a tooth on each
VoxelBody stairs(Index domains, RootMotion root_motion);  // 6 x 2 x 3 cells each; interfaces step back in the upper layer

struct BasisChoice {
  Index modes = 5, size = 12;
  bool is_loaded = false;  // modes with the mass of the subtrees on the interfaces
};

struct VoxelTree {
  DomainTree tree;
  std::vector<std::vector<Index>> vertices;    // of each domain, as they are numbered in the whole
  std::vector<std::vector<Index>> interfaces;  // vertices of the parent that each domain stands on, in the parent's numbers
  std::vector<Vector> masses;                  // of the vertices of each domain
  TetMesh whole;
  Vector whole_mass;        // of the vertices [kg]
  std::vector<Index> held;  // in the whole
};

enum class RestFrames { aligned, turned };

VoxelTree make_tree(const VoxelBody& body, const BasisChoice& basis, RestFrames frames = RestFrames::aligned);

// The whole as a body of domains, which knows the copies of its vertices.
DomainBody body_of(const VoxelTree& voxels);

// The whole body as a system of vertices.
std::unique_ptr<System> make_system(const VoxelTree& voxels, const Vec3& gravity = Vec3::Zero(), std::vector<Load> loads = {});

// The same numbers on every machine.
class Dice {
 public:
  explicit Dice(unsigned seed) : engine_(seed) {}
  double number() { return 2.0 * engine_() / 4294967295.0 - 1; }  // in [-1, 1]
  Vector vector(Index size);
  Vec3 three() { return {number(), number(), number()}; }
  Mat3 rotation();

 private:
  std::mt19937 engine_;
};

// A state whose interfaces turn by some 20 degrees times `size`.
DomainState random_state(const VoxelTree& voxels, unsigned seed, double size = 1);

}  // namespace lilyan::test
