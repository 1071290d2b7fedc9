// A small body of tets and hexes, each cell with moduli of its own, that is evaluated in full and projected to a basis.
#pragma once

#include <lilyan/energy/elements/elasticity.hpp>
#include <lilyan/mesh/box.hpp>

#include <random>

namespace lilyan::test {

struct FullBody {
  Vector X;
  Cells cells;
  std::vector<Law> laws;
  std::vector<Index> law_of_cell;

  Index components() const { return static_cast<Index>(X.size()); }
};

inline Eigen::MatrixXd random_columns(Eigen::Index rows, Eigen::Index columns, unsigned seed) {
  std::mt19937_64 generator(seed);
  Eigen::MatrixXd U(rows, columns);
  for (double& u : U.reshaped()) u = 0x1p-52 * static_cast<double>(generator() >> 11) - 1;  // in [-1, 1), the same everywhere
  return U;
}

inline Vector random_coordinates(Eigen::Index size, unsigned seed) { return random_columns(size, 1, seed).col(0); }

// Tets, and hexes beside them that do not touch them, both with vertices moved off their grid. Some cells have no law.
template <class L>
FullBody mixed_body() {
  const TetMesh tets = box(Vec3(2, 1, 1), {4, 2, 2}, Vec3::Zero(), Split::five);
  const BodyMesh hexes = hex_box(Vec3(1, 1, 2), {2, 2, 3}, Vec3(3, 0, 0));
  FullBody body;
  body.X.resize(tets.X.size() + hexes.X.size());
  body.X << tets.X, hexes.X;
  body.X += 0.04 * random_coordinates(body.X.size(), 1);
  body.cells.tets = tets.tets;
  body.cells.append(hexes.cells, tets.vertices());
  for (Index cell = 0; cell < body.cells.count(); ++cell) {
    const double mu = 1000 * (1 + cell % 7), lambda = mu * (cell % 5 - 0.5);  // one in five with a negative Poisson's ratio
    body.laws.push_back(L{mu, lambda});
    body.law_of_cell.push_back(cell % 11 == 3 ? -1 : cell);
  }
  return body;
}

// Energy, forces and stiffness of the full body at x = X + U q, the latter two projected: U^T grad W, U^T Hess W U.
struct Projected {
  double W = 0;
  Vector f;
  Eigen::MatrixXd K;
};

inline Projected projected(const FullBody& body, const Eigen::MatrixXd& U, const Vector& q) {
  const auto potentials = make_elasticity(body.X, body.cells, body.laws, body.law_of_cell);
  BlockPatternBuilder builder(body.components() / 3);
  for (const auto& potential : potentials) potential->connect(builder);
  BlockMatrix H(builder.build());
  const Vector x = body.X + U * q;
  Vector g = Vector::Zero(x.size());
  Projected found;
  for (const auto& potential : potentials) {
    found.W += potential->add_gradient(x, 0, 1, g);
    potential->add_hessian(x, 0, 1, Definiteness::exact, H);
  }
  found.f = U.transpose() * g;
  found.K.resize(U.cols(), U.cols());
  for (Eigen::Index k = 0; k < U.cols(); ++k) found.K.col(k) = U.transpose() * H.times(U.col(k));
  return found;
}

}  // namespace lilyan::test
