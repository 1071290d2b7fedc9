// The precomputation of a body of domains: a basis and a reduced energy for each, hung together to a tree.
//
// A domain is held at its interface to its parent, the root by its pins, and moves in the modes that it has there with the mass of
// what hangs on it, and in their derivatives [Barbic 2011, sec. 3; the loaded modes are ours]. A root without pins flies: its modes
// are orthogonal to all rigid motions.
#pragma once

#include <lilyan/materials/laws.hpp>
#include <lilyan/multidomain/body/body_cut.hpp>
#include <lilyan/multidomain/body/domain_body.hpp>
#include <lilyan/space/coordinates.hpp>

#include <functional>

namespace lilyan {

struct ElasticBody {
  const Vector& X;  // [m]
  const Cells& cells;
  const std::vector<Law>& laws;  // St. Venant-Kirchhoff, or linear throughout
  const std::vector<Index>& law_of_cell;
  const std::vector<double>& density_of_cell;  // [kg/m^3]
};

struct DomainRequest {
  std::string name;
  Index coordinates = 12;       // r; 0: rigid
  double frequency_factor = 1;  // natural frequencies are multiplied by it
};

// Told of every domain before it is computed, from 0.
using DomainProgress = std::function<void(Index domain, Index domains)>;

// requests: one for each domain of the cut. pins: of the root, in the numbers of the whole; none: it flies. Throws InputError (id
// "multidomain.domain") if a domain has fewer unknowns or directions than coordinates are asked for, and as modal_basis,
// reduce_stvk and DomainTree do.
DomainBody make_domain_body(const ElasticBody& body, const BodyCut& cut, const CutTree& tree,
                            const std::vector<DomainRequest>& requests, const std::vector<Pin>& pins,
                            const DomainProgress& progress = {});

}  // namespace lilyan
