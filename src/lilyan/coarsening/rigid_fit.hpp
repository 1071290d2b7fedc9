// The rigid motion that joins the probes' part of a displacement to the cell's own functions.
//
//   u(x) = sum_b c_b u_b(x) + t + w x (x - centre),    c = Z' U        (reconstruction.hpp)
//
// t, w minimise sum_v |u(X_v) - sum_i phi_i(X_v) U_i|^2 over the vertices of the fine cells that reach into the coarse cell: the
// probes' own rigid motion means nothing.
#pragma once

#include <lilyan/coarsening/boxes/box_functions.hpp>
#include <lilyan/coarsening/fine_body.hpp>

namespace lilyan {

// (t, w) for given displacements U of the corners, 6 x 24 (6 x 8 of a quad, with zeros for what it cannot do).
Eigen::MatrixXd rigid_fit(const FineBody& body, const Eigen::MatrixXd& probes, const BoxCell& cell,
                          const std::vector<Index>& vertices, const Eigen::MatrixXd& amplitudes);

}  // namespace lilyan
