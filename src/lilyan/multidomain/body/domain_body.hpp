// A body of domains: the tree, and how the vertices of its mesh are shared by the domains.
//
// The vertices of an interface along which a mesh is cut belong to two domains or more, and each has a copy. The copies separate
// where the interface does not move rigidly; one position is shown, their mean.
#pragma once

#include <lilyan/multidomain/body/domain_body_model.hpp>
#include <lilyan/multidomain/tree_workspace.hpp>

#include <string>
#include <vector>

namespace lilyan {

// How far a vertex of an interface of the parent is at most from where the frame of the child would carry it, over the size of the
// interface. The child's copies of the vertices move with the frame: it is how far the interface deviates from a rigid motion, and
// how far apart the copies of a vertex are.
//
//   jump = max_p |R^T (s (X_p + U_p q) - x) - z_p| / size        x, R: the child's frame in that of the parent, whose scale is s
//                                                                z_p: the same place at rest, found once
class InterfacePlaces {
 public:
  // vertices[j]: of the parent that domain j is fastened to, in the parent's numbers.
  InterfacePlaces(const DomainTree& tree, const std::vector<std::vector<Index>>& vertices);

  // largest[j] becomes the jump of domain j with the frames of `kinematics` in place, if that is more; the root has none.
  void see(const DomainTree& tree, const Vector& q, const TreeKinematics& kinematics, std::vector<double>& largest) const;

 private:
  struct Interface {
    std::vector<Index> vertices;
    std::vector<Vec3> rest;  // z_p [m]
    double size = 0;         // diagonal of their box [m]
  };
  std::vector<Interface> interfaces_;  // of each domain; none of the root
};

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

  // How far the parent's vertices of each interface are from where the child has them; see InterfacePlaces.
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
