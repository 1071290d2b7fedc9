#include <lilyan/reduction/reduce_elasticity.hpp>

#include <lilyan/algebra/threads.hpp>
#include <lilyan/core/error.hpp>
#include <lilyan/core/platform/available_memory.hpp>
#include <lilyan/energy/elements/elements.hpp>
#include <lilyan/reduction/modal_strains.hpp>

#include <fmt/format.h>
#include <Eigen/LU>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

namespace lilyan {

namespace {

using Dense = Eigen::MatrixXd;

// Points are summed panel by panel, and panels group by group; both are cut without asking for the number of threads.
constexpr std::size_t kPointsPerPanel = 8 * kLanes;
constexpr std::size_t kMostGroups = 8;
constexpr double kMostBytesOfSums = 0x1p28;  // of all groups; with one, what there is

struct Moduli {
  double mu, lambda;  // [Pa]
};

Moduli moduli_of(const Law& law, Strains strains) {
  Moduli moduli{};
  if (const auto* stvk = std::get_if<StVenantKirchhoff>(&law))
    moduli = {stvk->mu, stvk->lambda};
  else if (const auto* linear = std::get_if<Linear>(&law); linear != nullptr && strains == Strains::linear)
    moduli = {linear->mu, linear->lambda};
  else
    throw InputError({"reduction.law", "", "a cell obeys a law whose energy is no polynomial of the basis that can be reduced",
                      strains == Strains::linear ? "use \"linear\" or \"stvk\"" : "use \"stvk\""});
  if (!(moduli.mu >= 0 && moduli.mu + 1.5 * moduli.lambda >= 0))
    throw InputError({"reduction.law", "",
                      fmt::format("the moduli mu = {}, lambda = {} make some strains gain energy", moduli.mu, moduli.lambda),
                      "give moduli with mu >= 0 and lambda >= -2/3 mu"});
  return moduli;
}

StrainPoint weighted(StrainPoint point, double V, const Moduli& moduli) {
  if (!(V > 0)) throw InputError({"reduction.cells", "", "a cell of the body has no volume at rest", "mend the mesh"});
  point.deviatoric = std::sqrt(V * moduli.mu);
  point.volumetric = std::sqrt(V * (moduli.mu + 1.5 * moduli.lambda));
  return point;
}

void append_tet(const Vector& X, std::span<const Index> tet, const Moduli& moduli, std::vector<StrainPoint>& points) {
  Mat3 edges;
  for (int a = 0; a < 3; ++a) edges.col(a) = vertex(X, tet[static_cast<std::size_t>(a) + 1]) - vertex(X, tet[0]);
  const Mat3 gradients = edges.inverse();  // row a: grad N_{a+1}
  StrainPoint point{tet, {}, 0, 0};
  point.gradients[0] = -gradients.colwise().sum().transpose();
  for (int a = 0; a < 3; ++a) point.gradients[static_cast<std::size_t>(a) + 1] = gradients.row(a).transpose();
  points.push_back(weighted(point, std::abs(edges.determinant()) / 6, moduli));
}

void append_hex(const Vector& X, const Hex& hex, const Moduli& moduli, std::vector<StrainPoint>& points) {
  for (int q = 0; q < HexElement::kPoints; ++q) {
    const int p[3] = {q / 9, q / 3 % 3, q % 3};
    const Vec3 xi(HexElement::kPlaces[p[0]], HexElement::kPlaces[p[1]], HexElement::kPlaces[p[2]]);
    const Mat3 J = hex_jacobian(X, hex, xi), inverse = J.inverse();
    StrainPoint point{hex, {}, 0, 0};
    for (std::size_t a = 0; a < 8; ++a) {
      const auto& s = kHexSigns[a];
      const double u = 1 + s[0] * xi[0], v = 1 + s[1] * xi[1], w = 1 + s[2] * xi[2];
      point.gradients[a] = inverse.transpose() * (0.125 * Vec3(s[0] * v * w, s[1] * u * w, s[2] * u * v));
    }
    const double weight = HexElement::kWeights[p[0]] * HexElement::kWeights[p[1]] * HexElement::kWeights[p[2]];
    points.push_back(weighted(point, weight * std::abs(J.determinant()), moduli));
  }
}

// A body with the law of each of its cells.
struct ElasticCells {
  const Vector& X;
  const Cells& cells;
  const std::vector<Law>& laws;
  const std::vector<Index>& law_of_cell;
};

// The cells that have a law.
std::vector<Index> elastic_cells(const ElasticCells& body) {
  std::vector<Index> found;
  for (Index cell = 0; cell < body.cells.count(); ++cell) {
    if (body.law_of_cell[static_cast<std::size_t>(cell)] < 0) continue;
    const CellKind kind = body.cells.kind(cell);
    if (kind != CellKind::tet && kind != CellKind::hex)
      throw InputError(
          {"reduction.cells", "", fmt::format("the body has elastic {}", plural(kind)), "reduce bodies of tets and hexes"});
    found.push_back(cell);
  }
  return found;
}

// The points of some of the cells.
std::vector<StrainPoint> points_of(const ElasticCells& body, const std::vector<Moduli>& moduli, std::span<const Index> members) {
  std::vector<StrainPoint> points;
  for (Index cell : members) {
    const Moduli& of_cell = moduli[static_cast<std::size_t>(body.law_of_cell[static_cast<std::size_t>(cell)])];
    if (body.cells.kind(cell) == CellKind::tet)
      append_tet(body.X, body.cells.vertices(cell), of_cell, points);
    else
      append_hex(body.X, body.cells.hexes[static_cast<std::size_t>(cell - body.cells.first(CellKind::hex))], of_cell, points);
  }
  return points;
}

// Of a Gram matrix of so many rows.
std::size_t most_groups(Eigen::Index size) {
  const double sums_in_memory = kMostBytesOfSums / (sizeof(double) * static_cast<double>(size * size + 1));
  return std::min(kMostGroups, static_cast<std::size_t>(std::max(1.0, sums_in_memory)));
}

// <.,.> of all strains, below the diagonal.
Dense gram_matrix(const ElasticCells& body, const Dense& U, Strains strains) {
  assert(U.rows() == body.X.size());
  const std::vector<Index> elastic = elastic_cells(body);
  std::vector<Moduli> moduli(body.laws.size());
  for (Index cell : elastic) {
    const auto law = static_cast<std::size_t>(body.law_of_cell[static_cast<std::size_t>(cell)]);
    moduli[law] = moduli_of(body.laws[law], strains);
  }

  const Eigen::Index r = U.cols(), size = strains == Strains::linear ? r : r + QuarticEnergy::pairs(r);
  if (size == 0 || elastic.empty()) return Dense::Zero(size, size);  // Eigen's rankUpdate is not defined for no columns
  const std::size_t panels = (elastic.size() + kPointsPerPanel - 1) / kPointsPerPanel;  // of as many cells: a hex has more points
  const std::size_t groups = std::min(panels, most_groups(size));
  std::vector<Dense> sums(groups);
  for (Dense& sum : sums) sum.setZero(size, size);
  parallel_for(static_cast<Index>(groups), [&](Index group) {
    Dense S, &sum = sums[static_cast<std::size_t>(group)];
    for (std::size_t panel = static_cast<std::size_t>(group); panel < panels; panel += groups) {
      const std::size_t begin = panel * kPointsPerPanel, end = std::min(elastic.size(), begin + kPointsPerPanel);
      const std::vector<StrainPoint> points = points_of(body, moduli, std::span(elastic).subspan(begin, end - begin));
      for (std::size_t first = 0; first < points.size(); first += kPointsPerPanel) {
        scaled_strains(std::span(points).subspan(first, std::min(kPointsPerPanel, points.size() - first)), U, strains, S);
        sum.selfadjointView<Eigen::Lower>().rankUpdate(S.transpose());
      }
    }
  });
  for (std::size_t group = 1; group < groups; ++group) sums[0] += sums[group];
  return std::move(sums[0]);
}

}  // namespace

// Sums of all groups with a panel of strains each; then one sum, the derivatives as lists and the tiles that they become.
double reduce_stvk_bytes(std::int64_t r) {
  constexpr double kStrains = 6;  // of a point
  const double pairs = static_cast<double>(QuarticEnergy::pairs(r)), size = static_cast<double>(r) + pairs;
  const double groups = static_cast<double>(most_groups(static_cast<Eigen::Index>(size)));
  const double panel = kStrains * static_cast<double>(kPointsPerPanel) * size,
               tiles = 0.5 * pairs * (pairs + kFour) + pairs * static_cast<double>(r);
  const double lists = static_cast<double>(QuarticEnergy::fourth_derivatives(r) + QuarticEnergy::third_derivatives(r));
  return sizeof(double) * std::max(groups * (size * size + panel), size * size + lists + tiles);
}

void require_memory_to_reduce_stvk(std::int64_t r, double free_bytes) {
  const double bytes = reduce_stvk_bytes(r);
  if (bytes <= free_bytes) return;
  throw InputError({"reduction.memory", "",
                    fmt::format("the energy of {} coordinates would take {:.3g} GiB of memory to make; {:.3g} GiB are free", r,
                                bytes / 0x1p30, free_bytes / 0x1p30),
                    "use fewer coordinates (\"modes\"), or a machine with more memory"});
}

QuarticEnergy reduce_stvk(const Vector& X, const Cells& cells, const std::vector<Law>& laws, const std::vector<Index>& law_of_cell,
                          const Dense& U) {
  const Eigen::Index r = U.cols();
  if (r > kMostQuarticCoordinates)
    throw InputError({"reduction.size", "",
                      fmt::format("a basis of {} columns has {} fourth derivatives", r, QuarticEnergy::fourth_derivatives(r)),
                      fmt::format("keep at most {} columns, or use linear elasticity", kMostQuarticCoordinates)});
  require_memory_to_reduce_stvk(r, available_memory());
  const Dense gram = gram_matrix({X, cells, laws, law_of_cell}, U, Strains::all);
  // <e_i,e_jk> and <e_ij,e_kl>, from the triangle that is there.
  auto mixed = [&](Eigen::Index i, Eigen::Index j, Eigen::Index k) { return gram(r + QuarticEnergy::pair(j, k), i); };
  auto paired = [&](Eigen::Index i, Eigen::Index j, Eigen::Index k, Eigen::Index l) {
    const Eigen::Index a = r + QuarticEnergy::pair(i, j), b = r + QuarticEnergy::pair(k, l);
    return gram(std::max(a, b), std::min(a, b));
  };
  Vector third(QuarticEnergy::third_derivatives(r)), fourth(QuarticEnergy::fourth_derivatives(r));
  Eigen::Index at3 = 0, at4 = 0;
  for (Eigen::Index i = 0; i < r; ++i)
    for (Eigen::Index j = i; j < r; ++j)
      for (Eigen::Index k = j; k < r; ++k) {
        third[at3++] = 4 * (mixed(i, j, k) + mixed(j, i, k) + mixed(k, i, j));
        for (Eigen::Index l = k; l < r; ++l) fourth[at4++] = 8 * (paired(i, j, k, l) + paired(i, k, j, l) + paired(i, l, j, k));
      }
  return QuarticEnergy(2 * gram.topLeftCorner(r, r), third, fourth);
}

QuarticEnergy reduce_linear(const Vector& X, const Cells& cells, const std::vector<Law>& laws,
                            const std::vector<Index>& law_of_cell, const Dense& U) {
  return QuarticEnergy(2 * gram_matrix({X, cells, laws, law_of_cell}, U, Strains::linear));
}

ReducedDegree reduced_degree(const std::vector<Law>& laws) {
  const auto all = [&]<class Kind>(std::type_identity<Kind>) {
    return std::all_of(laws.begin(), laws.end(), [](const Law& law) { return std::holds_alternative<Kind>(law); });
  };
  if (all(std::type_identity<Linear>())) return ReducedDegree::quadratic;
  return all(std::type_identity<StVenantKirchhoff>()) ? ReducedDegree::quartic : ReducedDegree::none;
}

std::size_t law_in_the_way(const std::vector<Law>& laws) {
  std::size_t k = 0;
  while (k < laws.size() &&
         reduced_degree({laws.begin(), laws.begin() + static_cast<std::ptrdiff_t>(k) + 1}) != ReducedDegree::none)
    ++k;
  return k;
}

QuarticEnergy reduce_elasticity(const Vector& X, const Cells& cells, const std::vector<Law>& laws,
                                const std::vector<Index>& law_of_cell, const Eigen::MatrixXd& U) {
  return reduced_degree(laws) == ReducedDegree::quadratic ? reduce_linear(X, cells, laws, law_of_cell, U)
                                                          : reduce_stvk(X, cells, laws, law_of_cell, U);
}

}  // namespace lilyan
