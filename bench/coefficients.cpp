#include "coefficients.hpp"

#include "bars.hpp"

#include <lilyan/mesh/box.hpp>
#include <lilyan/reduction/reduce_elasticity.hpp>

#ifdef LILYAN_BENCH_CHOLMOD
#include <cblas.h>
#endif

#include <cmath>

namespace lilyan::bench {

namespace {

#ifdef LILYAN_BENCH_CHOLMOD
constexpr const char* kProduct = "dgemm";
void multiply(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b, Eigen::MatrixXd& c) {
  const int n = static_cast<int>(a.rows());
  cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, n, n, n, 1, a.data(), n, b.data(), n, 0, c.data(), n);
}
#else
constexpr const char* kProduct = "Eigen's product of matrices";
void multiply(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b, Eigen::MatrixXd& c) { c.noalias() = a * b; }
#endif

}  // namespace

std::string product_name() { return kProduct; }

double product_ms(double flops) {
  const int n = 512;
  const Eigen::MatrixXd a = Eigen::MatrixXd::Random(n, n), b = Eigen::MatrixXd::Random(n, n);
  Eigen::MatrixXd c = Eigen::MatrixXd::Zero(n, n);
  return best_ms([&] { multiply(a, b, c); }) * flops / (2.0 * n * n * n);
}

Eigen::MatrixXd waves(const Vector& X, Index r) {
  Eigen::MatrixXd U(X.size(), r);
  for (Index k = 0; k < r; ++k)
    for (Eigen::Index c = 0; c < X.size(); ++c)
      U(c, k) = 0.01 * std::sin(0.7 * (k + 1) * X[c] + 0.3 * static_cast<double>(c % 3) + k);
  return U;
}

CoefficientTimes time_coefficients(Index r) {
  const TetMesh mesh = box(Vec3(2.8, 0.9, 0.6), {28, 9, 6}, Vec3::Zero(), Split::five);
  const Cells cells{.tets = mesh.tets};
  const std::vector<Index> law_of_cell(mesh.tets.size(), 0);
  const Eigen::MatrixXd U = waves(mesh.X, r);
  const double strains = static_cast<double>(r + QuarticEnergy::pairs(r));
  CoefficientTimes times{mesh.tets.size(), 0, 0, 0};
  times.ms = best_ms([&] { reduce_stvk(mesh.X, cells, {reference_stvk()}, law_of_cell, U); });
  times.linear_ms = best_ms([&] { reduce_linear(mesh.X, cells, {reference_stvk()}, law_of_cell, U); });
  times.product_ms = product_ms(6.0 * static_cast<double>(mesh.tets.size()) * strains * (strains + 1));
  return times;
}

}  // namespace lilyan::bench
