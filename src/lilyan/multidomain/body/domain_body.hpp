// A body of domains: the tree, and how the vertices of its mesh are shared by the domains.
//
// The vertices of an interface along which a mesh is cut belong to two domains or more, and each has a copy. The copies separate
// where the interface does not move rigidly; one position is shown, their mean.
#pragma once

#include <lilyan/multidomain/body/domain_body_model.hpp>
#include <lilyan/multidomain/body/interface_places.hpp>
#include <lilyan/multidomain/tree_workspace.hpp>

#include <string>
#include <vector>

namespace lilyan {

class DomainBody {
 public:
  // vertices[j]: numbers in the mesh of the vertices that domain j keeps, in the order of its model; every vertex of the mesh
  // belongs to some domain. interfaces[j]: vertices of its parent that it is fastened to, in the parent's numbers.
  DomainBody(DomainTree tree, std::vector<std::string> names, std::vector<std::vector<Index>> vertices,
             const std::vector<std::vector<Index>>& interfaces, Index mesh_vertices);

  const DomainTree& tree() const { return tree_; }
  const std::string& name(Index domain) const { return names_[static_cast<std::size_t>(domain)]; }
  Index vertices() const { return static_cast<Index>(copies_begin_.size()) - 1; }  // of the mesh
  const std::vector<Index>& vertices_of(Index domain) const { return vertices_[static_cast<std::size_t>(domain)]; }

  struct Copy {
    Index domain, vertex;  // among those that the domain keeps
  };
  std::span<const Copy> copies(Index mesh_vertex) const;

  // Of all vertices of the mesh, 3 numbers each.
  Vector positions(const DomainState& state, TreeWorkspace& workspace) const;
  Vector velocities(const DomainState& state, TreeWorkspace& workspace) const;

  // Of one vertex of the mesh, with the frames of `kinematics` in place, and moved.
  Vec3 position(Index mesh_vertex, const Vector& q, const TreeKinematics& kinematics) const;
  Vec3 velocity(Index mesh_vertex, const DomainState& state, const TreeKinematics& kinematics) const;

  // How far the parent's vertices of each interface are from where the child has them; see interface_places.hpp.
  const InterfacePlaces& interface_places() const { return interface_places_; }
  std::vector<double> interface_jumps(const DomainState& state, TreeWorkspace& workspace) const;

 private:
  // Of domain j: sum over its kept vertices into x, each weighted by 1/(copies of the vertex).
  template <class Field>
  Vector mean_over_copies(const Field& field) const;

  DomainTree tree_;
  std::vector<std::string> names_;
  std::vector<std::vector<Index>> vertices_;
  InterfacePlaces interface_places_;
  std::vector<Index> copies_begin_;
  std::vector<Copy> copies_;
};

// Throws InputError as tree_of does.
DomainBody make_domain_body(const DomainBodyModel& model);

}  // namespace lilyan
