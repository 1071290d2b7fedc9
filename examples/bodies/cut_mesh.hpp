// Tets for a body that is described part by part, each part a domain.
//
// The parts are united, blended where they meet, and filled with the tets of a lattice [Labelle 2007]. A tet belongs to the part
// whose field is largest in its middle. Tets at the rims are then given to a neighbour until every part is one piece and meets its
// parent and its children alone.
#pragma once

#include "solid.hpp"

#include <lilyan/mesh/cells.hpp>

#include <string>
#include <vector>

namespace bodies {

using lilyan::Index;

struct Part {
  std::string name;
  Index parent = -1;  // among the parts; -1: the root
  Index modes = 20;   // coordinates of the domain; 0: rigid
  Solid solid;
  double claim = 0;  // added to the field where parts overlap [m]: the part with the larger sum has the tet
};

struct MeshAim {
  double tets = 10000;
  double blend = 0;  // how far around the seams of two parts their surfaces are rounded [m]
};

// The tets of part `p` are the set named after it. Positions are whole micrometres. Throws lilyan::InputError if some part is lost,
// is of several pieces or meets others than it should.
lilyan::TetMesh mesh_of(const std::vector<Part>& parts, const MeshAim& aim);

// For other cells than tets: throws lilyan::InputError unless every part is one piece and meets its parent and children alone, in
// three vertices or more that do not lie on a line.
void require_tree(const std::vector<Part>& parts, const lilyan::Vector& X, const lilyan::Cells& cells,
                  const std::vector<Index>& part_of_cell);

Index find_part(const std::vector<Part>& parts, const std::string& name);

}  // namespace bodies
