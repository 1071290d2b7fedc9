#include <tests/coarsening/linear_statics.hpp>

#include <lilyan/algebra/dense.hpp>
#include <lilyan/algebra/direct_solver.hpp>
#include <lilyan/algebra/eigen_solver.hpp>
#include <lilyan/space/mass.hpp>

#include <Eigen/Geometry>

#include <gtest/gtest.h>

#include <algorithm>

namespace lilyan::test {

FineStatics::FineStatics(const FineBody& body)
    : body_(body), K_(fine_stiffness(body)), free_(supported_components(body, body.held)) {
  const Restriction restriction(K_.pattern(), free_);
  SymmetricMatrix K(restriction.pattern());
  restriction.apply(K_, K);
  solver_ = make_direct_solver(restriction.pattern());
  EXPECT_TRUE(solver_->factorise(K));
}

FineStatics::~FineStatics() = default;

Vector FineStatics::solve(const Vector& force) const {
  Vector f(static_cast<Eigen::Index>(free_.size())), x, u = Vector::Zero(force.size());
  for (std::size_t k = 0; k < free_.size(); ++k) f[static_cast<Eigen::Index>(k)] = force[free_[k]];
  solver_->solve(f, x);
  for (std::size_t k = 0; k < free_.size(); ++k) u[free_[k]] = x[static_cast<Eigen::Index>(k)];
  return u;
}

Vector FineStatics::frequencies(Index count) const {
  std::vector<Index> free;
  for (Index c = 0; c < body_.X.size(); ++c)
    if (!body_.held[static_cast<std::size_t>(c)] && c % 3 < body_.dimension()) free.push_back(c);
  const Restriction restriction(K_.pattern(), free);
  SymmetricMatrix K(restriction.pattern()), M(restriction.pattern());
  restriction.apply(K_, K);
  BlockMatrix mass(K_.shared_pattern());
  const Vector lumped = vertex_masses(body_);
  for (Index i = 0; i < body_.vertices(); ++i) mass.add_to_block(i, i, lumped[i] * Mat3::Identity());
  for (const SharedMass& pair : shared_masses(body_.X, body_.cells, body_.density)) {
    mass.add_to_block(std::max(pair.i, pair.j), std::min(pair.i, pair.j), pair.m * Mat3::Identity());
    for (Index i : {pair.i, pair.j}) mass.add_to_block(i, i, -pair.m * Mat3::Identity());
  }
  restriction.apply(mass, M);
  Vector scale(static_cast<Eigen::Index>(free.size()));
  for (std::size_t k = 0; k < free.size(); ++k) scale[static_cast<Eigen::Index>(k)] = lumped[free[k] / 3];
  const bool is_free = std::none_of(body_.held.begin(), body_.held.end(), [](bool held) { return held; });
  const Index rigid = is_free ? (body_.dimension() == 3 ? 6 : 3) : 0;
  const EigenPairs pairs =
      smallest_eigenpairs(K, MassRoot(std::move(M), scale, 5), {}, Eigen::MatrixXd(scale.size(), 0), count + rigid);
  EXPECT_EQ(pairs.missing, 0);
  return pairs.values.tail(count).cwiseSqrt();
}

Eigen::MatrixXd assembled_stiffness(const CoarseBody& coarse) {
  Eigen::MatrixXd K = Eigen::MatrixXd::Zero(coarse.X.size(), coarse.X.size());
  const int d = coarse.dimension;
  for (const CoarseBox& cell : coarse.cells)
    for (std::size_t a = 0; a < cell.box.corners.size(); ++a)
      for (std::size_t b = 0; b < cell.box.corners.size(); ++b)
        K.block(3 * cell.box.corners[a], 3 * cell.box.corners[b], d, d) +=
            cell.stiffness.K.block(d * static_cast<int>(a), d * static_cast<int>(b), d, d);
  return K;
}

CoarseStatics::CoarseStatics(const FineBody& body, const CoarseBody& coarse)
    : body_(body), coarse_(coarse), K_(assembled_stiffness(coarse)), M_(Eigen::MatrixXd::Zero(K_.rows(), K_.cols())) {
  for (Index c = 0; c < coarse.X.size(); ++c)
    if (c % 3 < coarse.dimension && !coarse.pins.held[static_cast<std::size_t>(c)]) free_.push_back(c);
  for (int axis = 0; axis < 3; ++axis) {
    for (Index i = 0; i < coarse.vertices(); ++i) M_(3 * i + axis, 3 * i + axis) += coarse.mass.vertex[i];
    for (const SharedMass& pair : coarse.mass.shared) {
      M_(3 * pair.i + axis, 3 * pair.j + axis) += pair.m;
      M_(3 * pair.j + axis, 3 * pair.i + axis) += pair.m;
      for (Index i : {pair.i, pair.j}) M_(3 * i + axis, 3 * i + axis) -= pair.m;
    }
  }
  weights_.assign(static_cast<std::size_t>(body.vertices()), {-1, {}});
  for (std::size_t q = 0; q < coarse.cells.size(); ++q) {
    const BoxCell& box = coarse.cells[q].box;
    for (Index v : coarse.cells[q].vertices)
      weights_[static_cast<std::size_t>(v)] = {static_cast<Index>(q), box_functions(box, box.frame.coordinates(vertex(body.X, v)))};
  }
}

Vector CoarseStatics::restricted(const Vector& fine_force) const {
  Vector f = Vector::Zero(coarse_.X.size());
  for (Index v = 0; v < body_.vertices(); ++v) {
    const auto& [q, phi] = weights_[static_cast<std::size_t>(v)];
    if (q < 0) continue;
    for (Eigen::Index i = 0; i < phi.size(); ++i)
      vertex(f, coarse_.cells[static_cast<std::size_t>(q)].box.corners[static_cast<std::size_t>(i)]) +=
          phi[i] * vertex(fine_force, v);
  }
  return f;
}

Vector CoarseStatics::interpolated(const Vector& u) const {
  Vector fine = Vector::Zero(body_.X.size());
  for (Index v = 0; v < body_.vertices(); ++v) {
    const auto& [q, phi] = weights_[static_cast<std::size_t>(v)];
    for (Eigen::Index i = 0; q >= 0 && i < phi.size(); ++i)
      vertex(fine, v) += phi[i] * vertex(u, coarse_.cells[static_cast<std::size_t>(q)].box.corners[static_cast<std::size_t>(i)]);
  }
  return fine;
}

Vector CoarseStatics::solve(const Vector& fine_force) const {
  const Vector f = restricted(fine_force);
  // The pseudo-inverse: the load of a free body has no resultant, and its rigid motion does not matter.
  const Eigen::MatrixXd K = K_(free_, free_);
  Vector u = Vector::Zero(f.size());
  if (std::none_of(coarse_.pins.held.begin(), coarse_.pins.held.end(), [](bool held) { return held; })) {
    const auto [values, vectors] = symmetric_spectrum(K);
    Vector inverse = values;
    const Eigen::Index rigid = coarse_.dimension == 3 ? 6 : 3;
    for (Eigen::Index k = 0; k < inverse.size(); ++k) inverse[k] = k < rigid ? 0 : 1 / inverse[k];
    u(free_) = vectors * inverse.asDiagonal() * (vectors.transpose() * f(free_));
  } else {
    const Vector solved = solve_symmetric(K, f(free_));
    u(free_) = solved;
  }
  return u;
}

Vector CoarseStatics::frequencies(Index count) const {
  const bool is_free = std::none_of(coarse_.pins.held.begin(), coarse_.pins.held.end(), [](bool held) { return held; });
  const Eigen::Index rigid = !is_free ? 0 : coarse_.dimension == 3 ? 6 : 3;
  return generalised_eigenvalues(K_(free_, free_), M_(free_, free_)).segment(rigid, count).cwiseSqrt();
}

Vector traction_force(const FineBody& body, const std::function<bool(const Vec3&)>& selected,
                      const std::function<Vec3(const Vec3&)>& traction) {
  Vector f = Vector::Zero(body.X.size());
  const auto add = [&](std::span<const Index> face, double area) {
    for (Index i : face)
      if (!selected(vertex(body.X, i))) return;
    for (Index i : face) vertex(f, i) += area / static_cast<double>(face.size()) * traction(vertex(body.X, i));
  };
  for (const Triangle& t : surface(body.cells.tets)) {
    const Vec3 a = vertex(body.X, t[0]), b = vertex(body.X, t[1]), c = vertex(body.X, t[2]);
    add(t, 0.5 * (b - a).cross(c - a).norm());
  }
  for (const VertexPair& edge : rim(body.cells.triangles)) add(edge, (vertex(body.X, edge[1]) - vertex(body.X, edge[0])).norm());
  return f;
}

Vector body_force(const FineBody& body, const Vec3& acceleration) {
  Vector f = Vector::Zero(body.X.size());
  for (Index e = 0; e < body.cells.count(); ++e) {
    const double m = body.density[static_cast<std::size_t>(e)] * volume(body.X, body.cells, e);
    for (Index i : body.cells.vertices(e)) vertex(f, i) += m / (body.dimension() + 1) * acceleration;
  }
  return f;
}

}  // namespace lilyan::test
