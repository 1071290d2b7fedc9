#include <lilyan/coarsening/coarse_tensors.hpp>
#include <lilyan/coarsening/fine_sampling.hpp>
#include <lilyan/coarsening/simplices/outer_traction.hpp>

#include <Eigen/Geometry>

#include <gtest/gtest.h>

#include <cstdio>

#include <tests/coarsening/linear_statics.hpp>
#include <tests/coarsening/round_bodies.hpp>

namespace lilyan::test {
namespace {

// Without the cells that have their middle in a hole.
FineBody with_hole(const FineBody& body, const std::function<bool(const Vec3&)>& in_hole) {
  FineBody rest = body;
  rest.cells = {}, rest.law_of_cell.clear(), rest.density.clear();
  const Vector middles = centroids(body.X, body.cells);
  for (Index e = 0; e < body.cells.count(); ++e) {
    const auto at = static_cast<std::size_t>(e);
    if (in_hole(vertex(middles, e))) continue;
    if (body.dimension() == 3) {
      rest.cells.tets.push_back(body.cells.tets[at]);
    } else {
      rest.cells.triangles.push_back(body.cells.triangles[at]);
      rest.cells.thickness.push_back(body.cells.thickness[at]);
    }
    rest.law_of_cell.push_back(body.law_of_cell[at]);
    rest.density.push_back(body.density[at]);
  }
  return rest;
}

bool near_the_middle(const Vec3& x) { return std::abs(x[0] - 0.5) < 0.25 && std::abs(x[1] - 0.5) < 0.25; }
FineBody hollow_cube() {
  return with_hole(fine_box({Vec3::Ones(), {4, 4, 4}}),
                   [](const Vec3& x) { return near_the_middle(x) && std::abs(x[2] - 0.5) < 0.25; });
}
FineBody hollow_square() { return with_hole(fine_rectangle({Vec3::Ones(), {8, 8, 1}}, 0.3), near_the_middle); }

void expect_equilibrium(const FineBody& body, const Eigen::MatrixXd& forces) {
  for (Eigen::Index b = 0; b < forces.cols(); ++b) {
    Vec3 resultant = Vec3::Zero(), moment = Vec3::Zero();
    for (Index i = 0; i < body.vertices(); ++i) {
      const Vec3 f = forces.col(b).segment<3>(3 * i);
      resultant += f, moment += Vec3(vertex(body.X, i)).cross(f);
    }
    EXPECT_LT(resultant.norm() + moment.norm(), 1e-12 * (1 + forces.col(b).norm())) << b;
  }
}

TEST(BodyFacets, OfAHollowBodyAreInTheCavityIfTheyEncloseIt) {
  for (const FineBody& body : {hollow_cube(), hollow_square()}) {
    Vec3 outer = Vec3::Zero(), inner = Vec3::Zero();
    double outside = 0, inside = 0, hole = 0;
    for (const BodyFacet& facet : body_facets(body)) {
      (facet.in_cavity ? inner : outer) += facet.area;
      (facet.in_cavity ? inside : outside) += facet.area.norm();
      if (facet.in_cavity) hole += facet.area.dot(vertex(body.X, facet.vertices[0]));
    }
    EXPECT_LT(outer.norm() + inner.norm(), 1e-14);
    EXPECT_NEAR(outside, body.dimension() == 3 ? 6 : 4 * 0.3, 1e-12);
    EXPECT_NEAR(inside, body.dimension() == 3 ? 1.5 : 2 * 0.3, 1e-12);
    EXPECT_NEAR(hole, body.dimension() == 3 ? -3 * 0.125 : -2 * 0.25 * 0.3, 1e-12);  // -d times its volume
  }
  for (const BodyFacet& facet : body_facets(with_hole(fine_box({Vec3::Ones(), {4, 4, 4}}), near_the_middle)))
    EXPECT_FALSE(facet.in_cavity);  // the hole goes right through
}

// div S_b = 0: the forces inside the body cancel.
TEST(BodyFacets, TakeTheForcesOfTheProbesAsTractions) {
  for (const FineBody& body : {sphere({}, 6), hollow_cube(), hollow_square()}) {
    const std::span<const StressMode> modes = stress_modes(body.dimension());
    const Eigen::MatrixXd expected = probe_forces(body, modes);
    Eigen::MatrixXd found = Eigen::MatrixXd::Zero(expected.rows(), expected.cols());
    for (const BodyFacet& facet : body_facets(body)) add_traction(body, facet, facet.area, modes, frame_around(body), found);
    EXPECT_LT((found - expected).cwiseAbs().maxCoeff(), 1e-14);
  }
}

TEST(OuterTraction, IsInEquilibriumAndLeavesCavitiesFree) {
  for (const FineBody& body : {hollow_cube(), hollow_square()}) {
    const std::span<const StressMode> modes = stress_modes(body.dimension());
    const Eigen::MatrixXd forces = outer_traction(body, modes);
    expect_equilibrium(body, forces);
    for (const BodyFacet& facet : body_facets(body))
      for (int v = 0; v < body.dimension() && facet.in_cavity; ++v)
        EXPECT_LT(forces.middleRows<3>(3 * Eigen::Index{facet.vertices[static_cast<std::size_t>(v)]}).norm(), 1e-14);
  }
  const FineBody solid = sphere({}, 6);
  EXPECT_TRUE(outer_traction(solid, stress_modes(3)) == probe_forces(solid, stress_modes(3)));
}

CoarseMesh tets_of(const Vec3& size, const std::array<Index, 3>& cells, const Vec3& center) {
  TetMesh mesh = box(size, cells, center, Split::six);
  CoarseMesh coarse{std::move(mesh.X), {}};
  coarse.cells.tets = std::move(mesh.tets);
  return coarse;
}

TEST(OuterTraction, WithCoarseNormalsIsInEquilibriumAndTheSameIfTheCoarseCellsFit) {
  const FineBody ball = sphere({}, 8);
  const CoarseMesh cage = tets_of(Vec3::Constant(1.08), {2, 2, 2}, Vec3(0.02, -0.01, 0.03));
  const std::vector<CuttingCell> cells = simplex_cells(cage, 3, 0);
  const Eigen::MatrixXd forces = coarse_normal_traction(ball, stress_modes(3).first(6), cage, cells, cut_body(ball, cells));
  expect_equilibrium(ball, forces);
  EXPECT_GT((forces - outer_traction(ball, stress_modes(3).first(6))).norm(), 0.01 * forces.norm());

  const FineBody layered =
      fine_box({Vec3(2, 1, 1), {8, 4, 4}, {1, 10}, [](const Vec3& x) { return static_cast<Index>(4 * x[2]) % 2; }});
  const CoarseMesh fitting = tets_of(Vec3(2, 1, 1), {2, 1, 1}, Vec3(1, 0.5, 0.5));
  TensorSettings settings;
  settings.method = TensorMethod::nodal;
  const CoarseTensors fine = coarse_tensors(layered, fitting, settings);
  settings.normal = TractionNormal::coarse;
  const CoarseTensors coarse = coarse_tensors(layered, fitting, settings);
  for (std::size_t q = 0; q < fine.stiffness.size(); ++q)
    EXPECT_LT((coarse.stiffness[q] - fine.stiffness[q]).norm(), 1e-9 * fine.stiffness[q].norm());
}

// Means over the filled part load the surface of a cavity too: a homogeneous body is then under uniform stress and has its share of
// the stiffness. Nodal strains feel the cavity.
TEST(CoarseTensors, OfAHollowHomogeneousCubeAreItsShareByMeansAloneAndNotByNodalStrains) {
  const FineBody body = hollow_cube();
  const CoarseMesh cube = tets_of(Vec3::Ones(), {1, 1, 1}, Vec3::Constant(0.5));
  TensorSettings settings;
  settings.method = TensorMethod::averaged;
  const CoarseTensors averaged = coarse_tensors(body, cube, settings);
  settings.method = TensorMethod::nodal;
  const CoarseTensors nodal = coarse_tensors(body, cube, settings);
  for (std::size_t q = 0; q < 6; ++q) {
    const Mat6 share = averaged.fill[q] * body.stiffness[0];
    EXPECT_LT((averaged.stiffness[q] - share).norm(), 1e-8 * share.norm());
    EXPECT_GT((nodal.stiffness[q] - share).norm(), 0.01 * share.norm());
  }
}

// The tensors of a homogeneous cylinder in a cage make its coarse tets less stiff with coarse normals, and nearer to the fine body.
TEST(CoarseTensors, OfACylinderInACageSagBetterIfTheTractionHasTheNormalsOfTheCage) {
  const FineBody body = clamped_cylinder({});
  const Vector weight = body_force(body, -Vec3::UnitZ());
  const double fine = weight.dot(FineStatics(body).solve(weight));
  const CoarseMesh mesh = tets_of(Vec3(4.44, 1.2, 1.2), {5, 1, 1}, Vec3(2.22, 0.03, -0.04));
  const auto ratio = [&](TractionNormal normal) {
    TensorSettings settings;
    settings.method = TensorMethod::nodal;
    settings.normal = normal;
    const CoarseTensors tensors = coarse_tensors(body, mesh, settings);
    FineBody coarse{mesh.X, mesh.cells, tensors.stiffness, {}, std::vector<double>(mesh.cells.tets.size(), 1), {}};
    for (Index q = 0; q < coarse.cells.count(); ++q) coarse.law_of_cell.push_back(q);
    for (Index c = 0; c < mesh.X.size(); ++c) coarse.held.push_back(at_clamp(vertex(mesh.X, c / 3)));
    // W^T f: a row of W is what unit displacements of the coarse vertices are at the fine one.
    Eigen::MatrixXd units = Eigen::MatrixXd::Zero(mesh.X.size(), coarse.vertices());
    for (Index i = 0; i < coarse.vertices(); ++i) units(3 * i, i) = 1;
    const FineSampling sampling(coarse);
    Vector force = Vector::Zero(mesh.X.size());
    for (Index v = 0; v < body.vertices(); ++v) {
      const Eigen::RowVectorXd phi = sampling.at(vertex(body.X, v), units).row(0);
      for (Index i = 0; i < coarse.vertices(); ++i) vertex(force, i) += phi[i] * vertex(weight, v);
    }
    return force.dot(FineStatics(coarse).solve(force)) / fine;
  };
  const double of_fine = ratio(TractionNormal::fine), of_coarse = ratio(TractionNormal::coarse);
  std::printf("cylinder, homogeneous, tets 5x1x1 by nodal strains: %.3f with fine normals, %.3f with coarse ones\n", of_fine,
              of_coarse);
  EXPECT_LT(of_fine, of_coarse);
  EXPECT_LT(of_coarse, 1);
}

}  // namespace
}  // namespace lilyan::test
