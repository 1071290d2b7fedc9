#include <lilyan/energy/elements/cell_stiffness.hpp>

#include <lilyan/algebra/dense.hpp>
#include <lilyan/materials/rotation_fit.hpp>
#include <lilyan/materials/tensor.hpp>
#include <lilyan/mesh/shape_functions.hpp>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

namespace lilyan {

namespace {

template <int kDim>
using Of = CellStiffness<kDim>;

// [v]: of hexes the matrices of the cross products, of quads their z.
Of<3>::Moments moments(const Of<3>::Corners& v) {
  Of<3>::Moments all;
  for (int a = 0; a < 8; ++a) all.middleCols<3>(3 * a) = cross_matrix(v.col(a));
  return all;
}

Of<2>::Moments moments(const Of<2>::Corners& v) {
  Of<2>::Moments all;
  for (int a = 0; a < 4; ++a) all.middleCols<2>(2 * a) << -v(1, a), v(0, a);
  return all;
}

// Gradients of the shape functions in the middle of the cell.
Of<3>::Corners middle_gradients(const Vector& X, const Hex& hex) {
  const Mat3 inverse = hex_jacobian(X, hex, Vec3::Zero()).inverse();
  Of<3>::Corners g;
  for (int a = 0; a < 8; ++a) {
    const auto& s = kHexSigns[static_cast<std::size_t>(a)];
    g.col(a) = 0.125 * inverse.transpose() * Vec3(s[0], s[1], s[2]);
  }
  return g;
}

Of<2>::Corners middle_gradients(const Vector& X, const Quad& quad) {
  const Eigen::Matrix2d inverse = quad_jacobian(X, quad, Eigen::Vector2d::Zero()).topRows<2>().inverse();
  Of<2>::Corners g;
  for (int a = 0; a < 4; ++a) {
    const auto& s = kQuadSigns[static_cast<std::size_t>(a)];
    g.col(a) = 0.25 * inverse.transpose() * Eigen::Vector2d(s[0], s[1]);
  }
  return g;
}

// R and T of F, eight at once. Where the best rotation is not unique, its turn is taken to be none.
void fit_all(std::span<const Mat3> F, std::span<Of<3>::Fit> fits) {
  assert(F.size() <= kLanes);
  Tensor<Lanes> all, R, N, T;
  for (int c = 0; c < 9; ++c)
    for (int lane = 0; lane < kLanes; ++lane)
      all[c / 3][c % 3][lane] = F[std::min<std::size_t>(lane, F.size() - 1)](c / 3, c % 3);  // lanes without a cell: the last one
  const LaneMask found = polar_decomposition(all, R, N);
  const Tensor<Lanes> NR = N * R;
  for (int c = 0; c < 9; ++c)
    T[c / 3][c % 3] = R[0][c / 3] * NR[0][c % 3] + R[1][c / 3] * NR[1][c % 3] + R[2][c / 3] * NR[2][c % 3];
  for (std::size_t lane = 0; lane < F.size(); ++lane) {
    if (!found[lane]) {
      const FittedRotation fitted = fit_rotation(F[lane], {});
      fits[lane] = {fitted.R, fitted.turn};
    } else {
      for (int c = 0; c < 9; ++c) {
        fits[lane].R(c / 3, c % 3) = R[c / 3][c % 3][lane];
        fits[lane].T(c / 3, c % 3) = T[c / 3][c % 3][lane];
      }
    }
  }
}

void fit_all(std::span<const Eigen::Matrix2d> F, std::span<Of<2>::Fit> fits) {
  constexpr double kNone = 1e-8;  // of the size of F, as of a hex
  for (std::size_t e = 0; e < F.size(); ++e) {
    const double cosine = F[e](0, 0) + F[e](1, 1), sine = F[e](1, 0) - F[e](0, 1), trace = std::hypot(cosine, sine);
    const bool is_unique = trace > kNone * F[e].norm();
    const double c = is_unique ? cosine / trace : 1, s = is_unique ? sine / trace : 0;
    fits[e].R << c, -s, s, c;
    fits[e].T(0, 0) = is_unique ? 1 / trace : 0;
  }
}

// tr(B) I - B, B symmetric.
Of<3>::Turn turn_stiffness(const Mat3& B) { return B.trace() * Mat3::Identity() - 0.5 * (B + B.transpose()); }
Of<2>::Turn turn_stiffness(const Eigen::Matrix2d& B) { return Of<2>::Turn(B.trace()); }

// v K, K symmetric. Products with the large matrices are plain loops over columns, which compile far sooner than Eigen's unrolled
// ones.
template <int kDim, int kRows>
Eigen::Matrix<double, kRows, Of<kDim>::kSize> times(const Eigen::Matrix<double, kRows, Of<kDim>::kSize>& v,
                                                    const typename Of<kDim>::Matrix& K) {
  constexpr int n = Of<kDim>::kSize;
  double sums[kRows][n] = {};
  for (int k = 0; k < n; ++k) {
    const double* column = K.data() + n * k;
    for (int row = 0; row < kRows; ++row) {
      const double factor = v(row, k);
      for (int j = 0; j < n; ++j) sums[row][j] += factor * column[j];
    }
  }
  Eigen::Matrix<double, kRows, n> result;
  for (int row = 0; row < kRows; ++row)
    for (int j = 0; j < n; ++j) result(row, j) = sums[row][j];
  return result;
}

// K + D^T E + E^T D
template <int kDim>
typename Of<kDim>::Matrix updated(const typename Of<kDim>::Matrix& K, const typename Of<kDim>::Moments& D,
                                  const typename Of<kDim>::Moments& E) {
  constexpr int n = Of<kDim>::kSize, rows = Of<kDim>::kTurns;
  double d[rows][n], e[rows][n];
  for (int row = 0; row < rows; ++row)
    for (int j = 0; j < n; ++j) d[row][j] = D(row, j), e[row][j] = E(row, j);
  typename Of<kDim>::Matrix H = K;
  for (int k = 0; k < n; ++k) {
    double* column = H.data() + n * k;
    for (int row = 0; row < rows; ++row)
      for (int j = 0; j < n; ++j) column[j] += d[row][j] * e[row][k] + e[row][j] * d[row][k];
  }
  return H;
}

// R H_ab R^T for all pairs of corners a >= b; H symmetric.
template <int kDim>
typename Of<kDim>::Matrix turned_back(const typename Of<kDim>::Matrix& H, const typename Of<kDim>::Rotation& R) {
  typename Of<kDim>::Matrix result;
  for (int b = 0; b < Of<kDim>::kVertices; ++b)
    for (int a = b; a < Of<kDim>::kVertices; ++a) {
      typename Of<kDim>::Rotation block, turned;
      for (int j = 0; j < kDim; ++j)
        for (int i = 0; i < kDim; ++i) block(i, j) = H(kDim * a + i, kDim * b + j);
      turned = R * block * R.transpose();
      for (int j = 0; j < kDim; ++j)
        for (int i = 0; i < kDim; ++i) {
          result(kDim * a + i, kDim * b + j) = turned(i, j);
          result(kDim * b + j, kDim * a + i) = turned(i, j);
        }
    }
  return result;
}

// Translations, and small turns about the origin, as moves of corners at X (a column each) [m]; orthonormal columns. `turns`: the
// matrix [X] with [X] d = sum_i X_i x d_i.
Eigen::MatrixXd rigid_moves(const Eigen::MatrixXd& X, const Eigen::MatrixXd& turns) {
  const Eigen::Index dim = X.rows(), moves = dim + turns.rows();
  Eigen::MatrixXd all(X.size(), moves);
  for (Eigen::Index a = 0; a < X.cols(); ++a) all.block(dim * a, 0, dim, dim).setIdentity();
  all.rightCols(turns.rows()) = turns.transpose();
  return orthonormal_columns(all);
}

// M: the inverse of K among the moves e with [g] e = 0, `turning` = [g], and 0 for turns about X. It stays finite where K has
// shapes of no stiffness besides the rigid ones. Of translations it means nothing.
//
// K with stiff rigid moves is regular. P takes the turns about X out again and divides the turn off: [g] P = 0, P [X]^T = 0.
Eigen::MatrixXd compliance_without_turns(const Eigen::MatrixXd& K, const Eigen::MatrixXd& X, const Eigen::MatrixXd& turns,
                                         const Eigen::MatrixXd& turning) {
  constexpr double kSoftest = 1e-13;
  const Eigen::MatrixXd I = Eigen::MatrixXd::Identity(K.rows(), K.cols());
  const double stiff = K.diagonal().maxCoeff();
  if (!(stiff > 0)) return 0 * I;
  const Eigen::MatrixXd rigid = rigid_moves(X, turns);
  const Eigen::MatrixXd regular = K + stiff * rigid * rigid.transpose() + kSoftest * stiff * I;
  const Eigen::MatrixXd scale = turning * turns.transpose();
  const Eigen::MatrixXd P = I - turns.transpose() * solve_regular(scale, turning);
  return P * DenseCholesky(regular).solve(P.transpose());
}

}  // namespace

template <int kDim>
CellStiffness<kDim>::CellStiffness(const Vector& X, const Cell& cell, const Matrix& K) {
  std::array<int, kVertices> corner;
  std::iota(corner.begin(), corner.end(), 0);
  std::sort(corner.begin(), corner.end(), [&](int a, int b) { return cell[a] < cell[b]; });
  const Corners gradients = middle_gradients(X, cell);
  for (int a = 0; a < kVertices; ++a) {
    vertex_[a] = cell[corner[a]];
    g_.col(a) = gradients.col(corner[a]);
    for (int b = 0; b < kVertices; ++b)
      K_.template block<kDim, kDim>(kDim * a, kDim * b) = K.template block<kDim, kDim>(kDim * corner[a], kDim * corner[b]);
  }
  X_ = corners(X);
  turning_ = moments(g_);
  M_ = compliance_without_turns(K_, X_, moments(X_), turning_);
}

template <int kDim>
auto CellStiffness<kDim>::corners(const Vector& x) const -> Corners {
  Corners arms;
  for (int a = 0; a < kVertices; ++a) arms.col(a) = vertex(x, vertex_[a]).template head<kDim>();
  return arms.colwise() - arms.rowwise().mean().eval();
}

template <int kDim>
void CellStiffness<kDim>::fit(std::span<const CellStiffness> cells, const Vector& x, std::span<Fit> fits) {
  std::array<Rotation, kLanes> F;
  for (std::size_t e = 0; e < cells.size(); ++e) F[e] = cells[e].corners(x) * cells[e].g_.transpose();
  fit_all(std::span<const Rotation>(F.data(), cells.size()), fits);
  for (std::size_t e = 0; e < cells.size(); ++e) fits[e].J = F[e].determinant();
}

template <int kDim>
auto CellStiffness<kDim>::at(const Vector& x, const Rotation& R) const -> State {
  State state;
  state.R = R;
  state.T.setZero();  // it does not turn
  state.y.noalias() = R.transpose() * corners(x);
  const Corners u = state.y - X_;
  const Eigen::Matrix<double, 1, kSize> row = Eigen::Map<const Eigen::Matrix<double, 1, kSize>>(u.data());
  state.q = times<kDim, 1>(row, K_).reshaped(kDim, kVertices);
  state.W = 0.5 * u.cwiseProduct(state.q).sum();
  state.p = state.q;
  return state;
}

template <int kDim>
auto CellStiffness<kDim>::at(const Vector& x, const Fit& fit) const -> State {
  State state = at(x, fit.R);
  state.T = fit.T;
  state.J = fit.J;
  const Eigen::Matrix<double, kTurns, 1> z = state.T * (moments(state.y) * state.q.reshaped());
  state.p.reshaped() -= turning_.transpose() * z;
  return state;
}

template <int kDim>
auto CellStiffness<kDim>::at(const Vector& x) const -> State {
  Fit here;
  fit({this, 1}, x, {&here, 1});
  return at(x, here);
}

template <int kDim>
auto CellStiffness<kDim>::hessian(const State& state, Definiteness definiteness) const -> Matrix {
  const Moments y = moments(state.y), p = moments(state.p), D = state.T * turning_;
  const Moments yK = times<kDim, kTurns>(y, K_);
  const Turn G = turn_stiffness(Rotation(state.y * state.p.transpose()));
  Turn C = yK * y.transpose() - G;
  bool is_divided = true;  // into turns and the rest
  if (definiteness == Definiteness::projected) {
    constexpr double kExact = 1e-6;  // D [y]^T is I, or T does not exist
    constexpr double kBeyond = 10;   // Z of forces that strain the softest shapes by so much more than 1
    const Turn Z = G - times<kDim, kTurns>(p, M_) * p.transpose();
    const Eigen::SelfAdjointEigenSolver<Turn> eigen(Z);
    const auto negative = (-eigen.eigenvalues()).cwiseMax(0);
    is_divided = (D * y.transpose()).isIdentity(kExact) && negative.maxCoeff() <= kBeyond * state.p.norm() * state.y.norm();
    if (is_divided) C += eigen.eigenvectors() * negative.asDiagonal() * eigen.eigenvectors().transpose();
  }
  const Matrix H = updated<kDim>(K_, D, p - yK + 0.5 * C * D);
  return turned_back<kDim>(is_divided ? H : Matrix(without_negative_eigenvalues(symmetric_spectrum(H))), state.R);
}

template <int kDim>
auto CellStiffness<kDim>::hessian(const Rotation& R) const -> Matrix {
  return turned_back<kDim>(K_, R);
}

template <int kDim>
double rigid_residual(const Vector& X, const typename CellStiffness<kDim>::Cell& cell,
                      const typename CellStiffness<kDim>::Matrix& K) {
  typename Of<kDim>::Corners arms;
  for (int a = 0; a < Of<kDim>::kVertices; ++a) arms.col(a) = vertex(X, cell[a]).template head<kDim>();
  arms.colwise() -= arms.rowwise().mean().eval();
  const Eigen::MatrixXd forces = Eigen::MatrixXd(K) * rigid_moves(arms, moments(arms));
  return forces.colwise().norm().maxCoeff() / K.norm();
}

template class CellStiffness<2>;
template class CellStiffness<3>;
template double rigid_residual<2>(const Vector&, const Quad&, const CellStiffness<2>::Matrix&);
template double rigid_residual<3>(const Vector&, const Hex&, const CellStiffness<3>::Matrix&);

}  // namespace lilyan
