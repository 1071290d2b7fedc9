#include <lilyan/algebra/dense.hpp>
#include <lilyan/coarsening/coarse_tensors.hpp>

#include <gtest/gtest.h>

#include <cstdio>

#include <tests/coarsening/bars.hpp>
#include <tests/coarsening/linear_statics.hpp>
#include <tests/support/fault_of.hpp>

namespace lilyan::test {
namespace {

CoarseMesh tet_cage(const Vec3& size, const std::array<Index, 3>& cells, const Vec3& center) {
  TetMesh mesh = box(size, cells, center, Split::six);
  CoarseMesh coarse{std::move(mesh.X), {}};
  coarse.cells.tets = std::move(mesh.tets);
  return coarse;
}

CoarseMesh triangle_cage(const Vec3& low, const Vec3& size, Index nx, Index ny) {
  CoarseMesh mesh = quad_cage(low, size, nx, ny);
  for (const Quad& q : mesh.cells.quads)
    mesh.cells.triangles.insert(mesh.cells.triangles.end(), {{q[0], q[1], q[2]}, {q[0], q[2], q[3]}});
  mesh.cells.quads.clear();
  return mesh;
}

TensorSettings by(TensorMethod method, ProbeSupport support = ProbeSupport::free) {
  TensorSettings settings;
  settings.method = method;
  settings.support = support;
  return settings;
}

constexpr TensorMethod kAll[] = {TensorMethod::nodal, TensorMethod::averaged, TensorMethod::arithmetic, TensorMethod::harmonic};

TEST(CoarseTensors, OfAHomogeneousBodyAreItsStiffnessTimesTheFill) {
  const FineBody body = fine_box({Vec3(2, 1, 1), {8, 4, 4}});
  FineBox flat{Vec3(2, 1, 1), {8, 4, 1}};
  const FineBody slice = fine_rectangle(flat, 0.3);
  for (TensorMethod method : kAll) {
    for (const CoarseMesh& mesh :
         {tet_cage(Vec3(2, 1, 1), {2, 1, 1}, Vec3(1, 0.5, 0.5)), tet_cage(Vec3(2.6, 1.3, 1.4), {2, 1, 2}, Vec3(1.1, 0.45, 0.55))}) {
      const CoarseTensors tensors = coarse_tensors(body, mesh, by(method));
      for (std::size_t q = 0; q < tensors.stiffness.size(); ++q)
        EXPECT_LT((tensors.stiffness[q] - tensors.fill[q] * body.stiffness[0]).norm(),
                  1e-8 * tensors.fill[q] * body.stiffness[0].norm())
            << tensors.fill[q];
      EXPECT_EQ(tensors.ill_conditioned, 0);
    }
    for (const CoarseMesh& mesh :
         {triangle_cage(Vec3::Zero(), Vec3(2, 1, 0), 2, 1), triangle_cage(Vec3(-0.2, -0.3, 0), Vec3(2.5, 1.4, 0), 2, 2)}) {
      const CoarseTensors tensors = coarse_tensors(slice, mesh, by(method));
      const std::vector<int> plane = {0, 1, 5};
      for (std::size_t q = 0; q < tensors.stiffness.size(); ++q) {
        const Eigen::MatrixXd found = tensors.stiffness[q](plane, plane),
                              expected = tensors.fill[q] * body.stiffness[0](plane, plane);
        EXPECT_LT((found - expected).norm(), 1e-8 * expected.norm()) << tensors.fill[q];
        EXPECT_GT(symmetric_eigenvalues(tensors.stiffness[q])[0], 0);
      }
    }
  }
}

// The mean over the coarse cells, which the body may fill in part.
Mat6 mean_tensor(const FineBody& body, const CoarseMesh& mesh, TensorMethod method) {
  const CoarseTensors tensors = coarse_tensors(body, mesh, by(method));
  Mat6 sum = Mat6::Zero();
  double fill = 0;
  for (std::size_t q = 0; q < tensors.stiffness.size(); ++q) sum += tensors.stiffness[q], fill += tensors.fill[q];
  return sum / fill;
}

// Four layers across z. Through them the stiffness is the harmonic mean: C33 of lambda + 2 mu, twice G23 of 2 mu. Coarse cells may
// be wider than the layers; those that end above or below them sample the strain of the last layer there, and are not exact.
TEST(CoarseTensors, OfALayeredCubeByNodalStrainsAreExactThroughTheLayers) {
  for (double contrast : {10.0, 100.0}) {
    const FineBody body =
        fine_box({Vec3::Ones(), {4, 4, 4}, {1, contrast}, [](const Vec3& x) { return static_cast<Index>(4 * x[2]) % 2; }});
    const CoarseMesh cube = tet_cage(Vec3::Ones(), {1, 1, 1}, Vec3::Constant(0.5));
    const CoarseMesh wider = tet_cage(Vec3(1.2, 1.2, 1), {1, 1, 1}, Vec3(0.52, 0.49, 0.5));
    const double through = 2 / (1 + 1 / contrast);
    for (const CoarseMesh* mesh : {&cube, &wider}) {
      const Mat6 nodal = mean_tensor(body, *mesh, TensorMethod::nodal);
      EXPECT_NEAR(nodal(2, 2), 2.5 * through, 1e-6 * 2.5 * through);
      EXPECT_NEAR(nodal(3, 3), 2 * through, 1e-6 * 2 * through);
      EXPECT_NEAR(nodal(4, 4), 2 * through, 1e-6 * 2 * through);
    }
    const Mat6 nodal = mean_tensor(body, cube, TensorMethod::nodal), averaged = mean_tensor(body, cube, TensorMethod::averaged);
    std::printf("layered cube, contrast %g: C33 G23 G12 nodal %.4f %.4f %.4f averaged %.4f %.4f %.4f\n", contrast, nodal(2, 2),
                nodal(3, 3) / 2, nodal(5, 5) / 2, averaged(2, 2), averaged(3, 3) / 2, averaged(5, 5) / 2);
    EXPECT_NEAR(mean_tensor(body, cube, TensorMethod::arithmetic)(2, 2), 2.5 * (1 + contrast) / 2, 1e-9 * contrast);
  }
}

// The same in the plane: four layers across y.
TEST(CoarseTensors, OfALayeredSquareByNodalStrainsAreExactThroughTheLayers) {
  for (double contrast : {10.0, 100.0}) {
    const FineBody body = fine_rectangle(
        {Vec3::Ones(), {4, 4, 1}, {1, contrast}, [](const Vec3& x) { return static_cast<Index>(4 * x[1]) % 2; }}, 0.3);
    const double through = 2 / (1 + 1 / contrast);
    for (const CoarseMesh& mesh :
         {triangle_cage(Vec3::Zero(), Vec3(1, 1, 0), 1, 1), triangle_cage(Vec3(-0.1, 0, 0), Vec3(1.3, 1, 0), 1, 1)}) {
      const Mat6 nodal = mean_tensor(body, mesh, TensorMethod::nodal);
      EXPECT_NEAR(nodal(1, 1), 2.5 * through, 1e-6 * 2.5 * through);
      EXPECT_NEAR(nodal(5, 5), 2 * through, 1e-6 * 2 * through);
    }
  }
}

TEST(CoarseTensors, HaveTheEnergyOfEveryProbe) {
  // Eq. 4.2, by averaged strains: mean strain times C_q times mean strain is the mean energy.
  const FineBody body = fine_box({Vec3(2, 1, 1), {8, 4, 4}, {1, 50}, [](const Vec3& x) { return Index{x[0] + x[1] > 1.3}; }});
  const CoarseMesh mesh = tet_cage(Vec3(2.6, 1.3, 1.4), {2, 1, 2}, Vec3(1.1, 0.45, 0.55));
  const CoarseTensors tensors = coarse_tensors(body, mesh, by(TensorMethod::averaged));
  const Eigen::MatrixXd probes = probe_displacements(body, stress_modes(3).first(6), ProbeSupport::free);
  const std::vector<CuttingCell> cells = simplex_cells(mesh, 3, 0);
  const std::vector<CellCut> cuts = cut_body(body, cells);
  for (std::size_t q = 0; q < cells.size(); ++q) {
    if (!(cuts[q].fill > 1e-3)) continue;
    Mat6 strain = Mat6::Zero(), energy = Mat6::Zero();
    double filled = 0;
    for (const Piece& piece : cuts[q].pieces) {
      Mat6 eps = Mat6::Zero();
      const StrainMatrix B = strain_matrix(body, piece.cell);
      for (Index v = 0; v < 4; ++v)
        eps += B.middleCols<3>(3 * v) * probes.middleRows<3>(3 * body.cells.vertices(piece.cell)[static_cast<std::size_t>(v)]);
      strain += piece.volume() * eps, energy += piece.volume() * eps.transpose() * body.stiffness_of(piece.cell) * eps;
      filled += piece.volume();
    }
    strain /= filled, energy /= cells[q].measure;
    EXPECT_LT((strain.transpose() * tensors.stiffness[q] * strain - energy).norm(), 1e-10 * energy.norm());
  }
}

TEST(CoarseTensors, MakeTetsThatAreFarTooStiffInBending) {
  const FineBody body = fine_box(homogeneous_bar());
  const CoarseMesh mesh = tet_cage(Vec3(4, 1, 1), {4, 1, 1}, Vec3(2, 0.5, 0.5));
  FineBody coarse = fine_box({Vec3(4, 1, 1), {4, 1, 1}, {1}, [](const Vec3&) { return Index{0}; }, at_clamp});
  coarse.stiffness = coarse_tensors(body, mesh, by(TensorMethod::nodal)).stiffness;
  for (std::size_t q = 0; q < coarse.law_of_cell.size(); ++q) coarse.law_of_cell[q] = static_cast<Index>(q);
  const auto end = [](const Vec3& x) { return x[0] > 4 - 1e-9; };
  for (int axis : {1, 2}) {
    const auto compliance = [&](const FineBody& of) {
      const Vector f = traction_force(of, end, [axis](const Vec3&) { return Vec3(Vec3::Unit(axis)); });
      return f.dot(FineStatics(of).solve(f));
    };
    const double ratio = compliance(coarse) / compliance(body);
    std::printf("tets 4x1x1, homogeneous, bend %c: %.3f\n", "xyz"[axis], ratio);
    EXPECT_LT(ratio, 0.6);
  }
}

TEST(CoarseTensors, RefuseNodalStrainsOfPinnedProbes) {
  const FineBody body = fine_box({Vec3::Ones(), {2, 2, 2}});
  EXPECT_EQ(
      fault_of([&] {
        coarse_tensors(body, tet_cage(Vec3::Ones(), {1, 1, 1}, Vec3::Constant(0.5)), by(TensorMethod::nodal, ProbeSupport::pinned));
      }).id,
      "coarsening.nodal-pins");
}

}  // namespace
}  // namespace lilyan::test
