// What becomes of the shapes of cells while a run goes: cells turned inside out, cells of small-strain laws that turn further than
// these laws allow, and bodies that bend with too few cells across.
//
// It looks at the states that become rows of the ledger. A law of small strain takes a rotation by theta for a compression of
// 1 - cos(theta) along both directions of the turn: 1.5 % at ten degrees.
#pragma once

#include <lilyan/mesh/volume_ratios.hpp>
#include <lilyan/run/bending.hpp>

#include <numbers>
#include <string>
#include <vector>

namespace lilyan {

inline constexpr double kLargestTurn = 10 * std::numbers::pi / 180;  // [rad] that laws of small strain stand

// Of a whole run so far; part of its checkpoint. Cells and bodies are numbered as in the inventory.
struct ShapeRecord {
  Index inverted = 0;     // the most cells at one row
  double least_j = 1;     // of all rows
  Index least_cell = -1;  // where that was; -1: no row or no cell
  double least_time = 0;  // [s]
  double turn = 0;        // the largest of a cell of a small-strain law, among those beyond kLargestTurn [rad]
  Index turned_cell = -1;
  double turn_time = 0;          // [s]
  double elastic = 0;            // of the row at which bending was last looked for [J]
  std::vector<Bending> bending;  // of each body, at that row
};

class ShapeWatch {
 public:
  explicit ShapeWatch(const Inventory& inventory);

  bool has_cells() const { return has_cells_; }  // to look at

  // At the positions x and the time t, where the elastic energy is `elastic`.
  VolumeRatios::Seen look(const Vector& x, double t, double elastic, ShapeRecord& record);

 private:
  void look_for_turns(const Vector& x, double t, ShapeRecord& record) const;

  const Inventory& inventory_;
  bool has_cells_;
  VolumeRatios ratios_;
  struct SmallStrainCell {
    Index cell;
    Mat3 rest_inverse;  // of the edges or of dX/dxi in the middle
  };
  std::vector<SmallStrainCell> small_strain_;
  std::vector<BendingProbe> probes_;  // one per body, made when they are first needed
};

// What a reader should know about these before believing the figures of a run, in words.

// "tet 12 of body \"bar\""; the body's name alone where it has one cell.
std::string cell_words(const Inventory& inventory, Index cell);

// What is wrong: "228 cells were turned inside out ...". Empty where nothing is.
std::vector<std::string> shape_warnings(const Inventory& inventory, const ShapeRecord& record);

// What is inexact, with the error to expect and the remedy: bodies that bend on coarse meshes or are nearly incompressible.
std::vector<std::string> shape_notes(const Inventory& inventory, const ShapeRecord& record);

// Of a body that bends so.
std::string bending_words(const Body& body, const Bending& bending);

// Of a body of tets or hexes whose Poisson's ratio is above 0.45; empty of others.
std::string locking_words(const Body& body);

}  // namespace lilyan
