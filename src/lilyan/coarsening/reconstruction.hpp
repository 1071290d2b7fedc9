// The fine vertices of a coarse body in motion: what the probes tell of the inside of its cells, for pictures.
//
//   F = sum_i x_i (grad phi_i)^T at the middle of the cell,   F = R S,   U_i = R^T (x_i - b) - (X_i - b_0)
//   x(X) = b + R (X - b_0 + u(X)),    u(X) = sum_b c_b u_b(X) + t + w x (X - centre),    c = Z' U
//
// b, b_0: mean of the corners, now and at rest. Z' are the amplitudes of box_stiffness.hpp, t and w the fit of coarse_body.cpp;
// cells whose stiffness is not made from probes have u(X) = sum_i phi_i(X) U_i. A vertex on the sides of several cells is where
// their mean is. Strains repaired in this way are good to look at and not good enough to measure stress by: in heterogeneous bodies
// they stay wrong by about as much as they are large in energy norm. [Kharevych 2010, sec. 4.4.3]
#pragma once

#include <lilyan/coarsening/coarse_body.hpp>

#include <vector>

namespace lilyan {

enum class CellFrame {
  rotated,  // displacements are measured in a frame that turns with the cell
  resting,  // R = I: small displacements
};

// What has to be kept of a fine body for that: of some of its vertices, and for each cell of the coarse one.
struct FineDetail {
  struct Cell {
    std::vector<Index> vertices;        // in the cell or on its sides, by their numbers among those that are kept; ascending
    Eigen::MatrixXd amplitudes, rigid;  // of CoarseBox; empty: the cell's own functions are all there is
  };
  Vector X;                // rest positions of the vertices that are kept [m], 3 each
  Eigen::MatrixXd probes;  // their displacements, 3 rows each, a column per probe [m]
  std::vector<Cell> cells;
};

// `vertices`: those of the fine body that are kept, in this order, each once.
FineDetail fine_detail(const FineBody& body, const CoarseBody& coarse, const std::vector<Index>& vertices);

// Keeps what it needs of what it is made from.
class ReconstructedVertices {
 public:
  // All vertices that are kept, in their order. X: rest positions of the coarse body; `boxes`: its cells.
  ReconstructedVertices(const FineDetail& detail, const std::vector<BoxCell>& boxes, const Vector& X, CellFrame frame);
  ReconstructedVertices(const FineBody& body, const CoarseBody& coarse, const std::vector<Index>& vertices, CellFrame frame);

  // Positions of these vertices [m] for positions x of the coarse body's. Vertices that belong to no fine cell stay at rest.
  Vector at(const Vector& x) const;

  // The largest distance between the place that a cell gives a vertex and the mean of all its cells [m].
  double largest_jump(const Vector& x) const;

 private:
  struct Cell {
    Vec3 centre, middle;         // of the local frame; b_0
    std::vector<Index> corners;  // vertices of the coarse body
    Eigen::MatrixXd slopes;      // grad phi_i at the middle, 3 x corners
    Eigen::MatrixXd corners_at_rest;
    Eigen::MatrixXd amplitudes, rigid;  // empty: interpolated
    std::vector<Index> wanted;          // numbers in the list of wanted vertices
    Eigen::MatrixXd probes;             // 3 rows per wanted vertex
    Eigen::MatrixXd functions;          // phi_i, a row per wanted vertex; empty unless interpolated
  };
  Eigen::MatrixXd places(const Cell& cell, const Vector& x) const;  // of its wanted vertices, a column each
  std::vector<Eigen::MatrixXd> places(const Vector& x) const;
  Vector mean_of(const std::vector<Eigen::MatrixXd>& all) const;

  int dimension_;
  CellFrame frame_;
  Vector X_;  // of the wanted vertices
  std::vector<Cell> cells_;
};

}  // namespace lilyan
