#include <lilyan/coarsening/simplices/outer_traction.hpp>

#include <lilyan/algebra/dense.hpp>
#include <lilyan/coarsening/probes.hpp>

#include <Eigen/Geometry>

#include <algorithm>
#include <limits>
#include <map>

namespace lilyan {

namespace {

constexpr double kReachedFill = 1e-13;  // of a coarse cell: less is round-off

// The sides of each coarse cell that no other filled cell shares; side v lies opposite corner v.
std::vector<std::vector<std::size_t>> boundary_sides(const CoarseMesh& mesh, int dimension, const std::vector<CellCut>& cuts) {
  const auto corners = static_cast<std::size_t>(dimension) + 1;
  const auto side_of = [&](std::size_t q, std::size_t left_out) {
    std::vector<Index> side;
    for (std::size_t v = 0; v < corners; ++v)
      if (v != left_out) side.push_back(dimension == 3 ? mesh.cells.tets[q][v] : mesh.cells.triangles[q][v]);
    std::sort(side.begin(), side.end());
    return side;
  };
  std::map<std::vector<Index>, int> shared;
  for (std::size_t q = 0; q < cuts.size(); ++q)
    for (std::size_t v = 0; v < corners && cuts[q].fill > kReachedFill; ++v) ++shared[side_of(q, v)];
  std::vector<std::vector<std::size_t>> sides(cuts.size());
  for (std::size_t q = 0; q < cuts.size(); ++q)
    for (std::size_t v = 0; v < corners && cuts[q].fill > kReachedFill; ++v)
      if (shared[side_of(q, v)] == 1) sides[q].push_back(v);
  return sides;
}

double farthest_out(const CuttingCell& cell, const Vec3& x) {
  double most = -std::numeric_limits<double>::infinity();
  for (const HalfSpace& side : cell.sides) most = std::max(most, side.normal.dot(x) - side.offset);
  return most;
}

// Takes the resultant and the moment away: f - M r (r^T M r)^-1 r^T f with the rigid motions r and the masses of the vertices.
void equilibrate(const FineBody& body, Eigen::MatrixXd& forces) {
  const int d = body.dimension();
  const LocalFrame frame = frame_around(body);
  const double size = frame.half.head(d).norm();
  Vector mass = Vector::Zero(body.vertices());
  for (Index e = 0; e < body.cells.count(); ++e)
    for (Index i : body.cells.vertices(e))
      mass[i] += body.density[static_cast<std::size_t>(e)] * volume(body.X, body.cells, e) / (d + 1);
  Eigen::MatrixXd motions = Eigen::MatrixXd::Zero(body.X.size(), d == 3 ? 6 : 3);
  for (Index i = 0; i < body.vertices(); ++i) {
    const Vec3 arm = (vertex(body.X, i) - frame.centre) / size;
    for (int k = 0; k < d; ++k) motions(3 * i + k, k) = 1;
    if (d == 3)
      for (int k = 0; k < 3; ++k) motions.block<3, 1>(3 * i, 3 + k) = Vec3::Unit(k).cross(arm);
    else
      motions.block<3, 1>(3 * i, 2) = Vec3::UnitZ().cross(arm);
  }
  Eigen::MatrixXd inertia = motions;
  for (Index i = 0; i < body.vertices(); ++i) inertia.middleRows<3>(3 * Eigen::Index{i}) *= mass[i];
  const Eigen::MatrixXd accelerations = solve_symmetric(motions.transpose() * inertia, motions.transpose() * forces);
  forces -= inertia * accelerations;
}

}  // namespace

Eigen::MatrixXd outer_traction(const FineBody& body, std::span<const StressMode> modes) {
  Eigen::MatrixXd forces = probe_forces(body, modes);
  const LocalFrame frame = frame_around(body);
  for (const BodyFacet& facet : body_facets(body))
    if (facet.in_cavity) add_traction(body, facet, -facet.area, modes, frame, forces);
  return forces;
}

Eigen::MatrixXd coarse_normal_traction(const FineBody& body, std::span<const StressMode> modes, const CoarseMesh& mesh,
                                       const std::vector<CuttingCell>& cells, const std::vector<CellCut>& cuts) {
  const int d = body.dimension();
  const std::vector<std::vector<std::size_t>> boundary = boundary_sides(mesh, d, cuts);
  const LocalFrame frame = frame_around(body);
  Eigen::MatrixXd forces = Eigen::MatrixXd::Zero(body.X.size(), static_cast<Eigen::Index>(modes.size()));
  for (const BodyFacet& facet : body_facets(body)) {
    if (facet.in_cavity) continue;
    Vec3 middle = Vec3::Zero();
    for (std::size_t v = 0; v < static_cast<std::size_t>(d); ++v) middle += vertex(body.X, facet.vertices[v]) / d;
    std::size_t holder = 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t q = 0; q < cells.size(); ++q) {
      const double out = cuts[q].fill > kReachedFill ? farthest_out(cells[q], middle) : least;
      if (out < least) least = out, holder = q;
    }
    Vec3 area = facet.area;
    double nearest = std::numeric_limits<double>::infinity();
    for (std::size_t v : boundary[holder]) {
      const HalfSpace& side = cells[holder].sides[v];
      const double distance = std::abs(side.normal.dot(middle) - side.offset);
      if (distance < nearest) nearest = distance, area = facet.area.norm() * side.normal;
    }
    add_traction(body, facet, area, modes, frame, forces);
  }
  equilibrate(body, forces);
  return forces;
}

}  // namespace lilyan
