// A bar of tets that bends under its weight in Bullet, for the table that bench/peers/compare prints.
//
//   bullet_bar MESH.veg FRAMES
//
// It reads the tets, holds the vertices at the end of least z, and simulates FRAMES frames of 1/30 s. It prints one line of JSON:
// what it is and what it did (the keys are described in bench/peers/compare).
//
// Bullet runs as its examples of implicit deformable bodies do, and as Debian ships it: single precision; two steps of 1/60 s per
// frame; one Newton iteration per step; projected conjugate gradients, at most 300 iterations. Its law is stable neo-Hookean
// with a logarithm, since it has no St. Venant-Kirchhoff; damping is off, and so are collisions, because nothing collides. Its
// kernels of elasticity are in its headers: they are compiled here, with Lilyan's options.
#include <BulletSoftBody/btDeformableBodySolver.h>
#include <BulletSoftBody/btDeformableMultiBodyConstraintSolver.h>
#include <BulletSoftBody/btDeformableMultiBodyDynamicsWorld.h>
#include <BulletSoftBody/btSoftBody.h>
#include <BulletSoftBody/btSoftBodyRigidBodyCollisionConfiguration.h>
#include <btBulletDynamicsCommon.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

constexpr double kYoungsModulus = 1e6;  // Pa
constexpr double kPoissonsRatio = 0.4;
constexpr double kDensity = 1000;  // kg/m^3
constexpr double kGravity = 9.81;  // m/s^2
constexpr double kLambda = kYoungsModulus * kPoissonsRatio / ((1 + kPoissonsRatio) * (1 - 2 * kPoissonsRatio));
constexpr double kMu = kYoungsModulus / (2 * (1 + kPoissonsRatio));
// The parameters of stable neo-Hookean for which small strains have the moduli kLambda and kMu.
constexpr double kStableLambda = kLambda + 5.0 / 6 * kMu;
constexpr double kStableMu = 4.0 / 3 * kMu;
constexpr double kStep = 1.0 / 60;  // s
constexpr int kStepsPerFrame = 2;

struct Mesh {
  std::vector<btVector3> X;
  std::vector<std::array<int, 4>> tets;
};

void skip_to(std::istream& in, const std::string& word) {
  std::string line;
  while (std::getline(in, line))
    if (line.rfind(word, 0) == 0) return;
  throw std::runtime_error("the mesh has no " + word);
}

// The vertices and tets of a file in VegaFEM's format, whose indices begin with 1.
Mesh read_mesh(const std::string& path) {
  std::ifstream in(path);
  Mesh mesh;
  std::size_t count = 0;
  int ignored = 0;
  skip_to(in, "*VERTICES");
  in >> count >> ignored >> ignored >> ignored;
  mesh.X.resize(count);
  for (btVector3& X : mesh.X) {
    double x = 0, y = 0, z = 0;
    in >> ignored >> x >> y >> z;
    X = btVector3(btScalar(x), btScalar(y), btScalar(z));
  }
  skip_to(in, "TET");
  in >> count >> ignored >> ignored;
  mesh.tets.resize(count);
  for (auto& tet : mesh.tets) {
    in >> ignored;
    for (int& v : tet) in >> v, --v;
  }
  if (!in) throw std::runtime_error("cannot read " + path);
  return mesh;
}

// The same mesh with the held vertices at its end: Bullet 3.24 counts only the free ones when it adds a body's explicit forces, so
// that a held vertex would shift the forces of all that follow it. Returns how many are free.
int sort_held_last(Mesh& mesh) {
  const btScalar end = std::min_element(mesh.X.begin(), mesh.X.end(), [](auto& a, auto& b) { return a.z() < b.z(); })->z();
  std::vector<int> order(mesh.X.size());
  std::iota(order.begin(), order.end(), 0);
  const auto held =
      std::stable_partition(order.begin(), order.end(), [&](int v) { return mesh.X[std::size_t(v)].z() > end + btScalar(1e-3); });
  std::vector<int> place(order.size());
  std::vector<btVector3> X(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) {
    place[std::size_t(order[k])] = int(k);
    X[k] = mesh.X[std::size_t(order[k])];
  }
  mesh.X = X;
  for (auto& tet : mesh.tets)
    for (int& v : tet) v = place[std::size_t(v)];
  return int(held - order.begin());
}

// Counts the products with the stiffness that the solver asks for: one per linear iteration.
class CountingElasticity : public btDeformableNeoHookeanForce {
 public:
  using btDeformableNeoHookeanForce::btDeformableNeoHookeanForce;
  void addScaledElasticForceDifferential(btScalar scale, const TVStack& dx, TVStack& df) override {
    ++products;
    btDeformableNeoHookeanForce::addScaledElasticForceDifferential(scale, dx, df);
  }
  long products = 0;
};

// Opens what Bullet keeps to its own: how many Newton iterations a step makes at most.
class Solver : public btDeformableBodySolver {
 public:
  int newton_iterations() const { return m_maxNewtonIterations; }
};

void add_tets(btSoftBody& body, const Mesh& mesh, int free_vertices) {
  std::vector<double> mass(mesh.X.size(), 0);
  for (const auto& tet : mesh.tets) {
    std::array<btVector3, 4> x;
    std::transform(tet.begin(), tet.end(), x.begin(), [&](int v) { return mesh.X[std::size_t(v)]; });
    const double volume = double((x[1] - x[0]).cross(x[2] - x[0]).dot(x[3] - x[0])) / 6;
    if (volume <= 0) throw std::runtime_error("a tet has no volume");
    for (int v : tet) mass[std::size_t(v)] += kDensity * volume / 4;
    body.appendTetra(tet[0], tet[1], tet[2], tet[3]);
  }
  for (int v = 0; v < int(mass.size()); ++v) body.setMass(v, v < free_vertices ? btScalar(mass[std::size_t(v)]) : 0);
  body.initializeDmInverse();
  body.m_tetraScratches.resize(body.m_tetras.size());
  body.m_tetraScratchesTn.resize(body.m_tetras.size());
}

void run(const std::string& path, int frames) {
  Mesh mesh = read_mesh(path);
  const int free_vertices = sort_held_last(mesh);

  btSoftBodyRigidBodyCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher(&configuration);
  btDbvtBroadphase broadphase;
  Solver solver;
  btDeformableMultiBodyConstraintSolver constraints;
  constraints.setDeformableSolver(&solver);
  btDeformableMultiBodyDynamicsWorld world(&dispatcher, &broadphase, &constraints, &configuration, &solver);
  const btVector3 gravity(0, btScalar(-kGravity), 0);
  world.setGravity(gravity);
  world.getWorldInfo().m_gravity = gravity;
  world.setImplicit(true);
  world.setLineSearch(false);
  world.setUseProjection(true);

  btSoftBody body(&world.getWorldInfo(), int(mesh.X.size()), mesh.X.data(), nullptr);
  add_tets(body, mesh, free_vertices);
  body.m_cfg.collisions = 0;
  body.m_cfg.drag = 0;
  body.m_sleepingThreshold = 0;
  world.addSoftBody(&body);
  btDeformableGravityForce weight(gravity);
  CountingElasticity elasticity(btScalar(kStableMu), btScalar(kStableLambda), 0);
  world.addForce(&body, &weight);
  world.addForce(&body, &elasticity);

  // The vertex in the middle of the free end, as Lilyan's probe.
  const btScalar far = std::max_element(mesh.X.begin(), mesh.X.end(), [](auto& a, auto& b) { return a.z() < b.z(); })->z();
  int tip = 0;
  for (int v = 0; v < int(mesh.X.size()); ++v)
    if (mesh.X[std::size_t(v)].distance2({0, 0, far}) < mesh.X[std::size_t(tip)].distance2({0, 0, far})) tip = v;

  const int steps = frames * kStepsPerFrame;
  const std::clock_t start = std::clock();
  for (int k = 0; k < steps; ++k) world.stepSimulation(btScalar(kStep), 1, btScalar(kStep));
  const double seconds = double(std::clock() - start) / CLOCKS_PER_SEC;
  std::printf(R"({"program": "Bullet %d.%02d", "integrator": "backward_euler", "law": "stable_neo_hookean", )",
              btGetVersion() / 100, btGetVersion() % 100);
  std::printf(R"("precision": "%s", "tolerance": "none: %d Newton iteration", "linear": "CG, %.0f iterations", )",
              sizeof(btScalar) == sizeof(float) ? "single" : "double", solver.newton_iterations(),
              double(elasticity.products) / steps);
  std::printf(R"("steps": %d, "iterations": %d, "tip": %.9g, "seconds": %.6f})", steps, steps * solver.newton_iterations(),
              double(body.m_nodes[tip].m_x.y() - mesh.X[std::size_t(tip)].y()), seconds);
  std::printf("\n");
  world.removeSoftBody(&body);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: bullet_bar MESH.veg FRAMES\n");
    return 2;
  }
  try {
    run(argv[1], std::atoi(argv[2]));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bullet_bar: %s\n", error.what());
    return 2;
  }
}
