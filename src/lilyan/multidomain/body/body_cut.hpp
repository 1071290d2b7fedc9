// A body cut into domains along faces of its cells, and the tree that the domains form.
//
// Two domains meet at an interface where a face belongs to a cell of each. Its vertices are weighted by their share of its area.
#pragma once

#include <lilyan/mesh/cells.hpp>

#include <string>
#include <vector>

namespace lilyan {

struct CutDomain {
  std::vector<Index> vertices;  // in the whole, ascending
  std::vector<Index> cells;     // in the whole, ascending
  Index pieces = 1;             // that do not hang together by faces
};

struct CutInterface {
  Index a, b;                   // domains, a < b
  std::vector<Index> vertices;  // in the whole, ascending
  Vector weights;               // [m^2], one per vertex
};

struct BodyCut {
  std::vector<CutDomain> domains;
  std::vector<CutInterface> interfaces;  // ordered by (a, b)

  // Of two domains; nullptr if they do not meet.
  const CutInterface* between(Index i, Index j) const;
};

// Of tets and hexes; domain_of_cell: one per cell, each number below `domains` used at least once.
BodyCut cut_body(const Vector& X, const Cells& cells, const std::vector<Index>& domain_of_cell, Index domains);

// The domains in an order in which each stands after its parent.
struct CutTree {
  std::vector<Index> order;
  std::vector<Index> parent;  // of each domain; -1 of the root
};

// Why domains form no tree.
struct NoTree {
  std::vector<Index> cycle;  // domains that meet in a ring, if that is the reason
  Index lonely = -1;         // else a domain that is joined to the root by no others
};

// Every domain hangs on the one that leads from it to the root. parents: what is known of them beforehand, -1 where nothing is;
// where a parent is given, the other neighbours of the domain are no parents of it.
bool find_tree(const BodyCut& cut, Index root, const std::vector<Index>& parents, CutTree& tree, NoTree& why);

// About `count` domains of like size: cells are given to the nearest of as many seeds that are spread over the body, and each
// domain is one piece. Cells of a piece that no seed reaches, and those at no finite distance from a seed, have the domain -1.
std::vector<Index> cut_automatically(const Vector& X, const Cells& cells, Index count);

}  // namespace lilyan
