#include <lilyan/coarsening/probes.hpp>

#include <lilyan/algebra/direct_solver.hpp>
#include <lilyan/coarsening/fine_stiffness.hpp>
#include <lilyan/core/error.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace lilyan {

namespace {

constexpr std::size_t k1 = moment_place(0, 0, 0), kX = moment_place(1, 0, 0), kY = moment_place(0, 1, 0),
                      kZ = moment_place(0, 0, 1), kXY = moment_place(1, 1, 0), kXZ = moment_place(1, 0, 1),
                      kYZ = moment_place(0, 1, 1);

constexpr std::array<StressMode, 18> kSpatial = {{{0, k1},
                                                  {1, k1},
                                                  {2, k1},
                                                  {3, k1},
                                                  {4, k1},
                                                  {5, k1},  //
                                                  {0, kY},
                                                  {0, kZ},
                                                  {0, kYZ},  //
                                                  {1, kX},
                                                  {1, kZ},
                                                  {1, kXZ},  //
                                                  {2, kX},
                                                  {2, kY},
                                                  {2, kXY},  //
                                                  {3, kX},
                                                  {4, kY},
                                                  {5, kZ}}};
constexpr std::array<StressMode, 5> kPlane = {{{0, k1}, {1, k1}, {5, k1}, {0, kY}, {1, kX}}};

// Whether some motion costs nothing but round-off: the smallest eigenvalue of K by inverse iteration. A factor of such a matrix
// may exist all the same.
bool is_singular(const SymmetricMatrix& K, DirectSolver& solver) {
  constexpr double kRoundOff = 1e-14;  // of the largest diagonal entry
  constexpr int kIterations = 3;
  double largest = 0, least = 0;
  Vector x(K.size()), next;
  for (Index i = 0; i < K.size(); ++i) largest = std::max(largest, K.diagonal(i)), x[i] = std::sin(1.0 + 2.3 * i);
  for (int k = 0; k < kIterations; ++k) {
    x.normalize();
    solver.solve(x, next);
    least = 1 / next.norm();
    x.swap(next);
  }
  return !(least > kRoundOff * largest);
}

}  // namespace

std::span<const StressMode> stress_modes(int dimension) {
  if (dimension == 2) return kPlane;
  return kSpatial;
}

LocalFrame frame_around(const FineBody& body) {
  const auto X = body.X.reshaped(3, body.vertices());
  const Vec3 low = X.rowwise().minCoeff(), high = X.rowwise().maxCoeff();
  LocalFrame frame{0.5 * (low + high), 0.5 * (high - low)};
  if (body.dimension() == 2) frame.half[2] = 1;
  return frame;
}

Eigen::MatrixXd probe_forces(const FineBody& body, std::span<const StressMode> modes) {
  Eigen::MatrixXd forces = Eigen::MatrixXd::Zero(body.X.size(), static_cast<Eigen::Index>(modes.size()));
  const LocalFrame frame = frame_around(body);
  for (Index e = 0; e < body.cells.count(); ++e) {
    const std::span<const Index> corners = body.cells.vertices(e);
    Simplex simplex;
    simplex.dimension = body.dimension();
    for (std::size_t v = 0; v < corners.size(); ++v) simplex.corners[v] = vertex(body.X, corners[v]);
    Moments moments = {};
    add_moments(simplex, frame, volume(body.X, body.cells, e) / simplex.measure(), moments);
    const StrainMatrix B = strain_matrix(body, e);
    for (std::size_t b = 0; b < modes.size(); ++b)
      for (std::size_t v = 0; v < corners.size(); ++v)
        forces.col(static_cast<Eigen::Index>(b)).segment<3>(3 * Eigen::Index{corners[v]}) +=
            moments[modes[b].moment] * B.block<1, 3>(modes[b].component, 3 * static_cast<Eigen::Index>(v)).transpose();
  }
  return forces;
}

Eigen::MatrixXd probe_displacements(const FineBody& body, std::span<const StressMode> modes, ProbeSupport support,
                                    std::optional<double> memory_limit) {
  return displacements_under(body, probe_forces(body, modes), support, memory_limit);
}

Eigen::MatrixXd displacements_under(const FineBody& body, const Eigen::MatrixXd& forces, ProbeSupport support,
                                    std::optional<double> memory_limit) {
  const std::vector<bool> none(body.held.size(), false);
  const std::vector<Index> free = supported_components(body, support == ProbeSupport::pinned ? body.held : none);
  const Eigen::Index count = forces.cols();
  Eigen::MatrixXd displacements = Eigen::MatrixXd::Zero(body.X.size(), count);
  if (free.empty()) return displacements;

  const BlockMatrix blocks = fine_stiffness(body);
  const Restriction restriction(blocks.pattern(), free);
  SymmetricMatrix K(restriction.pattern());
  restriction.apply(blocks, K);
  const std::unique_ptr<DirectSolver> solver = make_direct_solver(restriction.pattern(), memory_limit);
  if (!solver->factorise(K) || is_singular(K, *solver))
    throw InputError({"coarsening.loose", "",
                      "the body can move without strain: parts of it hang together by an edge or a vertex only",
                      "join the parts by faces, or coarsen them as bodies of their own"});
  Eigen::MatrixXd on_free(static_cast<Eigen::Index>(free.size()), count), solved;
  for (std::size_t k = 0; k < free.size(); ++k) on_free.row(static_cast<Eigen::Index>(k)) = forces.row(free[k]);
  solver->solve_columns(on_free, solved);
  for (std::size_t k = 0; k < free.size(); ++k) displacements.row(free[k]) = solved.row(static_cast<Eigen::Index>(k));
  return displacements;
}

}  // namespace lilyan
