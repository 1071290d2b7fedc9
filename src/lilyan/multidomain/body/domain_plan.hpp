// What a body of domains is to be made of, before anything is computed: parts, and domains that are instances of them.
//
// A part is held where it is fastened to its parent, the root by its pins, and moves in the modes that it has there with the mass
// of what hangs on it, and in their derivatives [Barbic 2011, sec. 3; the loaded modes are ours]. A root without pins flies: its
// modes are orthogonal to all rigid motions.
//
// The domain stands at x = s R X + t, with X the positions of its part.
#pragma once

#include <lilyan/materials/laws.hpp>
#include <lilyan/multidomain/body/body_cut.hpp>
#include <lilyan/multidomain/body/domain_body_model.hpp>
#include <lilyan/space/coordinates.hpp>

#include <optional>

namespace lilyan {

// What the columns of a basis are made from: modes that know the mass of what the domain carries and their derivatives, the same
// without that mass, or modes alone. The vertices of an interface share what is carried there by their own masses.
enum class DomainBasis { loaded, derivatives, modes };

struct DomainRequest {
  std::string name;
  Index coordinates = 12;       // r; 0: rigid
  double frequency_factor = 1;  // natural frequencies are multiplied by it
  DomainBasis basis = DomainBasis::loaded;
};

// What was computed of a part before.
struct StoredBasis {
  Eigen::MatrixXd U;
  QuarticEnergy energy;
};

struct DomainPart {
  std::string name;  // for messages
  Vector X, mass;    // [m], [kg]
  Cells cells;       // tets or hexes; none if it is stored
  std::vector<Law> laws;
  std::vector<Index> law_of_cell;
  std::vector<Pin> pins;  // none: it flies
  Vec3 origin = Vec3::Zero();
  Index coordinates = 12;
  DomainBasis basis = DomainBasis::loaded;
  std::optional<StoredBasis> stored = {};

  Index vertices() const { return static_cast<Index>(mass.size()); }
};

struct DomainPlacement {
  double scale = 1;                  // s
  Mat3 rotation = Mat3::Identity();  // R
  Vec3 translation = Vec3::Zero();   // t [m]

  Vec3 operator()(const Vec3& X) const { return scale * (rotation * X) + translation; }
};

struct PlannedDomain {
  std::string name;
  Index part = 0;
  Index parent = -1;          // an earlier domain; -1: the root
  DomainInterface interface;  // of the parent's part; none of the root
  DomainPlacement placement;
  double frequency_factor = 1;
  std::vector<Index> vertices;  // numbers in the mesh of the vertices of its part
};

struct DomainPlan {
  std::vector<DomainPart> parts;
  std::vector<PlannedDomain> domains;  // each behind its parent
  Vector X, mass;                      // of the mesh: [m], [kg]
  std::vector<Triangle> surface;

  const DomainPart& part_of(Index domain) const {
    return parts[static_cast<std::size_t>(domains[static_cast<std::size_t>(domain)].part)];
  }
};

struct ElasticBody {
  const Vector& X;  // [m]
  const Cells& cells;
  const std::vector<Law>& laws;  // St. Venant-Kirchhoff, or linear throughout
  const std::vector<Index>& law_of_cell;
  const std::vector<double>& density_of_cell;  // [kg/m^3]
};

// How the vertices of an interface between cut domains are weighted: by their share of its area, or all alike.
enum class InterfaceWeights { area, equal };

// The domains of a cut, one part each; the mesh is that of the whole. requests: one for each domain of the cut. pins: of the root,
// in the numbers of the whole; none: it flies. weights: of the interface of each domain to its parent; empty: all by area.
DomainPlan plan_of_cut(const ElasticBody& body, const BodyCut& cut, const CutTree& tree, const std::vector<DomainRequest>& requests,
                       const std::vector<Pin>& pins, const std::vector<InterfaceWeights>& weights = {});

}  // namespace lilyan
