// Manufactured solutions: a displacement is chosen, the body force that it needs follows from the law, and linear tets must find it
// with an error that falls like h^2 in the displacement (L2) and like h in its gradient (H1).
#include <lilyan/materials/evaluate.hpp>
#include <lilyan/materials/registry.hpp>
#include <lilyan/mesh/box.hpp>

#include <gtest/gtest.h>
#include <Eigen/LU>

#include <cstdio>
#include <numbers>

#include <tests/validation/problem.hpp>

namespace lilyan::test {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kAmplitude = 0.05;  // beyond a tenth St. Venant-Kirchhoff bodies of fine cells buckle

struct Field {
  std::function<Vec3(const Vec3& X)> value;
  std::function<Mat3(const Vec3& X)> gradient;  // row i: of component i
};

Field swirl(double a) {
  auto s = [](double x) { return std::sin(kPi * x); };
  auto c = [](double x) { return std::cos(kPi * x); };
  return {
      [=](const Vec3& X) { return Vec3(a * s(X[0]) * c(X[1]) * X[2], a * s(X[1]) * c(X[2]) * X[0], a * s(X[2]) * c(X[0]) * X[1]); },
      [=](const Vec3& X) {
        Mat3 G;  // the components are one function of the coordinates taken in turn
        for (Index i = 0; i < 3; ++i) {
          const double x = X[i], y = X[(i + 1) % 3], z = X[(i + 2) % 3];
          G(i, i) = a * kPi * c(x) * c(y) * z;
          G(i, (i + 1) % 3) = -a * kPi * s(x) * s(y) * z;
          G(i, (i + 2) % 3) = a * s(x) * c(y);
        }
        return G;
      }};
}

// Zero on the faces of the cube.
Field bubble(double a) {
  const Vec3 direction = a * Vec3(1, -0.5, 0.7);
  return {[=](const Vec3& X) { return Vec3(direction * (X * kPi).array().sin().prod()); },
          [=](const Vec3& X) {
            const Vec3 s = (X * kPi).array().sin(), c = (X * kPi).array().cos();
            return Mat3(direction * kPi * Vec3(c[0] * s[1] * s[2], s[0] * c[1] * s[2], s[0] * s[1] * c[2]).transpose());
          }};
}

// -Div P(1 + grad u) [N/m^3]: the force that holds a body of this law at the displacement u; by differences of fourth order.
Vec3 holding_force(const Law& law, const Field& u, const Vec3& X) {
  constexpr double kStep = 1e-3;
  auto P = [&](const Vec3& at) { return first_piola_stress(law, Mat3::Identity() + u.gradient(at)); };
  Vec3 f = Vec3::Zero();
  for (Index J = 0; J < 3; ++J) {
    const Vec3 e = kStep * Vec3::Unit(J);
    f -= ((8 * (P(X + e) - P(X - e)) - (P(X + 2 * e) - P(X - 2 * e))) / (12 * kStep)).col(J);
  }
  return f;
}

// Four points that integrate quadratics over a tet, each with a quarter of its volume.
template <class See>
void for_quadrature_points(const TetMesh& mesh, const See& see) {
  constexpr double kNear = 0.5854101966249685, kFar = 0.1381966011250105;
  for (const Tet& tet : mesh.tets)
    for (Index q = 0; q < 4; ++q) {
      Eigen::Vector4d N = Eigen::Vector4d::Constant(kFar);
      N[q] = kNear;
      Vec3 X = Vec3::Zero();
      for (Index a = 0; a < 4; ++a) X += N[a] * vertex(mesh.X, tet[a]);
      see(tet, N, X, volume(mesh.X, tet) / 4);
    }
}

// Body force density f integrated against the shape functions.
std::vector<Load::Push> body_force(const TetMesh& mesh, const std::function<Vec3(const Vec3& X)>& f) {
  Vector sum = Vector::Zero(mesh.X.size());
  for_quadrature_points(mesh, [&](const Tet& tet, const Eigen::Vector4d& N, const Vec3& X, double V) {
    const Vec3 force = V * f(X);
    for (Index a = 0; a < 4; ++a) vertex(sum, tet[a]) += N[a] * force;
  });
  std::vector<Load::Push> pushes;
  for (Index i = 0; i < mesh.vertices(); ++i) pushes.push_back({i, vertex(sum, i)});
  return pushes;
}

struct Errors {
  double L2 = 0, H1 = 0;
};

Errors errors(const TetMesh& mesh, const Vector& x, const Field& u) {
  Errors sum;
  for_quadrature_points(mesh, [&](const Tet& tet, const Eigen::Vector4d& N, const Vec3& X, double V) {
    Mat3 D, d;
    Vec3 found = -X;
    for (Index a = 0; a < 4; ++a) found += N[a] * vertex(x, tet[a]);
    for (Index a = 0; a < 3; ++a) {
      D.col(a) = vertex(mesh.X, tet[a + 1]) - vertex(mesh.X, tet[0]);
      d.col(a) = vertex(x, tet[a + 1]) - vertex(x, tet[0]);
    }
    sum.L2 += V * (found - u.value(X)).squaredNorm();
    sum.H1 += V * (d * D.inverse() - Mat3::Identity() - u.gradient(X)).squaredNorm();
  });
  return {std::sqrt(sum.L2), std::sqrt(sum.H1)};
}

// The unit cube, its inside bent a little so that no symmetry of the mesh flatters the result.
TetMesh bent_cube(Index n) {
  TetMesh mesh = box(Vec3::Ones(), {n, n, n}, Vec3::Constant(0.5), Split::six);
  for (Index i = 0; i < mesh.vertices(); ++i) {
    const Vec3 X = vertex(mesh.X, i);
    vertex(mesh.X, i) += 0.02 * std::sin(2 * kPi * X[0]) * std::sin(2 * kPi * X[1]) * std::sin(2 * kPi * X[2]) * Vec3(1, 0.8, -0.9);
  }
  return mesh;
}

bool on_face(const Vec3& X) { return X.minCoeff() < 1e-9 || X.maxCoeff() > 1 - 1e-9; }

// `least` is the order in L2 that coarse meshes must show.
void expect_orders(const std::string& name, const std::vector<Index>& cells, const std::vector<Errors>& found, double least = 1.9) {
  std::vector<double> L2, H1;
  std::printf("%s: cells along an edge, L2 error, order, H1 error, order\n", name.c_str());
  for (std::size_t k = 0; k < found.size(); ++k) {
    L2.push_back(found[k].L2);
    H1.push_back(found[k].H1);
    if (k == 0)
      std::printf("| %s | %d | %.3e | | %.3e | |\n", name.c_str(), cells[k], L2[k], H1[k]);
    else
      std::printf("| %s | %d | %.3e | %.2f | %.3e | %.2f |\n", name.c_str(), cells[k], L2[k], order_of(L2), H1[k], order_of(H1));
  }
  EXPECT_GE(order_of(L2), kFine ? 1.9 : least) << name;
  EXPECT_GE(order_of(H1), 0.95) << name;
}

class Static : public testing::TestWithParam<const char*> {};

TEST_P(Static, SolutionIsFoundWithTheOrderOfLinearTets) {
  const Law law = law_from_moduli(*find_material(GetParam()), 1000, 0.3);
  const Field u = swirl(kAmplitude);
  const std::vector<Index> cells = kFine ? std::vector<Index>{8, 16, 32} : std::vector<Index>{8, 16};
  std::vector<Errors> found;
  for (Index n : cells) {
    const TetMesh mesh = bent_cube(n);
    // Started from the solution itself, of which the discrete one is a little off; the faces are held there.
    Vector x = mesh.X;
    for (Index i = 0; i < mesh.vertices(); ++i) vertex(x, i) += u.value(vertex(mesh.X, i));
    Problem problem{.mesh = mesh, .law = law, .pins = {pin(mesh.X, on_face)}, .start = x};
    problem.potentials.push_back(
        std::make_unique<Load>(body_force(mesh, [&](const Vec3& X) { return holding_force(law, u, X); }), TimeProfile{}));
    found.push_back(errors(mesh, equilibrium(build(std::move(problem))), u));
  }
  expect_orders(std::string("static, ") + GetParam(), cells, found);
}

INSTANTIATE_TEST_SUITE_P(Manufactured, Static, testing::Values("linear", "stvk"),
                         [](const auto& tested) { return std::string(tested.param); });

// -(c(t) f + d(t) g).x over the vertices: a body force whose two parts change in time each in its own way.
class TwoForces final : public Potential {
 public:
  using Course = std::function<double(double)>;
  TwoForces(Vector f, Course c, Vector g, Course d) : f_(std::move(f)), g_(std::move(g)), c_(std::move(c)), d_(std::move(d)) {}
  EnergyKind kind() const override { return EnergyKind::gravity; }
  std::optional<int> degree() const override { return 1; }
  double value(const Vector& x, double t) const override { return -(c_(t) * f_ + d_(t) * g_).dot(x); }
  double add_gradient(const Vector& x, double t, double w, Vector& gradient) const override {
    gradient -= w * (c_(t) * f_ + d_(t) * g_);
    return value(x, t);
  }
  void add_hessian(const Vector&, double, double, Definiteness, BlockMatrix&) const override {}
  void connect(BlockPatternBuilder&) override {}

 private:
  Vector f_, g_;
  Course c_, d_;
};

Vector as_vector(const std::vector<Load::Push>& pushes) {
  Vector sum = Vector::Zero(3 * static_cast<Eigen::Index>(pushes.size()));
  for (const Load::Push& push : pushes) vertex(sum, push.vertex) += push.force;
  return sum;
}

TEST(Manufactured, MotionIsFoundWithOrderTwoInSpaceAndTime) {
  // u = sin(w t) phi, linear elasticity: rho u'' - Div P = sin(w t) (-rho w^2 phi + K phi); phi = 0 on the faces.
  constexpr double kRate = 3, kDensity = 1000, kEnd = 1;
  const Law law = law_from_moduli(*find_material("linear"), 1000, 0.3);
  const Field phi = bubble(kAmplitude);
  const std::vector<Index> cells = kFine ? std::vector<Index>{8, 16, 32} : std::vector<Index>{8, 16};
  std::vector<Errors> found;
  for (Index n : cells) {
    const TetMesh mesh = bent_cube(n);
    Problem problem{.mesh = mesh, .law = law, .density = kDensity, .pins = {pin(mesh.X, on_face)}};
    auto sine = [](double t) { return std::sin(kRate * t); };
    problem.potentials.push_back(std::make_unique<TwoForces>(
        as_vector(body_force(mesh, [&](const Vec3& X) { return holding_force(law, phi, X); })), sine,
        as_vector(body_force(mesh, [&](const Vec3& X) { return Vec3(-kDensity * kRate * kRate * phi.value(X)); })), sine));
    MovingBody body = build(std::move(problem));
    for (Index i = 0; i < mesh.vertices(); ++i)
      for (Index c = 3 * i; c < 3 * i + 3; ++c)
        body.start.p[c] = body.system->mass()[c] * kRate * phi.value(vertex(mesh.X, i))[c - 3 * i];
    // The error swings, so that its mean over the motion is taken.
    const auto method = make_integrator("implicit_midpoint");
    const auto made_stepper = make_stepper(*body.system, *method, {});
    const Stepper& stepper = *made_stepper;
    History history(body.start);
    Workspace workspace;
    Errors squares;
    for (Index k = 1; k <= n; ++k) {
      const double h = kEnd / n, t = k * h;
      auto step = stepper.attempt(history, {k, t, h}, workspace);
      ASSERT_TRUE(step);
      history.accept(std::move(*step));
      if (k % (n / 8) != 0) continue;  // eight instants
      const Errors now = errors(mesh, history.now().x, bubble(std::sin(kRate * t) * kAmplitude));
      squares.L2 += now.L2 * now.L2 / 8;
      squares.H1 += now.H1 * now.H1 / 8;
    }
    found.push_back({std::sqrt(squares.L2), std::sqrt(squares.H1)});
  }
  expect_orders("motion, linear", cells, found, 1.85);
}

}  // namespace
}  // namespace lilyan::test
