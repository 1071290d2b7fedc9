#include <lilyan/reduction/reduced_elasticity.hpp>

#include <lilyan/algebra/dense.hpp>

#include <numeric>

namespace lilyan {

namespace {

// One per thread, so that evaluations allocate nothing and do not meet.
struct Buffers {
  QuarticEnergy::Scratch scratch;
  Vector q, f;
  Eigen::MatrixXd K;
};
thread_local Buffers buffers;

// The nearest matrix without negative eigenvalues.
void project(Eigen::MatrixXd& K) {
  if (DenseCholesky(K).succeeded()) return;
  K = without_negative_eigenvalues(symmetric_spectrum(K));
}

}  // namespace

ReducedElasticity::ReducedElasticity(const Space::Reduced& body, std::shared_ptr<const QuarticEnergy> energy)
    : first_point_(body.first_point), points_(body.shape->points()), scale_(body.shape->scale()), energy_(std::move(energy)) {}

double ReducedElasticity::value(const Vector& y, double) const {
  buffers.q = scale_ * y.segment(3 * Eigen::Index{first_point_}, energy_->size());
  return energy_->value(buffers.q, buffers.scratch);
}

double ReducedElasticity::add_gradient(const Vector& y, double, double w, Vector& g) const {
  buffers.q = scale_ * y.segment(3 * Eigen::Index{first_point_}, energy_->size());
  const double W = energy_->evaluate(buffers.q, buffers.f, buffers.K, buffers.scratch);
  g.segment(3 * Eigen::Index{first_point_}, energy_->size()) += w * scale_ * buffers.f;
  return W;
}

void ReducedElasticity::add_hessian(const Vector& y, double, double w, Definiteness definiteness, BlockMatrix& H) const {
  const Eigen::Index r = energy_->size();
  Eigen::MatrixXd& K = buffers.K;
  buffers.q = scale_ * y.segment(3 * Eigen::Index{first_point_}, r);
  energy_->evaluate(buffers.q, buffers.f, K, buffers.scratch);
  if (definiteness == Definiteness::projected) project(K);
  const std::span<const Index> places = H.pattern().places(group_);
  const double factor = w * scale_ * scale_;
  for (Eigen::Index i = 0; i < r; ++i)
    for (Eigen::Index j = 0; j < std::min(r, 3 * (i / 3 + 1)); ++j) {
      const Eigen::Index a = i / 3, b = j / 3;
      H.block(places[static_cast<std::size_t>(a * (a + 1) / 2 + b)])[3 * (i % 3) + j % 3] += factor * K(i, j);
    }
}

void ReducedElasticity::connect(BlockPatternBuilder& pattern) {
  std::vector<Index> all(static_cast<std::size_t>(points_));
  std::iota(all.begin(), all.end(), first_point_);
  group_ = pattern.add(std::move(all), points_);
}

}  // namespace lilyan
