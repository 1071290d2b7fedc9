#include <lilyan/reduction/rigid_motions.hpp>

#include <lilyan/algebra/dense.hpp>
#include <lilyan/core/groups.hpp>
#include <lilyan/dynamics/rigid_fields.hpp>
#include <lilyan/dynamics/system.hpp>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace lilyan {

namespace {

using Six = Eigen::Matrix<double, Eigen::Dynamic, 6>;

constexpr double kNoMotion = 1e-9;  // relative to a motion of the whole part; coordinates are rounded at 1e-16

// A part with what holds it from outside, a row each: held components, and equations between its vertices.
struct HeldPart {
  std::vector<Index> vertices;     // ascending
  std::vector<Entries> equations;  // a row of dg/dx each, of length 1; columns are components
};

// Translations along x, y, z and rotations about the principal axes through the mass centre, three rows a vertex, with equal
// kinetic energies where nothing is held.
Six motions_of_part(const System& system, const Vector& X, const std::vector<Index>& part) {
  const RigidFields fields = principal_rigid_fields(system, part, X);
  Six motions(3 * static_cast<Eigen::Index>(part.size()), 6);
  for (Eigen::Index k = 0; k < static_cast<Eigen::Index>(part.size()); ++k)
    motions.middleRows<3>(3 * k) = fields.at(vertex(X, part[k]));
  return motions;
}

// What the motions of a part do to an equation, as far as it concerns the part.
Eigen::RowVectorXd times_motions(const Entries& equation, const std::vector<Index>& part, const Six& motions) {
  Eigen::RowVectorXd product = Eigen::RowVectorXd::Zero(6);
  for (const Entry& entry : equation) {
    const auto found = std::lower_bound(part.begin(), part.end(), entry.column / 3);
    if (found == part.end() || *found != entry.column / 3) continue;
    product += entry.value * motions.row(3 * (found - part.begin()) + entry.column % 3);
  }
  return product;
}

// Rows of dg/dx at X and time 0, each of length 1.
std::vector<Entries> equations_at(const ConstraintSet& constraints, const Vector& X) {
  std::vector<std::map<Index, double>> rows(constraints.rows());
  for (const Entry& entry : constraints.gradient(X, 0)) rows[entry.row][entry.column] += entry.value;
  std::vector<Entries> equations;
  for (const auto& row : rows) {
    double squares = 0;
    for (const auto& [column, value] : row) squares += value * value;
    if (squares == 0) continue;
    equations.emplace_back();
    for (const auto& [column, value] : row) equations.back().push_back({0, column, value / std::sqrt(squares)});
  }
  return equations;
}

// Parts of the system, joined where an equation concerns the motions of several: glue joins bodies to one part. A volume that is
// kept does not, since no rigid motion changes it.
std::vector<HeldPart> held_parts(const System& system, const Vector& X) {
  const std::vector<std::vector<Index>>& parts = system.parts().vertices();
  std::vector<HeldPart> held;
  if (system.constraints().empty()) {
    for (const std::vector<Index>& part : parts) held.push_back({part, {}});
    return held;
  }
  std::vector<std::size_t> part_of(system.vertices());
  for (std::size_t p = 0; p < parts.size(); ++p)
    for (Index v : parts[p]) part_of[v] = p;

  Groups groups(parts.size());
  std::vector<std::pair<std::size_t, Entries>> equations;  // of the first part each concerns
  std::map<std::size_t, Six> motions;                      // of parts that equations name
  for (Entries& equation : equations_at(system.constraints(), X)) {
    std::vector<std::size_t> named;
    for (const Entry& entry : equation) named.push_back(part_of[entry.column / 3]);
    std::sort(named.begin(), named.end());
    named.erase(std::unique(named.begin(), named.end()), named.end());
    std::erase_if(named, [&](std::size_t p) {
      if (!motions.contains(p)) motions[p] = motions_of_part(system, X, parts[p]);
      return times_motions(equation, parts[p], motions[p]).cwiseAbs().maxCoeff() <= kNoMotion;
    });
    if (named.empty()) continue;
    for (std::size_t p : named) groups.join(named.front(), p);
    equations.emplace_back(named.front(), std::move(equation));
  }

  std::map<std::size_t, std::size_t> place;  // of a group among those returned, by its name
  for (std::size_t p = 0; p < parts.size(); ++p) {
    const auto [found, is_new] = place.try_emplace(groups.of(p), held.size());
    if (is_new) held.emplace_back();
    std::vector<Index>& vertices = held[found->second].vertices;
    vertices.insert(vertices.end(), parts[p].begin(), parts[p].end());
  }
  for (HeldPart& part : held) std::sort(part.vertices.begin(), part.vertices.end());
  for (auto& [part, equation] : equations) held[place[groups.of(part)]].equations.push_back(std::move(equation));
  return held;
}

// Combinations of the columns that are orthonormal with the masses; one that moves nothing is left out (a rod that turns about
// itself).
Eigen::MatrixXd orthonormal(const Eigen::MatrixXd& columns, const Metric& metric) {
  Eigen::MatrixXd weighted(columns.rows(), columns.cols());
  Vector p;
  for (Eigen::Index k = 0; k < columns.cols(); ++k) {
    metric.multiply_unknowns(columns.col(k), p);
    weighted.col(k) = p;
  }
  const Eigen::MatrixXd gram = columns.transpose() * weighted;
  const Spectrum spectrum = symmetric_spectrum(gram);
  const Vector& sizes = spectrum.values;
  const Eigen::Index still = (sizes.array() <= kNoMotion * kNoMotion * sizes.maxCoeff()).count();
  if (still == 0) return DenseCholesky(gram).orthonormal(columns);
  const Eigen::Index moving = sizes.size() - still;
  return columns * spectrum.vectors.rightCols(moving) * sizes.tail(moving).cwiseSqrt().cwiseInverse().asDiagonal();
}

// The combinations of the motions that leave the held components where they are.
Eigen::MatrixXd allowed(const Six& held) {
  if (held.rows() == 0) return Eigen::MatrixXd::Identity(6, 6);
  Six tall = Six::Zero(std::max<Eigen::Index>(6, held.rows()), 6);
  tall.topRows(held.rows()) = held;
  const SingularValues svd = right_singular_vectors(tall);
  const Eigen::Index rank = (svd.values.array() > kNoMotion).count();
  return svd.V.rightCols(6 - rank);
}

}  // namespace

Eigen::MatrixXd rigid_motions(const System& system, const Vector& X) {
  const Coordinates& coordinates = system.coordinates();
  std::vector<Index> unknown(coordinates.components(), -1);
  for (Index i = 0; i < coordinates.size(); ++i) unknown[coordinates.free()[i]] = i;

  Eigen::MatrixXd all(coordinates.size(), 0);
  for (const auto& [part, equations] : held_parts(system, X)) {
    const Six motions = motions_of_part(system, X, part);
    std::vector<Eigen::Index> held, free;  // rows of `motions`
    for (Eigen::Index row = 0; row < motions.rows(); ++row) (unknown[3 * part[row / 3] + row % 3] < 0 ? held : free).push_back(row);
    Six holding(static_cast<Eigen::Index>(held.size() + equations.size()), 6);
    holding.topRows(static_cast<Eigen::Index>(held.size())) = motions(held, Eigen::all);
    for (std::size_t k = 0; k < equations.size(); ++k)
      holding.row(static_cast<Eigen::Index>(held.size() + k)) = times_motions(equations[k], part, motions);
    const Eigen::MatrixXd moving = motions(free, Eigen::all) * allowed(holding);
    if (moving.cols() == 0) continue;

    Eigen::MatrixXd columns = Eigen::MatrixXd::Zero(coordinates.size(), moving.cols());
    for (Eigen::Index k = 0; k < moving.rows(); ++k) {
      const Index component = 3 * part[free[k] / 3] + static_cast<Index>(free[k] % 3);
      columns.row(unknown[component]) = moving.row(k);
    }
    columns = orthonormal(columns, system.metric());
    all.conservativeResize(Eigen::NoChange, all.cols() + columns.cols());
    all.rightCols(columns.cols()) = columns;
  }
  return all;
}

}  // namespace lilyan
