// The loads of stress modes on the outer surface of a body, and the facets that it consists of.
//
// The surface of a body in facets, triangles of a body of tets and edges of a slice, and the forces of stresses on it.
//
//   f_i = integral over a facet of phi_i S_b a dA        a: its normal, or another [m^2 per unit of S_b]
//
// Facets that bound a cavity are told from those of the outer surface: a connected surface with outward normals n and
// integral x.n dA < 0 encloses nothing but a hole. A hole right through a body is part of its outer surface.
#pragma once

#include <lilyan/coarsening/cell_cuts.hpp>
#include <lilyan/coarsening/coarse_mesh.hpp>
#include <lilyan/coarsening/fine_body.hpp>
#include <lilyan/coarsening/probes.hpp>

#include <array>
#include <span>
#include <vector>

namespace lilyan {

struct BodyFacet {
  std::array<Index, 3> vertices;  // of an edge the first two
  Vec3 area;                      // the normal, out of the body, times the area; of an edge length times thickness [m^2]
  bool in_cavity = false;
};

std::vector<BodyFacet> body_facets(const FineBody& body);

// Adds the forces of the stress modes in `frame` on a facet whose area vector is taken to be `area`; a column per mode, 3 rows per
// vertex.
void add_traction(const FineBody& body, const BodyFacet& facet, const Vec3& area, std::span<const StressMode> modes,
                  const LocalFrame& frame, Eigen::MatrixXd& forces);

// The loads of stress modes on the outer surface of a body, as [Kharevych 2010, sec. 4.4.2] puts them.
//
//   f_b = integral over the outer surface of phi_i S_b N dA
//
// Cavities are left without traction, so that they count as holes. N is the normal n of the fine surface, or that of the coarse
// cells around it: of the side on their boundary that is nearest to the facet, among those of the coarse cell that holds the
// facet's middle; n where this cell has none. With coarse normals f_b has a resultant and a moment, which are taken away as
// a rigid acceleration of the body would (eq. 2.15, 2.16; there the resultant is spread evenly over the vertices), and a
// homogeneous body in a cage that does not fit is not under uniform stress.

enum class TractionNormal { fine, coarse };

// With the normals of the fine surface; a column per mode, 3 rows per vertex.
Eigen::MatrixXd outer_traction(const FineBody& body, std::span<const StressMode> modes);

// With those of the coarse tets or triangles; `cells` and `cuts` are theirs.
Eigen::MatrixXd coarse_normal_traction(const FineBody& body, std::span<const StressMode> modes, const CoarseMesh& mesh,
                                       const std::vector<CuttingCell>& cells, const std::vector<CellCut>& cuts);

}  // namespace lilyan
