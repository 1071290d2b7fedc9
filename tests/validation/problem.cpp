#include <tests/validation/problem.hpp>

#include <gtest/gtest.h>
#include <Eigen/Geometry>

#include <cmath>

namespace lilyan::test {

MovingBody build(Problem problem) {
  MovingBody body;
  body.mesh = std::move(problem.mesh);
  Vector mass = Vector::Zero(body.mesh.vertices());
  for (const Tet& tet : body.mesh.tets)
    for (Index v : tet) mass[v] += problem.density * volume(body.mesh.X, tet) / 4;
  std::vector<std::unique_ptr<Potential>> potentials;
  const std::vector<Index> law_of_tet(body.mesh.tets.size(), 0);
  for (auto& elasticity : make_elasticity(body.mesh.X, body.mesh.tets, {problem.law}, law_of_tet))
    potentials.push_back(std::move(elasticity));
  for (auto& potential : problem.potentials) potentials.push_back(std::move(potential));
  const Vector x = problem.start.size() > 0 ? problem.start : body.mesh.X;
  body.system = std::make_unique<System>(mass, problem.gravity, Coordinates(x, problem.pins), std::move(potentials));
  body.start = {0, 0, 0, x, Vector::Zero(x.size())};
  return body;
}

Vector equilibrium(const MovingBody& body) {
  const RunOutcome outcome = run_body(body, *make_integrator("static"), 1, 1);
  EXPECT_EQ(outcome.failure, "");
  return outcome.history.now().x;
}

Pin pin(const Vector& X, const std::function<bool(const Vec3&)>& where, std::array<bool, 3> axes) {
  Pin pin;
  pin.axes = axes;
  for (Index i = 0; i < X.size() / 3; ++i)
    if (where(vertex(X, i))) pin.vertices.push_back(i);
  return pin;
}

TetMesh slab(Index nx, Index ny, Split split, const std::function<Vec3(const Vec3&)>& map) {
  TetMesh mesh = box(Vec3::Ones(), {nx, ny, 1}, Vec3::Constant(0.5), split);
  for (Index i = 0; i < mesh.vertices(); ++i) vertex(mesh.X, i) = map(vertex(mesh.X, i));
  return mesh;
}

std::vector<Load::Push> traction_on(const TetMesh& mesh, const std::function<bool(const Vec3&)>& where, const Vec3& traction) {
  std::vector<Load::Push> pushes;
  for (const auto& [a, b, c] : surface(mesh)) {
    const Vec3 A = vertex(mesh.X, a), B = vertex(mesh.X, b), C = vertex(mesh.X, c);
    if (!where(A) || !where(B) || !where(C)) continue;
    const double third = (B - A).cross(C - A).norm() / 6;
    for (Index i : {a, b, c}) pushes.push_back({i, third * traction});
  }
  return pushes;
}

Index nearest(const Vector& X, const Vec3& place) {
  Index best = 0;
  for (Index i = 1; i < X.size() / 3; ++i)
    if ((vertex(X, i) - place).norm() < (vertex(X, best) - place).norm()) best = i;
  return best;
}

double order_of(const std::vector<double>& errors) {
  return std::log2(std::abs(errors[errors.size() - 2] / errors[errors.size() - 1]));
}

double Refinement::order() const { return order_of({error(values[values.size() - 2]), error()}); }

double Refinement::own_order() const {
  const auto last = values.rbegin();
  return std::log2((last[1] - last[2]) / (last[0] - last[1]));
}

double Refinement::limit() const { return values.back() + (values.back() - values[values.size() - 2]) / 3; }

}  // namespace lilyan::test
