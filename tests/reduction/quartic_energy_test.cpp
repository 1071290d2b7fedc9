#include <lilyan/reduction/quartic_energy.hpp>

#include <gtest/gtest.h>

#include <tests/reduction/reduced_full_body.hpp>

namespace lilyan::test {
namespace {

QuarticEnergy random_energy(Index r) {
  const Eigen::MatrixXd B = random_columns(r, r, 1);
  return QuarticEnergy(B + B.transpose(), random_coordinates(QuarticEnergy::third_derivatives(r), 2),
                       random_coordinates(QuarticEnergy::fourth_derivatives(r), 3));
}

TEST(QuarticEnergy, IsTheSumOfItsMonomials) {
  // By the definition, over all indices in all orders.
  const Index r = 4;
  const QuarticEnergy energy = random_energy(r);
  const Vector q = random_coordinates(r, 4);
  auto place = [&](std::vector<Index> wanted) {  // in the list, by counting
    std::sort(wanted.begin(), wanted.end());
    Index at = 0;
    std::vector<Index> now(wanted.size(), 0);
    while (now != wanted) {
      ++at;
      std::size_t digit = now.size() - 1;
      while (now[digit] == r - 1) --digit;
      const Index next = now[digit] + 1;
      for (; digit < now.size(); ++digit) now[digit] = next;
    }
    return at;
  };
  double W = 0;
  for (Index i = 0; i < r; ++i)
    for (Index j = 0; j < r; ++j) {
      W += energy.linear()(i, j) * q[i] * q[j] / 2;
      for (Index k = 0; k < r; ++k) {
        W += energy.third()[place({i, j, k})] * q[i] * q[j] * q[k] / 6;
        for (Index l = 0; l < r; ++l) W += energy.fourth()[place({i, j, k, l})] * q[i] * q[j] * q[k] * q[l] / 24;
      }
    }
  QuarticEnergy::Scratch scratch;
  EXPECT_NEAR(energy.value(q, scratch), W, 1e-13);
}

TEST(QuarticEnergy, HasForceAndStiffnessThatAreItsDerivatives) {
  // Differences of a polynomial: a five-point rule is exact for degree four, so that only rounding is left.
  QuarticEnergy::Scratch scratch;
  for (Index r : {1, 3, 8, 30}) {
    const QuarticEnergy energy = random_energy(r);
    const Vector q = random_coordinates(r, 5);
    Vector f, f_at;
    Eigen::MatrixXd K, K_at;
    const double W = energy.evaluate(q, f, K, scratch);
    EXPECT_NEAR(energy.value(q, scratch), W, 1e-13 * (1 + std::abs(W)) * r);
    for (Index k = 0; k < r; ++k) {
      double slope = 0;
      Vector column = Vector::Zero(r);
      for (const auto& [step, weight] : {std::pair{-2, 1.0 / 12}, {-1, -2.0 / 3}, {1, 2.0 / 3}, {2, -1.0 / 12}}) {
        Vector moved = q;
        moved[k] += 0.5 * step;
        slope += 2 * weight * energy.value(moved, scratch);
        energy.evaluate(moved, f_at, K_at, scratch);
        column += 2 * weight * f_at;
      }
      EXPECT_NEAR(slope, f[k], 1e-12 * (1 + f.norm()) * r) << r;
      EXPECT_LT((column - K.col(k)).norm(), 1e-12 * K.norm() * r) << r;
    }
  }
}

TEST(QuarticEnergy, IsZeroWithZeroForceAtRestWhereItsStiffnessIsA) {
  for (const QuarticEnergy& energy : {random_energy(6), QuarticEnergy(random_energy(6).linear())}) {
    QuarticEnergy::Scratch scratch;
    Vector f;
    Eigen::MatrixXd K;
    EXPECT_EQ(energy.evaluate(Vector::Zero(6), f, K, scratch), 0);
    EXPECT_EQ(f, Vector::Zero(6));
    EXPECT_EQ(K, energy.linear());
  }
}

TEST(QuarticEnergy, OfEightBodiesAtOnceIsThatOfEach) {
  for (Index r : {1, 3, 8, 20})
    for (const QuarticEnergy& energy : {random_energy(r), QuarticEnergy(random_energy(r).linear())}) {
      QuarticEnergy::InLanes bodies, swapped;
      bodies.q.resize(static_cast<std::size_t>(r));
      swapped.q.resize(static_cast<std::size_t>(r));
      for (int lane = 0; lane < kLanes; ++lane) {
        const Vector q = random_coordinates(r, 10 + lane);
        for (Index l = 0; l < r; ++l) bodies.q[l][lane] = swapped.q[l][kLanes - 1 - lane] = q[l];
      }
      energy.evaluate(bodies);
      energy.evaluate(swapped);
      QuarticEnergy::Scratch scratch;
      Vector f;
      Eigen::MatrixXd K;
      for (int lane = 0; lane < kLanes; ++lane) {
        const int other = kLanes - 1 - lane;
        energy.evaluate(random_coordinates(r, 10 + lane), f, K, scratch);
        std::size_t at = 0;
        for (Index column = 0; column < r; ++column) {
          EXPECT_NEAR(bodies.f[column][lane], f[column], 1e-14 * K.norm() * std::sqrt(r)) << r;
          EXPECT_EQ(bodies.f[column][lane], swapped.f[column][other]);
          for (Index row = column; row < r; ++row, ++at) {
            EXPECT_NEAR(bodies.K[at][lane], K(row, column), 1e-14 * K.norm()) << r;
            EXPECT_EQ(bodies.K[at][lane], swapped.K[at][other]);
          }
        }
      }
    }
}

TEST(QuarticEnergy, OfNoCoordinatesCanBeEvaluated) {
  const QuarticEnergy energy;
  QuarticEnergy::Scratch scratch;
  Vector f;
  Eigen::MatrixXd K;
  EXPECT_EQ(energy.size(), 0);
  EXPECT_EQ(energy.evaluate(Vector(0), f, K, scratch), 0);
  EXPECT_EQ(f.size(), 0);
}

TEST(QuarticEnergy, ComesBackFromItsDerivativesBitForBit) {
  const QuarticEnergy energy = random_energy(5);
  const QuarticEnergy again(energy.linear(), energy.third(), energy.fourth());
  EXPECT_TRUE(again == energy);
  for (int which : {0, 1, 2}) {
    Eigen::MatrixXd A = energy.linear();
    Vector third = energy.third(), fourth = energy.fourth();
    double& changed = which == 0 ? A(4, 2) : which == 1 ? third[20] : fourth[51];
    changed = std::nextafter(changed, 10);
    EXPECT_FALSE(QuarticEnergy(A, third, fourth) == energy);
  }
  EXPECT_FALSE(QuarticEnergy(energy.linear()) == energy);
}

TEST(QuarticEnergy, IsEvaluatedInTheBuffersThatAreThere) {
  const QuarticEnergy energy = random_energy(11);
  QuarticEnergy::Scratch scratch;
  Vector f;
  Eigen::MatrixXd K;
  energy.evaluate(random_coordinates(11, 1), f, K, scratch);
  const std::array<const void*, 5> before = {f.data(), K.data(), scratch.pairs.data(), scratch.K3.data(), scratch.K4.data()};
  energy.evaluate(random_coordinates(11, 2), f, K, scratch);
  energy.value(random_coordinates(11, 3), scratch);
  const std::array<const void*, 5> after = {f.data(), K.data(), scratch.pairs.data(), scratch.K3.data(), scratch.K4.data()};
  EXPECT_EQ(before, after);
}

TEST(QuarticEnergy, IsEvaluatedToTheSameBitsEveryTimeWhateverTheBuffersHeld) {
  const QuarticEnergy energy = random_energy(27), other = random_energy(9);
  const Vector q = random_coordinates(27, 8);
  QuarticEnergy::Scratch fresh, used;
  Vector f, f_again;
  Eigen::MatrixXd K, K_again;
  const double W = energy.evaluate(q, f, K, fresh);
  other.evaluate(random_coordinates(9, 8), f_again, K_again, used);
  EXPECT_EQ(energy.evaluate(q, f_again, K_again, used), W);
  EXPECT_TRUE(f == f_again);
  EXPECT_TRUE(K == K_again);
}

}  // namespace
}  // namespace lilyan::test
