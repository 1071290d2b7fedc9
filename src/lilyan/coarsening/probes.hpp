// How a body answers to the stress modes: the displacements that its coarse cells are measured by.
//
//   K u_b = f_b,    f_b = sum over the cells of B^T integral S_b dV        one factorisation, 18 right-hand sides (5 of a slice)
//
// f_b is the traction S_b.n on the surface, since div S_b = 0, also on that of cavities; S_b is centred on the body. Pins are held
// at 0, for a body that will be held by them ("mixed" in [Kharevych 2010, sec. 4.3.9]), or left out. f_b has neither resultant nor
// moment, so that a free body is determined up to a rigid motion.
#pragma once

#include <lilyan/coarsening/fine_body.hpp>
#include <lilyan/coarsening/stress_modes.hpp>

#include <optional>

namespace lilyan {

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
