#include <lilyan/reduction/reduce_elasticity.hpp>

#include <lilyan/algebra/threads.hpp>
#include <lilyan/core/error.hpp>

#include <gtest/gtest.h>

#include <tests/reduction/reduced_full_body.hpp>
#include <tests/support/fault_of.hpp>

namespace lilyan::test {
namespace {

QuarticEnergy reduced(const FullBody& body, const Eigen::MatrixXd& U) {
  return reduce_stvk(body.X, body.cells, body.laws, body.law_of_cell, U);
}

TEST(ReduceElasticity, GivesEnergyForceAndStiffnessOfTheProjectedBodyAtAnyAmplitude) {
  const FullBody body = mixed_body<StVenantKirchhoff>();
  QuarticEnergy::Scratch scratch;
  for (Index r : {1, 2, 7, 12, 26}) {  // 26: more pairs than are multiplied as a whole matrix
    const Eigen::MatrixXd U = random_columns(body.components(), r, 10 + static_cast<unsigned>(r));
    const QuarticEnergy energy = reduced(body, U);
    ASSERT_EQ(energy.size(), r);
    EXPECT_FALSE(energy.is_quadratic());
    for (double amplitude : {1e-3, 0.1, 1.0, 30.0}) {
      const Vector q = amplitude * random_coordinates(r, 40 + static_cast<unsigned>(r));
      const Projected full = projected(body, U, q);
      Vector f;
      Eigen::MatrixXd K;
      EXPECT_NEAR(energy.evaluate(q, f, K, scratch), full.W, 1e-10 * full.W) << r << " at " << amplitude;
      EXPECT_NEAR(energy.value(q, scratch), full.W, 1e-10 * full.W) << r << " at " << amplitude;
      EXPECT_LT((f - full.f).norm(), 1e-10 * full.f.norm()) << r << " at " << amplitude;
      EXPECT_LT((K - full.K).norm(), 1e-10 * full.K.norm()) << r << " at " << amplitude;
      EXPECT_TRUE(K == K.transpose());
    }
  }
}

TEST(ReduceElasticity, OfSmallStrainIsTheProjectedLinearBodyAndTheStiffnessAtRest) {
  const FullBody body = mixed_body<Linear>();
  const Eigen::MatrixXd U = random_columns(body.components(), 9, 3);
  const QuarticEnergy energy = reduce_linear(body.X, body.cells, body.laws, body.law_of_cell, U);
  EXPECT_TRUE(energy.is_quadratic());
  QuarticEnergy::Scratch scratch;
  const Vector q = 5 * random_coordinates(9, 4);
  const Projected full = projected(body, U, q);
  Vector f;
  Eigen::MatrixXd K;
  EXPECT_NEAR(energy.evaluate(q, f, K, scratch), full.W, 1e-11 * full.W);
  EXPECT_NEAR(energy.value(q, scratch), full.W, 1e-11 * full.W);
  EXPECT_LT((f - full.f).norm(), 1e-11 * full.f.norm());
  EXPECT_LT((K - full.K).norm(), 1e-11 * full.K.norm());
  EXPECT_TRUE(K == energy.linear());

  const FullBody same = mixed_body<StVenantKirchhoff>();
  EXPECT_LT((reduced(same, U).linear() - energy.linear()).norm(), 1e-13 * energy.linear().norm());
}

TEST(ReduceElasticity, HasTheSameBitsForEveryNumberOfThreads) {
  const TetMesh mesh = box(Vec3(3, 1, 1), {15, 5, 5}, Vec3::Zero(), Split::six);
  const std::vector<Index> law_of_cell(mesh.tets.size(), 0);
  const Eigen::MatrixXd U = random_columns(mesh.X.size(), 10, 5);
  std::vector<QuarticEnergy> found;
  for (int count : {1, 2, 3, 7, 1}) {
    const Threads threads(count);
    const UsingThreads use(threads);
    found.push_back(reduce_stvk(mesh.X, {.tets = mesh.tets}, {StVenantKirchhoff{1e5, 2e5}}, law_of_cell, U));
  }
  for (const QuarticEnergy& energy : found) EXPECT_TRUE(energy == found.front());
}

TEST(ReduceElasticity, OfRigidTranslationsIsZero) {
  const FullBody body = mixed_body<StVenantKirchhoff>();
  Eigen::MatrixXd U = Eigen::MatrixXd::Zero(body.components(), 3);
  for (Index c = 0; c < body.components(); ++c) U(c, c % 3) = 1;
  QuarticEnergy::Scratch scratch;
  EXPECT_LT(reduced(body, U).value(Vector::Constant(3, 100), scratch), 1e-6);  // 100 m, moduli of kPa
}

TEST(ReduceElasticity, OfNoColumnsOrNoElasticCellsCostsNothing) {
  FullBody body = mixed_body<StVenantKirchhoff>();
  EXPECT_EQ(reduced(body, Eigen::MatrixXd(body.components(), 0)).size(), 0);
  body.law_of_cell.assign(body.law_of_cell.size(), -1);
  QuarticEnergy::Scratch scratch;
  EXPECT_EQ(reduced(body, random_columns(body.components(), 3, 1)).value(Vector::Constant(3, 7), scratch), 0);
}

TEST(ReduceElasticity, RefusesWhatIsNoPolynomialOfTheBasis) {
  FullBody body = mixed_body<StVenantKirchhoff>();
  const Eigen::MatrixXd U = random_columns(body.components(), 2, 1);
  body.laws[5] = NeoHookean{1000, 1000};
  EXPECT_EQ(fault_of([&] { reduced(body, U); }).id, "reduction.law");
  body.laws[5] = Linear{1000, 1000};
  EXPECT_EQ(fault_of([&] { reduced(body, U); }).id, "reduction.law");
  EXPECT_NO_THROW(reduce_linear(body.X, body.cells, body.laws, body.law_of_cell, U));
  body.laws[5] = StVenantKirchhoff{1000, -700};
  EXPECT_EQ(fault_of([&] { reduced(body, U); }).id, "reduction.law");
  body.laws[5] = StVenantKirchhoff{1000, 1000};
  EXPECT_EQ(fault_of([&] { reduced(body, Eigen::MatrixXd::Zero(body.components(), 129)); }).id, "reduction.size");
  const FullBody whole = body;
  for (int corner = 1; corner < 4; ++corner)
    vertex(body.X, body.cells.tets[7][static_cast<std::size_t>(corner)]) = vertex(whole.X, body.cells.tets[7][0]);
  EXPECT_EQ(fault_of([&] { reduced(body, U); }).id, "reduction.cells");
  body = whole;
  body.cells.triangles.push_back({0, 1, 2});
  body.law_of_cell.push_back(0);
  EXPECT_EQ(fault_of([&] { reduced(body, U); }).id, "reduction.cells");
}

TEST(ReduceElasticity, PredictsTheMemoryThatManyCoordinatesTake) {
  EXPECT_GT(reduce_stvk_bytes(kMostQuarticCoordinates), 0.8 * 0x1p30);
  EXPECT_LT(reduce_stvk_bytes(kMostQuarticCoordinates), 1.2 * 0x1p30);
  EXPECT_LT(reduce_stvk_bytes(20), 0x1p24);
  for (std::int64_t r = 2; r <= kMostQuarticCoordinates; ++r) EXPECT_GT(reduce_stvk_bytes(r), 0) << r;
  EXPECT_NO_THROW(require_memory_to_reduce_stvk(128, 0x1p31));
  const Fault fault = fault_of([&] { require_memory_to_reduce_stvk(128, 0x1p28); });
  EXPECT_EQ(fault.id, "reduction.memory");
  EXPECT_NE(fault.message.find("0.25 GiB are free"), std::string::npos) << fault.message;
}

}  // namespace
}  // namespace lilyan::test
