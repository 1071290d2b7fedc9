#include <lilyan/reduction/modal_strains.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lilyan {

namespace {

struct Gradient {
  Lanes at[3][3];  // G = dU/dX
};

// Eight points; lanes without one have volume zero.
struct Batch {
  Lanes deviatoric{}, volumetric{};
};

Batch scales_of(std::span<const StrainPoint> points) {
  Batch batch;
  for (std::size_t lane = 0; lane < points.size(); ++lane) {
    batch.deviatoric[lane] = points[lane].deviatoric;
    batch.volumetric[lane] = points[lane].volumetric;
  }
  return batch;
}

void gradients_of(std::span<const StrainPoint> points, const Eigen::MatrixXd& U, std::vector<Gradient>& G) {
  for (std::size_t lane = 0; lane < points.size(); ++lane) {
    const StrainPoint& point = points[lane];
    for (Eigen::Index i = 0; i < U.cols(); ++i) {
      Mat3 gradient = Mat3::Zero();
      for (std::size_t a = 0; a < point.vertices.size(); ++a)
        gradient += U.col(i).segment<3>(3 * Eigen::Index{point.vertices[a]}) * point.gradients[a].transpose();
      for (int m = 0; m < 3; ++m)
        for (int k = 0; k < 3; ++k) G[static_cast<std::size_t>(i)].at[m][k][lane] = gradient(m, k);
    }
  }
}

// Six rows of eight, of the symmetric strain with this diagonal and twice these entries off it.
void write(const Batch& batch, const Lanes (&diagonal)[3], const Lanes (&twice_off)[3], double* rows) {
  const Lanes trace = (diagonal[0] + diagonal[1] + diagonal[2]) / 3.0;
  const Lanes mean = (batch.volumetric - batch.deviatoric) * trace;
  Lanes s[6];
  for (int k = 0; k < 3; ++k) s[k] = batch.deviatoric * diagonal[k] + mean;
  for (int k = 0; k < 3; ++k) s[3 + k] = (0.5 * std::numbers::sqrt2) * batch.deviatoric * twice_off[k];
  for (int k = 0; k < 6; ++k)
    for (int lane = 0; lane < kLanes; ++lane) rows[k * kLanes + lane] = s[k][lane];
}

void write_linear(const Batch& batch, const Gradient& G, double* rows) {
  const Lanes diagonal[3] = {G.at[0][0], G.at[1][1], G.at[2][2]};
  const Lanes twice_off[3] = {G.at[1][2] + G.at[2][1], G.at[0][2] + G.at[2][0], G.at[0][1] + G.at[1][0]};
  write(batch, diagonal, twice_off, rows);
}

// e_ij = sym(G_i^T G_j)/2.
void write_pair(const Batch& batch, const Gradient& Gi, const Gradient& Gj, double* rows) {
  auto product = [&](int a, int b) { return Gi.at[0][a] * Gj.at[0][b] + Gi.at[1][a] * Gj.at[1][b] + Gi.at[2][a] * Gj.at[2][b]; };
  const Lanes diagonal[3] = {0.5 * product(0, 0), 0.5 * product(1, 1), 0.5 * product(2, 2)};
  const Lanes twice_off[3] = {0.5 * (product(1, 2) + product(2, 1)), 0.5 * (product(0, 2) + product(2, 0)),
                              0.5 * (product(0, 1) + product(1, 0))};
  write(batch, diagonal, twice_off, rows);
}

}  // namespace

void scaled_strains(std::span<const StrainPoint> points, const Eigen::MatrixXd& U, Strains strains, Eigen::MatrixXd& S) {
  const auto r = static_cast<std::size_t>(U.cols());
  const std::size_t batches = (points.size() + kLanes - 1) / kLanes;
  S.resize(static_cast<Eigen::Index>(batches) * kRowsPerBatch,
           static_cast<Eigen::Index>(strains == Strains::linear ? r : r + r * (r + 1) / 2));
  std::vector<Gradient> G(r, Gradient{});
  for (std::size_t b = 0; b < batches; ++b) {
    const auto members = points.subspan(b * kLanes, std::min<std::size_t>(kLanes, points.size() - b * kLanes));
    const Batch batch = scales_of(members);
    gradients_of(members, U, G);
    // By index: a pointer that moves on by a column leaves the matrix behind the last one.
    Eigen::Index column = 0;
    const auto next_rows = [&] { return &S.coeffRef(static_cast<Eigen::Index>(b) * kRowsPerBatch, column++); };
    for (std::size_t i = 0; i < r; ++i) write_linear(batch, G[i], next_rows());
    if (strains == Strains::linear) continue;
    for (std::size_t j = 0; j < r; ++j)
      for (std::size_t i = 0; i <= j; ++i) write_pair(batch, G[i], G[j], next_rows());
  }
}

}  // namespace lilyan
