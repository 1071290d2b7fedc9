// A coarse body that nothing holds, made to yield to uniform stresses as the fine one does.
//
//   f_a            forces of the uniform stress e_a on the whole surface; six of a solid, three of a slice
//   u_b            displacements of the fine body under f_b, which is one of its probes
//   S_ab = f_a.u_b,   T_ab = f_a.(P u_b)        P u: the coarse displacements nearest to u, distances being weighted by mass
//   K <- D^T K D,   D v = v + A (G - 1) B v     in every cell, with one G for all of them, until f_a.K^-1 f_b = S # T
//
// B v is the mean strain of displacements v of a cell's corners, A e the displacements of a uniform strain e about its middle, and
// S # T = S^1/2 (S^-1/2 T S^-1/2)^1/2 S^1/2 the geometric mean. Cells made from their own probes (box_stiffness.hpp) do not fit
// together: their corners move as one, those of the probes' weighted strains do not, and a body of few cells, none of them held, is
// too stiff for it by up to a half. No K makes it right altogether: soft parts of the surface give way on their own, which the
// functions of the cells cannot follow, so that T is mostly less than S. With T the body moves as far as the fine one and stores
// less energy, with S it stores the same energy and moves farther. S # T is the middle, where both are off by the same factor. D
// leaves rigid motions alone. A body of one material yields as it should from the start, and is left as it is, unless its cells are
// hardly smaller than the coarse ones.
//
// What the probes tell of the inside of the cells (reconstruction.hpp) goes on following the displacements, not the energy.
//
// G is found by repeated steps: X S' X = S # T of the present S' = f_a.K^-1 f_b has the positive solution X, and the next
// G = X^-1/2. These are half steps; whole ones were seen to overshoot. After each the cells are bounded anew by Galerkin's
// stiffness (box_stiffness.hpp). Models give cells with little in them some stiffness afterwards, which is not counted here.
#pragma once

#include <lilyan/coarsening/coarse_body.hpp>

namespace lilyan {

// `galerkin`: what bounds the stiffness of each cell, empty of cells that keep Galerkin's. These are left as they are, and so are
// cells with little in them, some of whose shapes cost next to nothing up to rounding. Probes and fine vertices of `coarse` are
// there.
void match_uniform_stresses(const FineBody& body, const std::vector<Eigen::MatrixXd>& galerkin, CoarseBody& coarse);

}  // namespace lilyan
