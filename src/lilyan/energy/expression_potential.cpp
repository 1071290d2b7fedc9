#include <lilyan/energy/expression_potential.hpp>

#include <lilyan/algebra/dense.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lilyan {

namespace {

constexpr Index kGroupsPerChunk = 64;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

double finite_or_infinite(double W) { return std::isfinite(W) ? W : kInfinity; }

void project(Eigen::MatrixXd& H) {
  if (!H.allFinite()) return;  // the solver refuses it as it is
  const Spectrum spectrum = symmetric_spectrum(H);
  if (spectrum.values.minCoeff() >= 0) return;
  H = without_negative_eigenvalues(spectrum);
}

}  // namespace

ExpressionNames potential_names(const std::vector<std::string>& vertices, std::map<std::string, double> parameters) {
  ExpressionNames names;
  names.parameters = std::move(parameters);
  const bool is_unnamed = vertices.size() == 1 && vertices[0].empty();
  if (is_unnamed) {
    names.variables = {"x", "y", "z"};
    names.inputs = {"m"};
  } else {
    names.points = vertices;
    for (const std::string& vertex : vertices) names.inputs.push_back(vertex + ".m");
  }
  names.inputs.emplace_back("t");
  return names;
}

ExpressionPotential::ExpressionPotential(Expression formula, std::vector<Index> groups, Index per_group, const Vector& vertex_mass,
                                         EnergyKind kind)
    : formula_(std::move(formula)),
      groups_(std::move(groups)),
      per_group_(per_group),
      mass_(static_cast<Eigen::Index>(groups_.size())),
      rank_(groups_.size()),
      kind_(kind),
      schedule_(groups_, per_group, kGroupsPerChunk) {
  const Index time = 4 * per_group_;  // behind three coordinates and a mass a vertex
  if (formula_.depends_on(time)) by_time_ = formula_.by_input(time);
  for (std::size_t k = 0; k < groups_.size(); ++k) {
    mass_[static_cast<Eigen::Index>(k)] = vertex_mass[groups_[k]];
    const Index* const own = group(static_cast<Index>(k) / per_group_);
    rank_[k] = static_cast<Index>(std::count_if(own, own + per_group_, [&](Index other) { return other < groups_[k]; }));
  }
}

void ExpressionPotential::gather(const Vector& x, double t, Index e, std::vector<double>& at) const {
  at.clear();
  for (Index k = 0; k < per_group_; ++k)
    for (int c = 0; c < 3; ++c) at.push_back(x[3 * Eigen::Index{group(e)[k]} + c]);
  for (Index k = 0; k < per_group_; ++k) at.push_back(mass_[Eigen::Index{e} * per_group_ + k]);
  at.push_back(t);
}

double ExpressionPotential::value(const Vector& x, double t) const {
  return finite_or_infinite(schedule_.sum([&](const ElementSchedule::Chunk& chunk) {
    std::vector<double> at;
    double W = 0;
    for (Index e = chunk.begin; e < chunk.end; ++e) gather(x, t, e, at), W += formula_.value(at);
    return W;
  }));
}

void ExpressionPotential::add_energies(const Vector& x, double t, Vector& per_vertex) const {
  std::vector<double> at;
  for (Index e = 0; e < static_cast<Index>(groups_.size()) / per_group_; ++e) {
    gather(x, t, e, at);
    per_vertex[group(e)[0]] += formula_.value(at);
  }
}

double ExpressionPotential::add_gradient(const Vector& x, double t, double w, Vector& g) const {
  return finite_or_infinite(schedule_.scatter_and_sum([&](const ElementSchedule::Chunk& chunk) {
    std::vector<double> at;
    Expression::Derivatives d;
    double W = 0;
    for (Index e = chunk.begin; e < chunk.end; ++e) {
      gather(x, t, e, at);
      formula_.first(at, d);
      // An edge, as of sqrt(x) at 0: where the force is not finite no step may end.
      W += d.gradient.allFinite() ? d.value : kInfinity;
      for (std::size_t i = 0; i < formula_.variables().size(); ++i) {
        const Index variable = formula_.variables()[i];
        g[3 * Eigen::Index{group(e)[variable / 3]} + variable % 3] += w * d.gradient[static_cast<Eigen::Index>(i)];
      }
    }
    return W;
  }));
}

double ExpressionPotential::rate(const Vector& x, double t) const {
  if (!by_time_) return 0;
  return schedule_.sum([&](const ElementSchedule::Chunk& chunk) {
    std::vector<double> at;
    Expression::Derivatives d;
    double sum = 0;
    for (Index e = chunk.begin; e < chunk.end; ++e) {
      gather(x, t, e, at);
      by_time_->first(at, d);
      sum += d.gradient[0];
    }
    return sum;
  });
}

double ExpressionPotential::magnitude(const Vector& x, double t, double W) const {
  const double sum = schedule_.sum([&](const ElementSchedule::Chunk& chunk) {
    std::vector<double> at;
    double terms = 0;
    for (Index e = chunk.begin; e < chunk.end; ++e) gather(x, t, e, at), terms += formula_.magnitude(at);
    return terms;
  });
  return std::isfinite(sum) ? sum : std::abs(W);
}

void ExpressionPotential::add_hessian(const Vector& x, double t, double w, Definiteness definiteness, BlockMatrix& H) const {
  const Index* const places = H.pattern().places(pattern_group_).data();
  const std::ptrdiff_t blocks = std::ptrdiff_t{per_group_} * (per_group_ + 1) / 2;
  schedule_.for_each([&](const ElementSchedule::Chunk& chunk) {
    std::vector<double> at;
    Expression::Derivatives d;
    for (Index e = chunk.begin; e < chunk.end; ++e) {
      gather(x, t, e, at);
      formula_.second(at, d);
      if (definiteness == Definiteness::projected) project(d.hessian);
      const Index* const rank = rank_.data() + std::ptrdiff_t{e} * per_group_;
      for (std::size_t i = 0; i < formula_.variables().size(); ++i)
        for (std::size_t j = 0; j < formula_.variables().size(); ++j) {
          const Index row = formula_.variables()[i], column = formula_.variables()[j];
          const std::ptrdiff_t a = rank[row / 3], b = rank[column / 3];
          if (a < b) continue;  // the other half is stored
          H.block(places[e * blocks + a * (a + 1) / 2 + b])[3 * (row % 3) + column % 3] +=
              w * d.hessian(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
        }
    }
  });
}

void ExpressionPotential::connect(BlockPatternBuilder& pattern) {
  std::vector<Index> ascending = groups_;
  for (auto begin = ascending.begin(); begin != ascending.end(); begin += per_group_) std::sort(begin, begin + per_group_);
  pattern_group_ = pattern.add(std::move(ascending), per_group_);
}

}  // namespace lilyan
