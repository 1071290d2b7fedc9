#include <lilyan/core/error.hpp>
#include <lilyan/materials/anisotropic.hpp>
#include <lilyan/materials/evaluate.hpp>
#include <lilyan/materials/registry.hpp>

#include <gmock/gmock.h>
#include <Eigen/Geometry>
#include <Eigen/LU>

#include <random>

namespace lilyan {
namespace {

using ::testing::HasSubstr;

const Orthotropic kFir = {{14e9, 0.95e9, 0.7e9}, {0.292, 0.390, 0.02245}, {0.9e9, 0.1e9, 1.1e9}};
const Mat3 kTurn = Eigen::AngleAxisd(0.8, Vec3(1, -2, 0.5).normalized()).toRotationMatrix();

// The small strain that a stress gives.
Mat3 strain_under(const Anisotropic& law, const Mat3& stress) {
  const Vec6 eps = symmetric_matrix(law.coefficients).inverse() * mandel(stress);
  const double r = std::sqrt(0.5);
  return Mat3{{eps[0], r * eps[5], r * eps[4]}, {r * eps[5], eps[1], r * eps[3]}, {r * eps[4], r * eps[3], eps[2]}};
}

std::string refusal(const Orthotropic& moduli) {
  try {
    moduli.law();
  } catch (const InputError& error) {
    return error.faults()[0].place + ": " + error.faults()[0].message;
  }
  return "accepted";
}

TEST(Mandel, NotationKeepsProductsAndTurnsByAnOrthogonalMatrix) {
  std::mt19937 random(1);
  std::normal_distribution<double> normal;
  Mat3 A = Mat3::NullaryExpr([&] { return normal(random); }), B = Mat3::NullaryExpr([&] { return normal(random); });
  A += Mat3(A.transpose()), B += Mat3(B.transpose());
  EXPECT_NEAR(mandel(A).dot(mandel(B)), (A.transpose() * B).trace(), 1e-13);
  const Mat6 Q = mandel_rotation(kTurn);
  EXPECT_LT((Q * Q.transpose() - Mat6::Identity()).norm(), 1e-14);
  EXPECT_LT((Q * mandel(A) - mandel(kTurn * A * kTurn.transpose())).norm(), 1e-14 * A.norm());
}

TEST(Mandel, UpperTriangleIsReadRowByRow) {
  UpperTriangle upper;
  for (int k = 0; k < 21; ++k) upper[static_cast<std::size_t>(k)] = k;
  const Mat6 C = symmetric_matrix(upper);
  EXPECT_EQ(C(0, 5), 5);
  EXPECT_EQ(C(1, 1), 6);
  EXPECT_EQ(C(5, 1), 10);
  EXPECT_EQ(C(5, 5), 20);
  EXPECT_EQ(upper_triangle(C), upper);
}

TEST(Orthotropic, ContractsInAPullAsItsRatiosSay) {
  const Anisotropic law = kFir.law();
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3;
    Mat3 stress = Mat3::Zero();
    stress(i, i) = 1e6;
    const Mat3 eps = strain_under(law, stress);
    EXPECT_NEAR(1e6 / eps(i, i) / kFir.youngs_moduli[i], 1, 1e-12);
    EXPECT_NEAR(-eps(j, j) / eps(i, i) / kFir.poissons_ratios[i], 1, 1e-12);
    Mat3 shear = Mat3::Zero();
    shear(i, j) = shear(j, i) = 1e6;
    EXPECT_NEAR(1e6 / (2 * strain_under(law, shear)(i, j)) / kFir.shear_moduli[i], 1, 1e-12);
  }
}

TEST(Orthotropic, IsTurnedWithItsAxes) {
  Orthotropic turned = kFir;
  turned.axes = kTurn.transpose();  // row i: where axis i points, kTurn e_i
  const Law straight = kFir.law(), oblique = turned.law();
  const Mat3 F = Mat3::Identity() + 1e-2 * Mat3{{0.5, -0.3, 0.2}, {0.1, -0.6, 0.4}, {-0.2, 0.3, 0.7}};
  EXPECT_NEAR(energy_density(oblique, kTurn * F * kTurn.transpose()) / energy_density(straight, F), 1, 1e-12);

  const Mat3 pull = 1e6 * turned.axes.row(0).transpose() * turned.axes.row(0);
  const Mat3 eps = strain_under(turned.law(), pull);
  const Vec3 first = turned.axes.row(0), second = turned.axes.row(1);
  EXPECT_NEAR(1e6 / first.dot(eps * first) / kFir.youngs_moduli[0], 1, 1e-12);
  EXPECT_NEAR(-second.dot(eps * second) / first.dot(eps * first) / 0.292, 1, 1e-11);
}

TEST(Orthotropic, DoesNotMindTheLengthTheHandOrTheLastDigitOfItsAxes) {
  Orthotropic sloppy = kFir, exact = kFir;
  const double r = std::sqrt(0.5);
  exact.axes << r, r, 0, -r, r, 0, 0, 0, 1;
  sloppy.axes << 0.7071, 0.7071, 0, -3, 3, 0, 0, 0, -2;
  const Mat6 difference = symmetric_matrix(exact.law().coefficients) - symmetric_matrix(sloppy.law().coefficients);
  EXPECT_LT(difference.norm(), 1e-12 * kFir.youngs_moduli[0]);
}

TEST(Orthotropic, OfOneRatioIsTheLinearLawWhereTheModuliAreEqual) {
  const Law linear = law_from_moduli(*find_material("linear"), 2e6, 0.3), law = orthotropic(Vec3::Constant(2e6), 0.3).law();
  const Mat9 K = stiffness(linear, Mat3::Identity(), Definiteness::exact);
  EXPECT_LT((stiffness(law, Mat3::Identity(), Definiteness::exact) - K).norm(), 1e-14 * K.norm());
}

TEST(Orthotropic, OfOneRatioIsDefiniteHoweverUnequalTheModuli) {
  for (double nu : {-0.99, 0.0, 0.35, 0.499}) EXPECT_EQ(refusal(orthotropic(Vec3(25e9, 25e5, 25e3), nu)), "accepted") << nu;
}

TEST(Orthotropic, NamesTheBoundThatIsBroken) {
  Orthotropic bad = kFir;
  bad.poissons_ratios[2] = 0.449;  // nu13 where nu31 was asked for
  EXPECT_THAT(refusal(bad), HasSubstr("poissons_ratios: nu31 = 0.449 is not between -0.223607"));
  bad = {Vec3::Constant(1), Vec3::Constant(0.6), Vec3::Constant(1)};
  EXPECT_THAT(refusal(bad), HasSubstr("indefinite: 1 - nu12 nu21 - nu23 nu32 - nu31 nu13 - 2 nu12 nu23 nu31 = -0.512"));
  bad = kFir;
  bad.youngs_moduli[1] = 0;
  EXPECT_THAT(refusal(bad), HasSubstr("youngs_moduli: E2"));
  bad = kFir;
  bad.shear_moduli[1] = -1;
  EXPECT_THAT(refusal(bad), HasSubstr("shear_moduli"));
  bad = kFir;
  bad.axes << 1, 0, 0, 1, 1, 0, 0, 0, 1;
  EXPECT_THAT(refusal(bad), HasSubstr("axes: axes 1 and 2 are not at right angles"));
  bad.axes.setZero();
  EXPECT_THAT(refusal(bad), HasSubstr("axes"));
}

TEST(Anisotropic, TakesTheCoefficientsOfAnOrthotropicLaw) {
  Orthotropic turned = kFir;
  turned.axes = kTurn;
  const Anisotropic law = turned.law();
  EXPECT_EQ(anisotropic(law.coefficients).coefficients, law.coefficients);
}

TEST(Anisotropic, NamesTheEigenvalueThatIsNotPositive) {
  Mat6 C = 3e6 * Mat6::Identity();
  C(4, 4) = -2e6;
  const Mat6 Q = mandel_rotation(kTurn);
  try {
    anisotropic(upper_triangle(Q * C * Q.transpose()));
    FAIL() << "accepted";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("lowest eigenvalue is -2e+06 Pa, its highest 3e+06 Pa"));
  }
  EXPECT_THROW(anisotropic({}), InputError);
}

}  // namespace
}  // namespace lilyan
