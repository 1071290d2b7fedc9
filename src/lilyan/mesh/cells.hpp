// What bodies are made of: tets, hexes, triangles, quads, edges and lone points, in one numbering.
//
// Cells are numbered kind after kind, in the order of CellKind, and within a kind as they stand in its list.
// Quads are coarse cells of a flat body: they carry a stiffness and have no law, and no mesh file gives them.
#pragma once

#include <lilyan/mesh/tet_mesh.hpp>

#include <array>
#include <span>
#include <string>
#include <vector>

namespace lilyan {

// Corners 0 to 3 go round the bottom, counter-clockwise seen from the top; 4 to 7 stand above them.
using Hex = std::array<Index, 8>;
using Quad = std::array<Index, 4>;        // corners go round it, counter-clockwise seen from above where the body is flat
using VertexPair = std::array<Index, 2>;  // an edge

enum class CellKind { tet, hex, triangle, quad, edge, point };
inline constexpr std::array<CellKind, 6> kCellKinds = {CellKind::tet,  CellKind::hex,  CellKind::triangle,
                                                       CellKind::quad, CellKind::edge, CellKind::point};

std::string singular(CellKind kind);  // "hex"
std::string plural(CellKind kind);    // "hexes"

struct Cells {
  std::vector<Tet> tets = {};
  std::vector<Hex> hexes = {};
  std::vector<Triangle> triangles = {};
  std::vector<Quad> quads = {};
  std::vector<VertexPair> edges = {};
  std::vector<Index> points = {};
  std::vector<double> thickness = {};       // of every triangle [m]; 1 where it is empty
  std::vector<double> quad_thickness = {};  // of every quad [m]; 1 where it is empty
  std::vector<double> cross_section = {};   // of every edge [m^2]; 1 where it is empty

  bool operator==(const Cells&) const = default;

  Index count() const;
  Index count(CellKind kind) const;
  Index first(CellKind kind) const;  // number of the first cell of the kind
  CellKind kind(Index cell) const;
  std::span<const Index> vertices(Index cell) const;

  // The other's cells, their vertices counted from `first_vertex` on.
  void append(const Cells& other, Index first_vertex);
  // `count` cells of one kind from the cell `first` on, their vertices counted down by `first_vertex`.
  Cells part(CellKind kind, Index first, Index count, Index first_vertex) const;
};

// "500 tets", "12 hexes and 1 edge"; "no cells" where there are none.
std::string counted(const Cells& cells);
std::string counted(CellKind kind, Index count);

// Rest volume of a cell at the positions x [m^3]: area times thickness of a triangle or quad, length times cross-section of an
// edge, none of a point. Tets and hexes that are turned inside out have a negative one.
double volume(const Vector& x, const Cells& cells, Index cell);

// The middles of the cells, 3 numbers each.
Vector centroids(const Vector& x, const Cells& cells);

// The faces of a hex, by its corners, each seen counter-clockwise from outside.
inline constexpr std::array<std::array<Index, 4>, 6> kHexFaces = {
    {{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}}};

// Boundary quads: the faces of exactly one hex, each seen counter-clockwise from outside, in the order of the hexes.
std::vector<Quad> surface(const std::vector<Hex>& hexes);

// The triangles that bodies of tets, hexes, triangles and quads show to the outside: boundary faces, and the triangles and quads
// themselves, a quad as two triangles. One all of whose vertices belong to tets or hexes is a part of these, and left out.
std::vector<Triangle> surface(const Cells& cells);

// The boundary of an open surface: edges of exactly one triangle, in the order of the triangles.
std::vector<VertexPair> rim(const std::vector<Triangle>& triangles);

// The boundary of a flat body: edges of exactly one triangle or quad, in the order of the cells.
std::vector<VertexPair> rim(const Cells& cells);

// All edges of triangles, each once, the lower vertex first, sorted.
std::vector<VertexPair> edges_of(const std::vector<Triangle>& triangles);

}  // namespace lilyan
