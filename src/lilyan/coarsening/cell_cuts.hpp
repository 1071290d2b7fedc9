// A body cut by coarse cells, exactly: which part of which fine cell lies in each of them.
//
// Corners of fine cells within round-off of a side count as lying on it, so that a mesh that is nested in the coarse one is not
// cut at all.
#pragma once

#include <lilyan/coarsening/coarse_mesh.hpp>
#include <lilyan/coarsening/fine_body.hpp>

#include <span>
#include <vector>

namespace lilyan {

// The part of one fine cell in one coarse cell.
struct Piece {
  Index cell;       // the fine one
  bool whole;       // it lies in the coarse cell entirely
  Moments moments;  // in the coarse cell's frame, the thickness of a slice included [m^3]
  double volume() const { return moments[0]; }
};

inline constexpr double kFilled = 1e-13;        // of a coarse cell: less is round-off
inline constexpr double kLeastCellFill = 1e-3;  // less, and a cell is hardly filled: nothing can be told from what is in it
inline constexpr double kLittleFill = 1e-2;     // less, and shapes that are not affine cost next to nothing

struct CellCut {
  std::vector<Piece> pieces;  // ascending by fine cell
  double fill = 0;            // part of the coarse cell that the body fills, 0 to 1

  // Whether every fine cell that reaches into this coarse cell lies in it.
  bool is_nested() const;
};

// One per coarse cell. Throws InputError: "coarsening.outside" if the coarse cells do not cover the body (with the number and
// volume of fine cells outside), "coarsening.overlap" if some cover a part of it twice, "coarsening.finer" if they are more than
// the fine cells.
std::vector<CellCut> cut_body(const FineBody& body, std::span<const CuttingCell> cells);
std::vector<CellCut> cut_body(const FineBody& body, const std::vector<BoxCell>& cells);

}  // namespace lilyan
