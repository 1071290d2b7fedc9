// A coarse body and what there is to know of the fine one that it stands for: all that moving it takes, without the fine cells.
//
// Whoever uses it goes on speaking of fine vertices. One of them is where the functions of a coarse cell put it:
//
//   x_v = sum_i phi_i(X_v) x_i        i: corners of the cell that v lies in
//
// Forces on it act on the corners with the same weights, which changes neither their sum nor their moment. Pictures show more:
// what the probes tell of the inside of the cells (reconstruction.hpp).
#pragma once

#include <lilyan/coarsening/coarse_mesh.hpp>
#include <lilyan/coarsening/coarse_tensors.hpp>
#include <lilyan/coarsening/reconstruction.hpp>
#include <lilyan/mesh/body_mesh.hpp>
#include <lilyan/mesh/weighted_vertex.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lilyan {

class ModelFile;

// What is left of the fine body.
struct FineShape {
  Vector X;                                             // rest positions [m], 3 per vertex
  Vector mass;                                          // lumped, one per vertex [kg]
  Vector stiffness = {};                                // one per vertex [N/m]: what contact with it is as stiff as
  std::vector<Triangle> surface;                        // what it shows; of a slice all its triangles
  std::map<std::string, std::vector<Index>> sets = {};  // of its vertices, by name
  KeptNumbers numbers = {};                             // by which scenes count its vertices
  std::vector<bool> held = {};                          // by the pins that it was coarsened with, 3 per vertex
  Index cells = 0;                                      // how many it had
  std::uint64_t source = 0;                             // checksum of its shape, stiffness and density

  Index vertices() const { return static_cast<Index>(mass.size()); }
};

struct CoarseModel {
  // In `Cells` one kind is there: hexes or quads with a stiffness matrix each, or tets or triangles with a tensor each.
  Vector X;                    // rest positions [m], 3 per vertex
  Cells cells = {};            // that the body fills
  Mass mass = Vector();        // consistent [kg], of cells that are hardly filled with some on shapes that are not affine
  std::vector<double> volume;  // of what fills each cell [m^3]
  // Of each hex, 24 x 24, or quad, 8 x 8 [N/m]: that of CoarseBody, but cells with little in them (less than 1/100) and those that
  // keep Galerkin's stiffness resist shapes that are not affine as if they were filled evenly, so that motions do not turn them
  // inside out.
  std::vector<Eigen::MatrixXd> stiffness = {};
  std::vector<Mat6> tensors = {};  // of each tet or triangle, in Mandel's form [Pa]

  FineShape fine;
  std::vector<Index> cell_of_vertex;  // that each fine vertex lies in
  FineDetail detail = {};             // of the vertices that the surface has, ascending; no cells: of a body of tets or triangles

  // How it was made.
  std::string method;
  ProbeSupport support = ProbeSupport::pinned;
  CoarseningCounts counts = {};
  std::vector<FrozenCell> frozen = {};
  double seconds = 0;

  Index vertices() const { return static_cast<Index>(X.size() / 3); }
  int dimension() const { return cells.hexes.empty() && cells.tets.empty() ? 2 : 3; }
};

// A checksum of what a model is made from: positions, cells, stiffness and density. As a text it has 16 digits.
std::uint64_t source_of(const FineBody& body);
std::string source_text(std::uint64_t source);

// Where each fine vertex is among the vertices of the coarse body.
std::vector<std::vector<WeightedVertex>> vertex_weights(const CoarseModel& model);

// Those that pins of a fine vertex hold (coarse_body.hpp).
std::vector<Index> holding_vertices(const std::vector<WeightedVertex>& shares);

// The fine vertices that the surface has, ascending: those that `detail` tells of.
std::vector<Index> surface_vertices(const FineShape& fine);

// Where the cage should be cut so that pins do not freeze whole cells (coarse_body.hpp): the outermost plane at which they end,
// across the axis that most of the frozen cells ask for. None if no cell is frozen.
std::optional<CagePlane> plane_to_cut(const CoarseModel& model);

// The box cells of a model of hexes or quads.
std::vector<BoxCell> boxes_of(const CoarseModel& model);

// Models from what coarsening gives. `fine` is taken as it is.
CoarseModel make_model(const FineBody& body, FineShape fine, const CoarseBody& coarse);
// Of tets and triangles: those that the body fills, with the consistent mass of what fills them.
CoarseModel make_model(const FineBody& body, FineShape fine, const CoarseMesh& mesh, const CoarseTensors& tensors);

// Whether the numbers of a model that was read describe a body that can move; its lists fit together and its cells have volumes.
// Throws InputError (id "model.content") with the name of the file.
void check_coarse_model(const ModelFile& file, const CoarseModel& model);

}  // namespace lilyan
