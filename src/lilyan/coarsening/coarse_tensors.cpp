#include <lilyan/coarsening/coarse_tensors.hpp>

#include <lilyan/algebra/dense.hpp>
#include <lilyan/algebra/threads.hpp>
#include <lilyan/coarsening/fine_sampling.hpp>
#include <lilyan/core/error.hpp>

#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace lilyan {

namespace {

constexpr double kWorstCondition = 1e8;

// Mandel's components that strains of the body have.
std::vector<int> strain_components(int dimension) {
  return dimension == 3 ? std::vector<int>{0, 1, 2, 3, 4, 5} : std::vector<int>{0, 1, 5};
}

struct Means {
  Mat6 stiffness = Mat6::Zero(), compliance = Mat6::Zero();  // sum of |v_p| C_p and of |v_p| C_p^-1
  double volume = 0;                                         // of the filled part
};

Means means_over(const FineBody& body, const CellCut& cut, const std::vector<Mat6>& compliance) {
  Means means;
  for (const Piece& piece : cut.pieces) {
    means.volume += piece.volume();
    means.stiffness += piece.volume() * body.stiffness_of(piece.cell);
    means.compliance +=
        piece.volume() * compliance[static_cast<std::size_t>(body.law_of_cell[static_cast<std::size_t>(piece.cell)])];
  }
  return means;
}

// The coarse cell as a body of one cell, for its strain matrix.
FineBody alone(const CoarseMesh& mesh, int dimension, std::size_t cell) {
  FineBody one;
  one.X = mesh.X;
  if (dimension == 3)
    one.cells.tets = {mesh.cells.tets[cell]};
  else
    one.cells.triangles = {mesh.cells.triangles[cell]};
  return one;
}

// The strains of the probes in a coarse cell from their displacements at its vertices.
Eigen::MatrixXd nodal_strain(const CoarseMesh& mesh, int dimension, std::size_t cell, const Eigen::MatrixXd& at_vertices) {
  const FineBody one = alone(mesh, dimension, cell);
  const StrainMatrix B = strain_matrix(one, 0);
  Eigen::MatrixXd G = Eigen::MatrixXd::Zero(6, at_vertices.cols());
  const std::span<const Index> corners = one.cells.vertices(0);
  for (std::size_t v = 0; v < corners.size(); ++v)
    G += B.middleCols<3>(3 * static_cast<Eigen::Index>(v)) * at_vertices.middleRows<3>(3 * Eigen::Index{corners[v]});
  return G;
}

struct ProbeMeans {
  Eigen::MatrixXd strain, energy;  // sums of |v_p| eps_p and |v_p| eps_p^T C_p eps_p
};

ProbeMeans probe_means(const FineBody& body, const CellCut& cut, const Eigen::MatrixXd& displacements) {
  const Eigen::Index count = displacements.cols();
  ProbeMeans means{Eigen::MatrixXd::Zero(6, count), Eigen::MatrixXd::Zero(count, count)};
  for (const Piece& piece : cut.pieces) {
    const StrainMatrix B = strain_matrix(body, piece.cell);
    Eigen::MatrixXd strain = Eigen::MatrixXd::Zero(6, count);
    const std::span<const Index> corners = body.cells.vertices(piece.cell);
    for (std::size_t v = 0; v < corners.size(); ++v)
      strain += B.middleCols<3>(3 * static_cast<Eigen::Index>(v)) * displacements.middleRows<3>(3 * Eigen::Index{corners[v]});
    means.strain += piece.volume() * strain;
    means.energy += piece.volume() * strain.transpose() * body.stiffness_of(piece.cell) * strain;
  }
  return means;
}

// G^-T E G^-1 with probes scaled to E_bb = 1, which cancels; and cond G.
std::pair<Eigen::MatrixXd, double> matched(const Eigen::MatrixXd& G, const Eigen::MatrixXd& energy) {
  const Vector scale = energy.diagonal().unaryExpr([](double e) { return e > 0 ? 1 / std::sqrt(e) : 0; });
  const SingularValues svd = singular_values(G * scale.asDiagonal());
  const double least = svd.values[G.cols() - 1];
  const double condition = least > 0 ? svd.values[0] / least : std::numeric_limits<double>::infinity();
  if (!(condition <= kWorstCondition)) return {{}, condition};
  const Eigen::MatrixXd inverse = svd.solve(Eigen::MatrixXd::Identity(G.rows(), G.rows()));
  const Eigen::MatrixXd C = inverse.transpose() * (scale.asDiagonal() * energy * scale.asDiagonal()) * inverse;
  return {0.5 * (C + C.transpose()), condition};
}

// Puts the entries of the strains that the body has into a stiffness that is `mean` elsewhere, with nothing between the two.
Mat6 with_entries(Mat6 mean, const std::vector<int>& components, const Eigen::MatrixXd& entries) {
  std::vector<int> others;
  for (int k = 0; k < 6; ++k)
    if (std::find(components.begin(), components.end(), k) == components.end()) others.push_back(k);
  for (int a : others)
    for (int b : components) mean(a, b) = mean(b, a) = 0;
  mean(components, components) = entries;
  return mean;
}

class Coarsener {
 public:
  Coarsener(const FineBody& body, const CoarseMesh& mesh, const TensorSettings& settings)
      : body_(body),
        mesh_(mesh),
        method_(settings.method),
        cells_(simplex_cells(mesh, body.dimension(), body.X[2])),
        cuts_(cut_body(body, cells_)),
        components_(strain_components(body.dimension())) {
    for (const Mat6& C : body.stiffness) compliance_.push_back(C.inverse());
    if (!takes_probes()) return;
    const auto modes = stress_modes(body.dimension()).first(components_.size());  // the constant ones
    const bool nodal = method_ == TensorMethod::nodal;
    const Eigen::MatrixXd forces = !nodal ? probe_forces(body, modes)
                                   : settings.normal == TractionNormal::fine
                                       ? outer_traction(body, modes)
                                       : coarse_normal_traction(body, modes, mesh, cells_, cuts_);
    displacements_ = displacements_under(body, forces, settings.support, settings.memory_limit);
    if (nodal) sample();
  }

  CoarseTensors tensors() const {
    CoarseTensors result;
    result.stiffness.assign(cells_.size(), Mat6::Zero());
    std::vector<double> condition(cells_.size(), 0);
    parallel_for(static_cast<Index>(cells_.size()), [&](Index q) {
      const auto at = static_cast<std::size_t>(q);
      std::tie(result.stiffness[at], condition[at]) = tensor(at);
    });
    for (std::size_t q = 0; q < cells_.size(); ++q) {
      result.fill.push_back(cuts_[q].fill);
      if (!(cuts_[q].fill > kFilled) || !takes_probes()) continue;
      if (cuts_[q].fill < kLeastCellFill)
        ++result.hardly_filled;
      else if (!(condition[q] <= kWorstCondition))
        ++result.ill_conditioned;
      else
        result.largest_condition = std::max(result.largest_condition, condition[q]);
    }
    return result;
  }

 private:
  bool takes_probes() const { return method_ == TensorMethod::nodal || method_ == TensorMethod::averaged; }

  void sample() {
    const FineSampling sampling(body_);
    const auto vertices = static_cast<Index>(mesh_.X.size() / 3);
    at_vertices_.resize(mesh_.X.size(), displacements_.cols());
    parallel_for(vertices, [&](Index i) {
      Vec3 x = vertex(mesh_.X, i);
      if (body_.dimension() == 2) x[2] = body_.X[2];
      at_vertices_.middleRows<3>(3 * Eigen::Index{i}) = sampling.at(x, displacements_);
    });
  }

  // C_q and cond G.
  std::pair<Mat6, double> tensor(std::size_t q) const {
    const CellCut& cut = cuts_[q];
    if (!(cut.fill > kFilled)) return {Mat6::Zero(), 0};
    const Means means = means_over(body_, cut, compliance_);
    const double whole = means.volume / cut.fill;  // |T_q|, with the thickness of a slice
    const Mat6 arithmetic = means.stiffness / whole;
    if (method_ == TensorMethod::harmonic) return {Mat6(means.volume * means.compliance.inverse() * cut.fill), 0};
    if (!takes_probes() || cut.fill < kLeastCellFill) return {arithmetic, 0};
    const ProbeMeans probes = probe_means(body_, cut, displacements_);
    const Eigen::MatrixXd G = method_ == TensorMethod::nodal ? nodal_strain(mesh_, body_.dimension(), q, at_vertices_)
                                                             : Eigen::MatrixXd(probes.strain / means.volume);
    const auto [C, condition] = matched(G(components_, Eigen::all), probes.energy / whole);
    return {C.size() == 0 ? arithmetic : with_entries(arithmetic, components_, C), condition};
  }

  const FineBody& body_;
  const CoarseMesh& mesh_;
  TensorMethod method_;
  std::vector<CuttingCell> cells_;
  std::vector<CellCut> cuts_;
  std::vector<int> components_;
  std::vector<Mat6> compliance_;  // of each law
  Eigen::MatrixXd displacements_, at_vertices_;
};

}  // namespace

CoarseTensors coarse_tensors(const FineBody& body, const CoarseMesh& mesh, const TensorSettings& settings) {
  if (settings.method == TensorMethod::nodal && settings.support == ProbeSupport::pinned)
    throw InputError({"coarsening.nodal-pins", "", "nodal strains cannot be taken from probes with held pins",
                      "use free probes, or averaged strains"});
  return Coarsener(body, mesh, settings).tensors();
}

}  // namespace lilyan
