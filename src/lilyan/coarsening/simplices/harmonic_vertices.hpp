// The fine vertices of a body of coarse tets (triangles of a slice) in motion, from the probes with constant stress.
//
//   R (x_i - x_0) = X_i - X_0 + sum_b s_b (h_b(X_i) - h_b(X_0)),    i = 1 ... d        eq. 4.6: d^2 equations for R and s
//   x(X) = x_0 + R^T (X - X_0 + sum_b s_b (h_b(X) - h_b(X_0)))                          eq. 4.7
//
// x_i, X_i: corners of the coarse cell, now and at rest [m]; h_b: displacements of the probes, whose stress is the b-th unit of
// Mandel's form [m/Pa]; s: the symmetric tensor S of print in Mandel's form [Pa]; R: a rotation, from now to rest. At corners
// outside the body h_b is extrapolated (fine_sampling.hpp). [Kharevych 2010, sec. 4.4.3]
//
// Probes are determined up to an infinitesimal rotation. In print it is chosen once for the whole body, and eq. 4.6 is solved by
// iteration; with the rotation that our probes happen to have that does not converge for some distortions. Here it is chosen per
// coarse cell, such that h_b at the corners has a symmetric gradient g_b. With F the gradient of x at the corners, eq. 4.6 is then the polar decomposition
//
//   R F = I + sum_b s_b g_b
//
// and has a solution for every F unless the g_b are dependent. Cells where they are (cond above 1e8) interpolate their corners. A
// vertex on the sides of several cells is where their mean is.
#pragma once

#include <lilyan/coarsening/coarse_mesh.hpp>
#include <lilyan/coarsening/fine_body.hpp>

#include <vector>

namespace lilyan {

// Eq. 4.6 of one coarse cell.
class HarmonicCell {
 public:
  struct Fit {
    Mat3 R;
    Vector s;  // 6, or 3 of a triangle: xx, yy, sqrt2 xy
  };

  // The columns of `edges` are X_i - X_0 (of a triangle the third is e_z), those of `harmonic` are h_b(X_i) - h_b(X_0), 3 rows per
  // corner i.
  HarmonicCell(const Mat3& edges, const Eigen::MatrixXd& harmonic);

  bool is_regular() const { return inverse_.size() > 0; }
  const Mat3& edges() const { return edges_; }

  // Displacements by the probes at X relative to those at X_0, 3 rows, turned as the cell wants them.
  Eigen::MatrixXd turned(const Vec3& from_corner, const Eigen::MatrixXd& harmonic) const;

  // The solution if the columns of `edges` are x_i - x_0; the cell must be regular.
  Fit fit(const Mat3& edges) const;

 private:
  Mat3 edges_;
  std::vector<Vec3> turns_;  // of each probe, to be taken away
  Eigen::MatrixXd inverse_;  // of the matrix of g_b in Mandel's form
};

// Keeps what it needs of the body and the mesh it is made from.
class HarmonicVertices {
 public:
  // `harmonic`: displacements of the fine vertices by the probes with constant stress, 6 columns (3 of a slice), without pins;
  // `vertices`: those of the fine body that are wanted, in this order, each once. Throws InputError: those of simplex_cells and
  // cut_body.
  HarmonicVertices(const FineBody& body, const CoarseMesh& mesh, const Eigen::MatrixXd& harmonic, std::vector<Index> vertices);

  // Positions of these vertices [m] for positions x of the coarse mesh's vertices. Vertices that belong to no fine cell stay at
  // rest.
  Vector at(const Vector& x) const;

  Index interpolated_cells() const;  // of those with wanted vertices

 private:
  struct Cell {
    HarmonicCell harmonic;
    std::vector<Index> corners;    // 4, or 3
    std::vector<Index> wanted;     // numbers in the list of wanted vertices
    Eigen::MatrixXd from_corner;   // X - X_0 of these, a column each
    Eigen::MatrixXd displacement;  // h_b(X) - h_b(X_0), 3 rows per wanted vertex
  };
  Cell make_cell(const CoarseMesh& mesh, const Eigen::MatrixXd& at_corners, std::size_t cell) const;
  Mat3 edges(const std::vector<Index>& corners, const Vector& x) const;
  Eigen::MatrixXd places(const Cell& cell, const Vector& x) const;

  int dimension_;
  Vector X_;  // of the wanted vertices
  std::vector<Cell> cells_;
};

}  // namespace lilyan
