#include <lilyan/coarsening/simplices/outer_traction.hpp>

#include <lilyan/algebra/dense.hpp>
#include <lilyan/core/groups.hpp>

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace lilyan {

namespace {

// A side of a cell, by its vertices in ascending order.
struct Side {
  std::array<Index, 3> vertices;
  Index cell, opposite;
};

std::vector<Side> sorted_sides(const FineBody& body) {
  std::vector<Side> sides;
  for (Index e = 0; e < body.cells.count(); ++e) {
    const std::span<const Index> corners = body.cells.vertices(e);
    for (std::size_t left_out = 0; left_out < corners.size(); ++left_out) {
      Side side{{-1, -1, -1}, e, corners[left_out]};
      std::size_t next = 0;
      for (std::size_t v = 0; v < corners.size(); ++v)
        if (v != left_out) side.vertices[next++] = corners[v];
      std::sort(side.vertices.begin(), side.vertices.begin() + static_cast<std::ptrdiff_t>(next));
      sides.push_back(side);
    }
  }
  std::sort(sides.begin(), sides.end(), [](const Side& a, const Side& b) { return a.vertices < b.vertices; });
  return sides;
}

Vec3 outward_area(const FineBody& body, const Side& side) {
  const Vec3 a = vertex(body.X, side.vertices[0]), b = vertex(body.X, side.vertices[1]);
  Vec3 area;
  if (body.dimension() == 3) {
    area = 0.5 * (b - a).cross(Vec3(vertex(body.X, side.vertices[2])) - a);
  } else {
    const double thickness = body.cells.thickness.empty() ? 1 : body.cells.thickness[static_cast<std::size_t>(side.cell)];
    area = thickness * Vec3(b[1] - a[1], a[0] - b[0], 0);
  }
  return area.dot(vertex(body.X, side.opposite) - a) > 0 ? Vec3(-area) : area;
}

Vec3 middle(const FineBody& body, const BodyFacet& facet) {
  Vec3 sum = Vec3::Zero();
  for (int v = 0; v < body.dimension(); ++v) sum += vertex(body.X, facet.vertices[static_cast<std::size_t>(v)]);
  return sum / body.dimension();
}

// Facets that share an edge (a vertex of a slice) are connected.
Groups connected(const FineBody& body, const std::vector<BodyFacet>& facets) {
  Groups groups(facets.size());
  std::map<std::pair<Index, Index>, std::size_t> first;
  const auto join = [&](Index i, Index j, std::size_t k) {
    const auto [at, is_new] = first.try_emplace(std::minmax(i, j), k);
    if (!is_new) groups.join(at->second, k);
  };
  for (std::size_t k = 0; k < facets.size(); ++k) {
    const std::array<Index, 3>& v = facets[k].vertices;
    if (body.dimension() == 3)
      join(v[0], v[1], k), join(v[1], v[2], k), join(v[2], v[0], k);
    else
      join(v[0], v[0], k), join(v[1], v[1], k);
  }
  return groups;
}

struct FacetRule {
  std::vector<std::array<double, 3>> points;  // barycentric
  std::vector<double> weights;
};

// Exact for polynomials of degree 3: a mode of two factors times phi_i.
FacetRule rule_of_facets(int dimension) {
  if (dimension == 2) {
    const double far = 0.5 + 0.5 / std::sqrt(3.0), near = 1 - far;
    return {{{far, near, 0}, {near, far, 0}}, {0.5, 0.5}};
  }
  constexpr double third = 1.0 / 3;
  return {{{third, third, third}, {0.6, 0.2, 0.2}, {0.2, 0.6, 0.2}, {0.2, 0.2, 0.6}},
          {-27.0 / 48, 25.0 / 48, 25.0 / 48, 25.0 / 48}};
}

// The monomial whose integral stands at this place of Moments.
double monomial(std::size_t place, const Vec3& xi) {
  const auto power = [](double x, std::size_t p) { return p == 0 ? 1 : p == 1 ? x : x * x; };
  return power(xi[0], place % 3) * power(xi[1], place / 3 % 3) * power(xi[2], place / 9);
}

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

std::vector<BodyFacet> body_facets(const FineBody& body) {
  const std::vector<Side> sides = sorted_sides(body);
  std::vector<BodyFacet> facets;
  for (std::size_t k = 0; k < sides.size(); ++k) {
    const bool repeats = (k > 0 && sides[k].vertices == sides[k - 1].vertices) ||
                         (k + 1 < sides.size() && sides[k].vertices == sides[k + 1].vertices);
    if (!repeats) facets.push_back({sides[k].vertices, outward_area(body, sides[k])});
  }
  Groups groups = connected(body, facets);
  const Vec3 centre = frame_around(body).centre;
  std::vector<double> enclosed(facets.size(), 0);
  for (std::size_t k = 0; k < facets.size(); ++k) enclosed[groups.of(k)] += facets[k].area.dot(middle(body, facets[k]) - centre);
  for (std::size_t k = 0; k < facets.size(); ++k) facets[k].in_cavity = enclosed[groups.of(k)] < 0;
  return facets;
}

void add_traction(const FineBody& body, const BodyFacet& facet, const Vec3& area, std::span<const StressMode> modes,
                  const LocalFrame& frame, Eigen::MatrixXd& forces) {
  static const FacetRule rules[] = {rule_of_facets(2), rule_of_facets(3)};
  const int d = body.dimension();
  const FacetRule& rule = rules[d - 2];
  std::array<Vec3, 3> corners;
  for (int v = 0; v < d; ++v)
    corners[static_cast<std::size_t>(v)] = frame.coordinates(vertex(body.X, facet.vertices[static_cast<std::size_t>(v)]));
  for (std::size_t q = 0; q < rule.weights.size(); ++q) {
    Vec3 xi = Vec3::Zero();
    for (std::size_t v = 0; v < static_cast<std::size_t>(d); ++v) xi += rule.points[q][v] * corners[v];
    for (std::size_t b = 0; b < modes.size(); ++b) {
      const Vec3 pull = symmetric_tensor(Vec6::Unit(modes[b].component)) * area * monomial(modes[b].moment, xi);
      for (std::size_t v = 0; v < static_cast<std::size_t>(d); ++v)
        forces.col(static_cast<Eigen::Index>(b)).segment<3>(3 * Eigen::Index{facet.vertices[v]}) +=
            (rule.weights[q] * rule.points[q][v]) * pull;
    }
  }
}

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
