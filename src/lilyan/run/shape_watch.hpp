// What becomes of the shapes of cells while a run goes: cells turned inside out, cells of small-strain laws that turn further than
// these laws allow, and bodies that bend with too few cells across.
//
// It looks at the states that become rows of the ledger. A law of small strain takes a rotation by theta for a compression of
// 1 - cos(theta) along both directions of the turn: 1.5 % at ten degrees.
#pragma once

#include <lilyan/mesh/cells.hpp>
#include <lilyan/mesh/volume_ratios.hpp>

#include <numbers>
#include <string>
#include <vector>

namespace lilyan {

struct Body;
struct Inventory;

// Whether a body bends or twists, and how much too stiff its mesh is for that.
//
// Linear tets and trilinear hexes cannot bend: a layer of them follows a bending by shearing, which costs energy that the body does
// not have. The excess of stiffness falls with the square of the number of layers. It is told from the strains E of the surface
// (Green's, in the plane of each triangle) at the two ends of columns straight through the body:
//
//   bending part   b = (E_near - E_far)/2       stretching part   m = (E_near + E_far)/2
//   share          = sum over the columns with too few layers of w |b|^2 / sum over all columns of w (|b|^2 + |m|^2)
//   layers         n = length of the column / height of a cell along it
//   excess         (0.7 + 1.2 a^2)/n^2 of tets, (0.15 + 0.4 a^2)/n^2 of hexes,   a = length of a cell along the bending / height
//
// w is the volume of the column. The coefficients of the excess fit a cantilever at Poisson's ratio 0.3; docs/bodies.md has the
// table.
struct Bending {
  double share = 0;   // of the strain that is bending or twisting with too few layers, in [0, 1]
  double layers = 0;  // of cells across the body there, their mean
  double excess = 0;  // of the stiffness against bending there, relative, their mean

  bool is_coarse() const { return share > 0.3; }
  double frequency_error() const;  // relative: how much too high the frequencies of bending are
};

class BendingProbe {
 public:
  // Of a body of tets or hexes with laws; of others, and of coarse cells, whose stiffness was made to bend, nothing is ever told.
  BendingProbe(const Inventory& inventory, const Body& body);

  // At the positions x [m] of all vertices. Strains below 1e-8 do not count.
  Bending look(const Vector& x) const;

 private:
  struct Way {
    Triangle near, far;                         // in the system's vertex numbers
    Eigen::Matrix<double, 3, 2> frame;          // in the plane of `near`
    Eigen::Matrix2d near_inverse, far_inverse;  // of the edges at rest, in that frame
    double weight = 0, layers = 0, height = 0;
    Index cell = 0;  // in the system
  };

  const Inventory& inventory_;
  CellKind kind_;
  std::vector<Way> ways_;
};

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

}  // namespace lilyan
