// The elements: their vertices, their quadrature points, and the gradients g_a of their shape functions there, eight at a time.
//
// An element keeps what it needs of the rest shape in `Rest`. Its vertices are in ascending order, as the block pattern wants them;
// vertex 0 needs no gradient, since all of them sum to zero.
#pragma once

#include <lilyan/materials/tensor.hpp>
#include <lilyan/mesh/shape_functions.hpp>

#include <algorithm>

namespace lilyan {

// Linear, one point.
struct TetElement {
  static constexpr int kVertices = 4, kPoints = 1, kBatchesPerChunk = 8;
  static constexpr bool kPlane = false;
  using Cell = Tet;
  struct Rest {
    Lanes g[3][3];
  };

  static void gradients(const Rest& rest, int, Vec<Lanes> (&g)[3]) {
    for (int a = 0; a < 3; ++a) g[a] = {{rest.g[a][0], rest.g[a][1], rest.g[a][2]}};
  }

  // Sorts the vertices, and notes what depends on their order.
  static void arrange(Cell& cell, double /*thickness*/, Rest&, int /*lane*/) { std::sort(cell.begin(), cell.end()); }

  // The volumes of the points of a cell with its vertices at X, and in `rest` what the gradients need.
  static std::array<double, 1> shape(const Vector& X, const Cell& cell, Rest& rest, int lane);
};

// Trilinear, 3 x 3 x 3 points of Gauss: exact for polynomials of degree 5 in each variable, and so for the energy of
// St. Venant-Kirchhoff in a box-shaped hex.
struct HexElement {
  static constexpr int kVertices = 8, kPoints = 27, kBatchesPerChunk = 2;
  static constexpr bool kPlane = false;
  using Cell = Hex;
  struct Rest {
    Lanes sign[8][3];         // which corner of the cube each vertex is
    Lanes inverse[27][3][3];  // (dX/dxi)^-1
  };

  static constexpr double kPlaces[3] = {-0.77459666924148337704, 0, 0.77459666924148337704};  // sqrt(3/5)
  static constexpr double kWeights[3] = {5.0 / 9, 8.0 / 9, 5.0 / 9};

  static void gradients(const Rest& rest, int q, Vec<Lanes> (&g)[7]) {
    const double xi = kPlaces[q / 9], eta = kPlaces[q / 3 % 3], zeta = kPlaces[q % 3];
    const Lanes(&A)[3][3] = rest.inverse[q];
    for (int a = 0; a < 7; ++a) {
      const Lanes(&s)[3] = rest.sign[a + 1];
      const Lanes u = 1.0 + xi * s[0], v = 1.0 + eta * s[1], w = 1.0 + zeta * s[2];
      const Lanes d[3] = {0.125 * s[0] * v * w, 0.125 * s[1] * u * w, 0.125 * s[2] * u * v};
      for (int k = 0; k < 3; ++k) g[a][k] = d[0] * A[0][k] + d[1] * A[1][k] + d[2] * A[2][k];
    }
  }

  static void arrange(Cell& cell, double thickness, Rest& rest, int lane);
  static std::array<double, 27> shape(const Vector& X, const Cell& cell, Rest& rest, int lane);
};

// Linear triangles in a plane of one z, in plane strain: F = sum x_a g_a^T + e_z e_z^T. Whoever builds the system holds z.
struct TriangleElement {
  static constexpr int kVertices = 3, kPoints = 1, kBatchesPerChunk = 8;
  static constexpr bool kPlane = true;
  using Cell = Triangle;
  struct Rest {
    Lanes g[2][2];
    Lanes thickness;  // [m]
  };

  static void gradients(const Rest& rest, int, Vec<Lanes> (&g)[2]) {
    for (int a = 0; a < 2; ++a) g[a] = {{rest.g[a][0], rest.g[a][1], Lanes{}}};
  }

  static void arrange(Cell& cell, double thickness, Rest& rest, int lane);
  static std::array<double, 1> shape(const Vector& X, const Cell& cell, Rest& rest, int lane);
};

}  // namespace lilyan
