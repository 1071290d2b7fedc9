// A suite that every law passes.
#include <lilyan/algebra/dense.hpp>
#include <lilyan/materials/anisotropic.hpp>
#include <lilyan/materials/evaluate.hpp>
#include <lilyan/materials/registry.hpp>

#include <gtest/gtest.h>
#include <Eigen/Geometry>

#include <random>

namespace lilyan {
namespace {

struct NamedLaw {
  std::string name;
  Law law;
};

Orthotropic wood(const Mat3& axes) { return {{1000, 68, 50}, {0.292, 0.390, 0.0225}, {64, 7, 78}, axes}; }

// No entry of the stiffness is zero.
Anisotropic full_stiffness() {
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  const Mat6 A = Mat6::NullaryExpr([&] { return normal(random); });
  return anisotropic(upper_triangle(100 * A * A.transpose() + 50 * Mat6::Identity()));
}

bool is_of_small_strain(const Law& law) {
  return std::visit([](const auto& l) { return l.kMeasure == StrainMeasure::small; }, law);
}

std::vector<NamedLaw> laws() {
  std::vector<NamedLaw> all;
  for (const MaterialEntry& entry : material_registry()) {
    all.push_back({entry.name, law_from_moduli(entry, 1000, 0.3)});
    all.push_back({entry.name + "_auxetic", law_from_moduli(entry, 1000, -0.4)});
  }
  all.push_back({"neo_hookean_thesis", NeoHookean{50, 200}});
  all.push_back({"mooney_rivlin_second", MooneyRivlin{10, 90, 300}});
  all.push_back({"orthotropic_wood", wood(Mat3::Identity()).law()});
  all.push_back({"orthotropic_turned_wood", wood(Eigen::AngleAxisd(0.7, Vec3(1, 2, -1).normalized()).toRotationMatrix()).law()});
  all.push_back({"anisotropic_full", full_stiffness()});
  all.push_back({"corotated_wood", Corotated{wood(Mat3::Identity()).law().coefficients}});
  all.push_back({"corotated_full", Corotated{full_stiffness().coefficients}});
  return all;
}

std::vector<NamedLaw> laws_of_small_strain(bool wanted) {
  std::vector<NamedLaw> some = laws();
  std::erase_if(some, [&](const NamedLaw& named) { return is_of_small_strain(named.law) != wanted; });
  return some;
}

std::vector<Mat3> deformations(bool also_inverted) {
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  std::vector<Mat3> all = {Mat3::Identity()};
  for (double size : {1e-4, 0.1, 0.3, 0.5})
    for (int k = 0; k < 10; ++k) {
      const Mat3 F = Mat3::Identity() + size * Mat3::NullaryExpr([&] { return normal(random); });
      if (also_inverted || F.determinant() > 0.1) all.push_back(F);
    }
  if (also_inverted) all.push_back(Vec3(1, 1, -0.7).asDiagonal());
  return all;
}

class EveryLaw : public testing::TestWithParam<NamedLaw> {
 protected:
  const Law law = GetParam().law;
  bool survives_inversion = !std::holds_alternative<NeoHookean>(law) && !std::holds_alternative<MooneyRivlin>(law);
  double scale = stiffness(law, Mat3::Identity(), Definiteness::exact).norm();
};

class LawOfLargeStrain : public EveryLaw {};
class LawOfSmallStrain : public EveryLaw {};

TEST_P(EveryLaw, HasNoEnergyAndNoStressAtRest) {
  EXPECT_EQ(energy_density(law, Mat3::Identity()), 0);
  EXPECT_LT(first_piola_stress(law, Mat3::Identity()).norm(), 1e-12 * scale);
}

TEST_P(EveryLaw, HasTheStressThatItsEnergyImplies) {
  for (const Mat3& F : deformations(survives_inversion)) {
    const Mat3 P = first_piola_stress(law, F);
    Mat3 difference;
    const double d = 1e-5;
    for (int k = 0; k < 9; ++k) {
      Mat3 plus = F, minus = F;
      plus(k) += d, minus(k) -= d;
      difference(k) = (energy_density(law, plus) - energy_density(law, minus)) / (2 * d);
    }
    EXPECT_LT((P - difference).norm(), 1e-7 * (P.norm() + scale)) << F;
  }
}

TEST_P(EveryLaw, HasTheStiffnessThatItsStressImplies) {
  for (const Mat3& F : deformations(survives_inversion)) {
    const Mat9 K = stiffness(law, F, Definiteness::exact);
    Mat9 difference;
    const double d = 1e-6;
    for (int k = 0; k < 9; ++k) {
      Mat3 plus = F, minus = F;
      plus(k) += d, minus(k) -= d;
      const Mat3 column = (first_piola_stress(law, plus) - first_piola_stress(law, minus)) / (2 * d);
      difference.col(k) = Eigen::Map<const Eigen::Matrix<double, 9, 1>>(column.data());
    }
    EXPECT_LT((K - difference).norm(), 1e-6 * K.norm()) << F;
    EXPECT_LT((K - K.transpose()).norm(), 1e-12 * K.norm());
  }
}

TEST_P(EveryLaw, HasAProjectedStiffnessWithTheNegativeEigenvaluesSetToZero) {
  for (const Mat3& F : deformations(survives_inversion)) {
    const Mat9 exact = stiffness(law, F, Definiteness::exact);
    const FixedSpectrum<9> spectrum = symmetric_spectrum<9>(0.5 * (exact + exact.transpose()));
    const Mat9 clamped = spectrum.vectors * spectrum.values.cwiseMax(0).asDiagonal() * spectrum.vectors.transpose();
    EXPECT_LT((stiffness(law, F, Definiteness::projected) - clamped).norm(), 1e-10 * exact.norm()) << F;
  }
}

TEST_P(LawOfLargeStrain, IsUnchangedByRotation) {
  const Mat3 R = Eigen::AngleAxisd(2.1, Vec3(1, -2, 0.5).normalized()).toRotationMatrix();
  for (const Mat3& F : deformations(survives_inversion))
    EXPECT_NEAR(energy_density(law, R * F), energy_density(law, F),
                1e-12 * scale * std::max(1.0, F.squaredNorm() * F.squaredNorm()));
}

TEST_P(EveryLaw, IsInfiniteWhenInvertedUnlessItIsDefinedThere) {
  const Mat3 inverted = Vec3(1, 1.1, -0.2).asDiagonal(), flat = Vec3(1, 1, 0).asDiagonal();
  for (const Mat3& F : {inverted, flat}) EXPECT_EQ(std::isfinite(energy_density(law, F)), survives_inversion);
}

TEST_P(LawOfLargeStrain, KeepsItsEnergyAccurateInATinyStrainOfALargeRotation) {
  const Mat3 R = Eigen::AngleAxisd(1.3, Vec3(1, 2, 3).normalized()).toRotationMatrix();
  const Mat3 F = Mat3::Identity() + 1e-5 * Mat3(Vec3(1, -0.3, 0.2).asDiagonal());
  const double reference = energy_density(law, F);
  EXPECT_NEAR(energy_density(law, R * F) / reference, 1, 1e-9);
}

TEST_P(LawOfSmallStrain, TakesARotationForAStrain) {
  const Mat3 R = Eigen::AngleAxisd(0.3, Vec3(1, 2, 3).normalized()).toRotationMatrix();
  EXPECT_GT(energy_density(law, R), 1e-6 * scale);
}

INSTANTIATE_TEST_SUITE_P(Laws, EveryLaw, testing::ValuesIn(laws()), [](const auto& test) { return test.param.name; });
INSTANTIATE_TEST_SUITE_P(Laws, LawOfLargeStrain, testing::ValuesIn(laws_of_small_strain(false)),
                         [](const auto& test) { return test.param.name; });
INSTANTIATE_TEST_SUITE_P(Laws, LawOfSmallStrain, testing::ValuesIn(laws_of_small_strain(true)),
                         [](const auto& test) { return test.param.name; });

TEST(Laws, AgreeWithLinearElasticityAtSmallStrain) {
  const Mat9 reference = stiffness(law_from_moduli(*find_material("linear"), 1000, 0.3), Mat3::Identity(), Definiteness::exact);
  for (const MaterialEntry& entry : material_registry()) {
    const Mat9 K = stiffness(law_from_moduli(entry, 1000, 0.3), Mat3::Identity(), Definiteness::exact);
    EXPECT_LT((K - reference).norm(), 1e-10 * reference.norm()) << entry.name;
  }
}

TEST(Laws, SayTruthfullyWhatTheyAre) {
  const Mat3 R = Eigen::AngleAxisd(0.5, Vec3::UnitX()).toRotationMatrix();
  for (const MaterialEntry& entry : material_registry()) {
    const Law law = law_from_moduli(entry, 1000, 0.3);
    EXPECT_EQ(energy_density(law, R) < 1e-9, entry.frame_indifferent) << entry.name;
    EXPECT_EQ(std::isfinite(energy_density(law, -Mat3::Identity())), entry.survives_inversion) << entry.name;
  }
}

}  // namespace
}  // namespace lilyan
