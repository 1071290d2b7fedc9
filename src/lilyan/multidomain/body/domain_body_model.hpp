// A body of domains as it is precomputed: its models, their places in the tree, and the mesh that is shown.
//
// A tree is made from it without the cells that the models were computed from. Instances of one model share it.
#pragma once

#include <lilyan/mesh/body_mesh.hpp>
#include <lilyan/mesh/cells.hpp>
#include <lilyan/multidomain/domain_tree.hpp>

#include <map>
#include <string>
#include <vector>

namespace lilyan {

struct DomainBodyModel {
  struct PlacedDomain {
    std::string name;
    Index model = 0;      // in `models`
    Index parent = -1;    // an earlier domain; -1: the root
    Index interface = 0;  // of the parent's model
    Mat3 rotation = Mat3::Identity();
    Vec3 offset = Vec3::Zero();  // [m]
    double scale = 1, frequency_factor = 1;
    std::vector<Index> vertices = {};  // numbers in the mesh of the vertices of its model, in their order
  };

  std::vector<DomainDescription> models;  // with all vertices kept
  std::vector<PlacedDomain> domains;      // each behind its parent
  RootMotion root_motion = RootMotion::fixed;
  FramePlacement placement = {};  // of the root's frame

  Vector X;                                        // of the vertices of the mesh at rest [m], 3 each; each belongs to some domain
  Vector mass;                                     // one per vertex of the mesh [kg]
  std::map<std::string, std::vector<Index>> sets;  // of vertices of the mesh, by name
  KeptNumbers numbers;                             // by which scenes count the vertices of the mesh
  std::vector<Triangle> surface;                   // of the mesh
  std::vector<Index> cells_of_models;              // that each was computed from; 0: not known
  double seconds = 0;                              // that the computation took

  Index vertices() const { return static_cast<Index>(mass.size()); }

  // Which components of the vertices of the mesh are held: those of a root that is held that the basis does not move.
  std::vector<bool> held_components() const;
};

// Throws InputError as DomainModel and DomainTree do.
DomainTree tree_of(const DomainBodyModel& model);

}  // namespace lilyan
