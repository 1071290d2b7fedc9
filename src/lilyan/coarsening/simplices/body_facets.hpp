// The surface of a body in facets, triangles of a body of tets and edges of a slice, and the forces of stresses on it.
//
//   f_i = integral over a facet of phi_i S_b a dA        a: its normal, or another [m^2 per unit of S_b]
//
// Facets that bound a cavity are told from those of the outer surface: a connected surface with outward normals n and
// integral x.n dA < 0 encloses nothing but a hole. A hole right through a body is part of its outer surface.
#pragma once

#include <lilyan/coarsening/fine_body.hpp>
#include <lilyan/coarsening/stress_modes.hpp>

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

}  // namespace lilyan
