// The probes of a body: how it answers to stresses without body force.
//
// Stress modes, which bodies are probed by and strains of coarse cells are weighted with.
//
//   S_a = e_k xi_1^p1 xi_2^p2 xi_3^p3,    div S_a = 0,    e_k one of Mandel's six components
//
// 18 in space: six constant ones; s11 with y, z, yz; s22 with x, z, xz; s33 with x, y, xy; s23 with x, s13 with y, s12 with z. They
// are the stresses of a hex in bending and torsion [Pian 1986]. 5 in a plane: three constant ones, s11 with y, s22 with x. Another
// origin and other units of length give combinations of the same modes.
#pragma once

#include <lilyan/coarsening/fine_body.hpp>
#include <lilyan/coarsening/simplex.hpp>

#include <optional>
#include <span>

namespace lilyan {

struct StressMode {
  int component;       // Mandel's
  std::size_t moment;  // place of its powers in Moments
};

// The constant ones first.
std::span<const StressMode> stress_modes(int dimension);

// How a body answers to the stress modes: the displacements that its coarse cells are measured by.
//
//   K u_b = f_b,    f_b = sum over the cells of B^T integral S_b dV        one factorisation, 18 right-hand sides (5 of a slice)
//
// f_b is the traction S_b.n on the surface, since div S_b = 0, also on that of cavities; S_b is centred on the body. Pins are held
// at 0, for a body that will be held by them ("mixed" in [Kharevych 2010, sec. 4.3.9]), or left out. f_b has neither resultant nor
// moment, so that a free body is determined up to a rigid motion.

enum class ProbeSupport {
  pinned,  // the body's pins are held
  free,    // as if it had none
};

// The box around the body, in whose coordinates its stress modes are given.
LocalFrame frame_around(const FineBody& body);

// The forces f_b, a column each, 3 rows per vertex.
Eigen::MatrixXd probe_forces(const FineBody& body, std::span<const StressMode> modes);

// The displacements u_b [m], a column each, 3 rows per vertex. Throws InputError: "algebra.memory" if the factor does not fit into
// `memory_limit` bytes or, without one, into the memory that is available; "coarsening.loose" if parts of the body hang together by
// an edge or a vertex and can turn without strain.
Eigen::MatrixXd probe_displacements(const FineBody& body, std::span<const StressMode> modes, ProbeSupport support,
                                    std::optional<double> memory_limit = {});

// The same for other forces, which must have neither resultant nor moment where nothing holds the body.
Eigen::MatrixXd displacements_under(const FineBody& body, const Eigen::MatrixXd& forces, ProbeSupport support,
                                    std::optional<double> memory_limit = {});

}  // namespace lilyan
