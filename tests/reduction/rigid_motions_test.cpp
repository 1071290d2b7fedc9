#include <lilyan/reduction/rigid_motions.hpp>

#include <gtest/gtest.h>

#include <tests/support/bodies.hpp>

namespace lilyan::test {
namespace {

// A bar of which the pins hold some components.
MovingBody held_bar(std::vector<Pin> pins) {
  BodySpec spec;
  spec.pins = [pins](const Vector&) { return pins; };
  return make_body(spec);
}

Eigen::MatrixXd motions(const MovingBody& body) { return rigid_motions(*body.system, body.mesh.X); }

Eigen::Index motions_left(std::vector<Pin> pins) { return motions(held_bar(std::move(pins))).cols(); }

// The vertex (i, j, k) of the bar of 8 x 2 x 2 cells.
Index at(Index i, Index j, Index k) { return (i * 3 + j) * 3 + k; }

TEST(RigidMotions, AreAsManyAsPinsLeave) {
  EXPECT_EQ(motions_left({}), 6);
  EXPECT_EQ(motions_left({{{at(0, 0, 0)}, {true, false, false}, {}}}), 5);
  EXPECT_EQ(motions_left({{{at(0, 0, 0)}, {true, true, false}, {}}}), 4);
  EXPECT_EQ(motions_left({{{at(0, 0, 0)}, {true, true, true}, {}}}), 3) << "a ball joint";
  EXPECT_EQ(motions_left({{{at(0, 0, 0), at(8, 0, 0)}, {true, true, true}, {}}}), 1) << "a hinge";
  EXPECT_EQ(motions_left({{{at(0, 0, 0), at(8, 0, 0), at(0, 2, 0)}, {true, true, true}, {}}}), 0);
  EXPECT_EQ(motions_left({{{at(0, 0, 0), at(8, 0, 0), at(0, 2, 0)}, {false, false, true}, {}}}), 3) << "sliding on a plane";
  EXPECT_EQ(motions_left({{{at(0, 0, 0), at(1, 0, 0), at(2, 0, 0)}, {true, true, true}, {}}}), 1) << "a hinge of three vertices";
}

TEST(RigidMotions, AreOrthonormalAndKeepAllLengthsToFirstOrder) {
  for (const std::vector<Pin>& pins : {std::vector<Pin>{}, {{{at(0, 0, 0), at(8, 0, 0)}, {true, true, true}, {}}}}) {
    const MovingBody body = held_bar(pins);
    const Eigen::MatrixXd U = motions(body);
    Vector mass;
    body.system->coordinates().restrict(body.system->mass(), mass);
    const Eigen::MatrixXd gram = U.transpose() * mass.asDiagonal() * U;
    EXPECT_LT((gram - Eigen::MatrixXd::Identity(U.cols(), U.cols())).cwiseAbs().maxCoeff(), 1e-13);
    for (Eigen::Index k = 0; k < U.cols(); ++k) {
      Vector u = Vector::Zero(body.mesh.X.size());
      for (Index i = 0; i < body.system->coordinates().size(); ++i) u[body.system->coordinates().free()[i]] = U(i, k);
      const double largest = u.cwiseAbs().maxCoeff();
      for (Index a = 0; a < body.mesh.vertices(); ++a)
        for (Index b = 0; b < a; ++b) {
          const Vec3 edge = vertex(body.mesh.X, a) - vertex(body.mesh.X, b), stretch = vertex(u, a) - vertex(u, b);
          ASSERT_LT(std::abs(edge.dot(stretch)), 1e-13 * largest * edge.norm()) << a << " " << b;
        }
    }
  }
}

TEST(RigidMotions, BelongToEveryPartOfTheirOwn) {
  // Two bars in one system, one of them held at an end.
  const MovingBody one = held_bar({});
  const Index n = one.mesh.vertices();
  Vector X(2 * one.mesh.X.size());
  X << one.mesh.X, one.mesh.X;
  std::vector<Tet> tets = one.mesh.tets;
  for (const Tet& tet : one.mesh.tets) tets.push_back({tet[0] + n, tet[1] + n, tet[2] + n, tet[3] + n});
  Pin end;
  for (Index v = 0; v < 9; ++v) end.vertices.push_back(n + v);
  for (bool held : {false, true}) {
    std::vector<std::unique_ptr<Potential>> potentials;
    for (auto& e : make_elasticity(X, tets, {StVenantKirchhoff{1000, 500}}, std::vector<Index>(tets.size(), 0)))
      potentials.push_back(std::move(e));
    const System system(Vector::Ones(2 * n), Vec3::Zero(), Coordinates(X, held ? std::vector<Pin>{end} : std::vector<Pin>{}),
                        std::move(potentials));
    EXPECT_EQ(rigid_motions(system, X).cols(), held ? 6 : 12);
  }
}

}  // namespace
}  // namespace lilyan::test
