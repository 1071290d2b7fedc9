// Coarsening into tets (triangles of a slice): one stiffness per coarse cell, as [Kharevych 2010, ch. 4] does it, and by plain
// means.
//
//   C_q = G^-T <eps^T C eps> G^-1,    <eps^T C eps> = 1/|T_q| sum_p |v_p| eps_p^T C_p eps_p        eq. 4.5
//
// eps_p: strains of the six probes (three of a slice) with constant stress in fine cell p, a column each; v_p: the part of fine
// cell p in the coarse cell T_q; G: the same strains as the coarse cell sees them. All in Mandel's form, in which the transpose is
// right too. For nodal strains, which feel how holes open, the probes leave cavities without traction
// (simplices/outer_traction.hpp); means over the filled part do not feel it, and load their surface too. The energy is divided by
// the whole coarse cell: the stiffness of one that is filled in part is that part of it. Linear tets are far too stiff in bending
// whatever their tensor; boxes (coarse_body.hpp) are not.
#pragma once

#include <lilyan/coarsening/cell_cuts.hpp>
#include <lilyan/coarsening/probes.hpp>
#include <lilyan/coarsening/simplices/outer_traction.hpp>

#include <optional>
#include <vector>

namespace lilyan {

enum class TensorMethod {
  nodal,       // G from the probes at the coarse vertices, extrapolated outside the body: eq. 4.5 as printed
  averaged,    // G is the mean of eps_p over the filled part
  arithmetic,  // the mean of C_p, which is also Galerkin's stiffness of linear cells; no probes
  harmonic,    // the inverse of the mean of C_p^-1 over the filled part, times that part; no probes
};

struct TensorSettings {
  TensorMethod method = TensorMethod::averaged;
  // Held pins go with `averaged` only: a coarse cell with a side on the clamp has no nodal strain of some probes.
  ProbeSupport support = ProbeSupport::free;
  TractionNormal normal = TractionNormal::fine;  // of the probes of `nodal`; in print the coarse one
  std::optional<double> memory_limit = {};       // [bytes]
};

struct CoarseTensors {
  std::vector<Mat6> stiffness;                   // of each coarse cell [Pa], zero if the body does not reach it
  std::vector<double> fill;                      // part of each coarse cell that the body fills
  Index hardly_filled = 0, ill_conditioned = 0;  // cells that have the arithmetic mean: fill below 1e-3, cond G above 1e8
  double largest_condition = 0;                  // of G, of the others
};

// Of a slice the entries that plane strain does not use are those of the arithmetic mean, and join nothing. Throws InputError:
// those of simplex_cells, cut_body and probe_displacements, and "coarsening.nodal-pins" if `nodal` is asked for with held pins.
CoarseTensors coarse_tensors(const FineBody& body, const CoarseMesh& mesh, const TensorSettings& settings = {});

}  // namespace lilyan
