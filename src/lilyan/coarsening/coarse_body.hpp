// A coarse body that moves like a fine one: few boxes, each with a full stiffness matrix made from probes of the fine body
// ("HG18").
//
//   probes (probes.hpp) -> integrals per cell (cell_integrals.hpp) -> stiffness per cell (box_stiffness.hpp)
//   m_ij = integral over the filled part of rho phi_i phi_j dV
//
// Stiffness by plain means needs neither probes nor a factorisation, and is there for comparison.
//
// The mass is the integral over the cut pieces, not a product with masses of fine vertices: the functions phi_i reproduce x, so
// that the total mass, the centre of mass and the inertia tensor are those of the fine body as a continuum (which are also those of
// its consistent mass; its lumped one has more inertia). It follows the idea of [Kharevych 2010, ch. 4] with other cells and more
// probes. The probes belong to the pins: other pins, another coarsening. A body of one part that nothing holds is made to yield to
// uniform stresses as the fine one does (uniform_stresses.hpp). Holes take material away and nothing more: means over the filled
// part miss how they open. Fill them with cells a hundred to a thousand times softer: a plate with slots then has 0.94 to 1 of the
// fine compliance, where empty ones leave 0.4 to 0.7 of it.
#pragma once

#include <lilyan/coarsening/boxes/box_stiffness.hpp>
#include <lilyan/coarsening/cell_cuts.hpp>
#include <lilyan/coarsening/probes.hpp>
#include <lilyan/space/mass.hpp>

#include <array>
#include <optional>
#include <span>
#include <vector>

namespace lilyan {

struct CoarseningSettings {
  BoxMethod method = BoxMethod::hg18;  // the others use none of what follows
  ProbeSupport support = ProbeSupport::pinned;
  StiffnessBound bound = StiffnessBound::galerkin;
  std::optional<double> memory_limit = {};  // [bytes]; without one what is available
};

// One cell of a coarse body.
struct CoarseBox {
  BoxCell box;                  // its corners count the coarse body's vertices
  Index cage_cell = 0;          // its number in the coarse mesh as it was given
  double fill = 0;              // part of it that the body fills
  double mass = 0;              // of what fills it [kg]
  bool nested = false;          // every fine cell in it lies in it as a whole
  ProbedStiffness stiffness;    // K alone if it is made without probes
  std::vector<Index> vertices;  // fine vertices in it or on its sides, and those near it that no cell contains; ascending
  Eigen::MatrixXd rigid;        // 6 x 24 (3 + 3 numbers t, w; also of a quad): see reconstruction.hpp; empty without amplitudes
};

struct CoarseningCounts {
  Index dropped_cells = 0, dropped_vertices = 0;  // that the body does not reach
  Index nested = 0;                               // cells that use the interpolants of their functions
  Index hardly_filled = 0, ill_conditioned = 0;   // cells that keep Galerkin's stiffness
  Index bounded = 0;                              // shapes of the other cells, by the same stiffness
  Index steadied = 0;                             // cells whose shapes that are not affine were made stiffer, in models
  double least_fill = 1, largest_condition = 0;   // of cells that are not guarded
};

// A cell that pins hold as a whole although they end inside it.
struct FrozenCell {
  Index cell;                      // of the coarse body
  std::array<bool, 3> components;  // along which all its corners are held
  int axis;                        // the plane at which the cage should be cut: x, y or z ...
  double position;                 // ... at this coordinate [m]
};

// Which components of a coarse body its fine pins hold, and where they hold more than they should.
//
// A held fine vertex holds the corners of its cell that have most of its weight: as few as have half of it together, and all that
// weigh as much as the least of these. Pins on a plane of the cage hold the vertices on that plane; pins that end between two
// planes end at the nearer one. Pins that fill a volume hold all corners of the cells they reach into, so that such a cell is
// frozen although the pins end inside it: the body is then shorter than it should be. The cage should be cut where the pins end.
struct CoarsePins {
  std::vector<bool> held;          // 3 per vertex of the coarse body
  std::vector<FrozenCell> frozen;  // ascending by cell
};

// Which of the corners with these weights a held vertex holds, by their places.
std::vector<std::size_t> holding_corners(std::span<const double> weights);

struct CoarseBody {
  int dimension = 3;
  Vector X;                        // rest positions of the vertices that are kept [m]
  std::vector<Index> cage_vertex;  // their numbers in the coarse mesh as it was given
  std::vector<CoarseBox> cells;    // those that the body fills, in the order of the coarse mesh
  Mass mass{Vector()};
  CoarsePins pins;
  Eigen::MatrixXd probes;  // displacements of all fine vertices, 3 rows each, a column per probe, none without probes [m]
  CoarseningCounts counts;

  Index vertices() const { return static_cast<Index>(X.size() / 3); }
  std::vector<Hex> hexes() const;   // none in dimension 2
  std::vector<Quad> quads() const;  // none in dimension 3
};

// Throws InputError: those of box_cells, cut_body and probe_displacements.
CoarseBody coarsen(const FineBody& body, const CoarseMesh& mesh, const CoarseningSettings& settings = {});

}  // namespace lilyan
