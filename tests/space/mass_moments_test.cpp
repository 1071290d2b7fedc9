#include <lilyan/space/mass_moments.hpp>

#include <gtest/gtest.h>
#include <Eigen/Geometry>

namespace lilyan::test {
namespace {

// A cloud of points with a random basis; everything is compared with sums over its points.
struct Cloud {
  Vector X, mass;
  Eigen::MatrixXd U;
  explicit Cloud(Index r, Index n = 40) {
    std::srand(7 + static_cast<unsigned>(r));
    X = Vector::Random(3 * n);
    mass = Vector::Random(n).array() + 1.5;
    U = Eigen::MatrixXd::Random(3 * n, r);
  }
  Vec3 position(const Vector& q, Index p) const { return vertex(X, p) + U.middleRows(3 * p, 3) * q; }
  Vec3 velocity(const Vector& q, const ReducedMotion& motion, Index p) const {
    return motion.v + motion.omega.cross(position(q, p)) + U.middleRows(3 * p, 3) * motion.qd;
  }
};

ReducedMotion random_motion(Index r) { return {Vec3::Random(), Vec3::Random(), Vector::Random(r)}; }

constexpr double kRounding = 1e-12;

TEST(MassMoments, AreSumsOverTheVertices) {
  for (const Index r : {0, 1, 7, 12}) {
    const Cloud cloud(r);
    const MassMoments moments(cloud.X, cloud.U, cloud.mass);
    const Vector q = Vector::Random(r);
    MassMoments::At at;
    moments.evaluate(q, at);

    Vec3 S = Vec3::Zero();
    Mat3 xx = Mat3::Zero();
    MassMoments::Levers xU = MassMoments::Levers::Zero(r, 9);
    for (Index p = 0; p < cloud.mass.size(); ++p) {
      const Vec3 x = cloud.position(q, p);
      S += cloud.mass[p] * x;
      xx += cloud.mass[p] * x * x.transpose();
      for (Index a = 0; a < 3; ++a)
        for (Index b = 0; b < 3; ++b) xU.col(3 * a + b) += cloud.mass[p] * x[a] * cloud.U.row(3 * p + b).transpose();
    }
    EXPECT_NEAR(moments.mass(), cloud.mass.sum(), kRounding);
    EXPECT_LT((at.S - S).norm(), kRounding * S.norm());
    EXPECT_LT((at.xx - xx).norm(), kRounding * xx.norm());
    EXPECT_LT((at.J - (xx.trace() * Mat3::Identity() - xx)).norm(), kRounding * xx.norm());
    EXPECT_LE((at.xU - xU).norm(), kRounding * xU.norm());
    Vector component_mass(3 * cloud.mass.size());
    for (Index c = 0; c < component_mass.size(); ++c) component_mass[c] = cloud.mass[c / 3];
    const Eigen::MatrixXd M = cloud.U.transpose() * component_mass.asDiagonal() * cloud.U;
    EXPECT_LE((moments.reduced_mass() - M).norm(), kRounding * M.norm());
  }
}

TEST(MassMoments, GiveMomentaAndKineticEnergyOfAMovingBody) {
  for (const Index r : {0, 3, 9}) {
    const Cloud cloud(r);
    const MassMoments moments(cloud.X, cloud.U, cloud.mass);
    const Vector q = Vector::Random(r);
    const ReducedMotion motion = random_motion(r);
    MassMoments::At at;
    moments.evaluate(q, at);

    Vec6 expected = Vec6::Zero();
    double energy = 0;
    for (Index p = 0; p < cloud.mass.size(); ++p) {
      const Vec3 v = cloud.velocity(q, motion, p);
      expected.head<3>() += cloud.mass[p] * v;
      expected.tail<3>() += cloud.mass[p] * cloud.position(q, p).cross(v);
      energy += 0.5 * cloud.mass[p] * v.squaredNorm();
    }
    EXPECT_LT((momenta(moments, at, motion) - expected).norm(), kRounding * expected.norm());
    EXPECT_NEAR(kinetic_energy(moments, at, motion), energy, kRounding * energy);
  }
}

TEST(MassMoments, TwistChangesAtItsRate) {
  const Index r = 8;
  const Cloud cloud(r);
  const MassMoments moments(cloud.X, cloud.U, cloud.mass);
  const Vector q = Vector::Random(r), qd = Vector::Random(r);
  MassMoments::At before, after;
  moments.evaluate(q, before);
  moments.evaluate(q + qd, after);  // xU is linear in q
  MassMoments::Axes first(r, 3), second(r, 3), rate(r, 3);
  MassMoments::twist(before.xU, first);
  MassMoments::twist(after.xU, second);
  moments.twist_rate(qd, rate);
  EXPECT_LT((second - first - rate).norm(), kRounding * rate.norm());
  EXPECT_GT(rate.norm(), 0.1);
}

TEST(MassMoments, OfTwoShapesAreTheSumOfTheirProducts) {
  const Index r = 6;
  const Cloud cloud(r);
  const MassMoments moments(cloud.X, cloud.U, cloud.mass);
  const Vector q = Vector::Random(r), other = Vector::Random(r);
  Mat3 G = Mat3::Zero();
  for (Index p = 0; p < cloud.mass.size(); ++p) G += cloud.mass[p] * cloud.position(q, p) * cloud.position(other, p).transpose();
  MassMoments::At at;
  moments.evaluate(other, at);
  EXPECT_LT((moments.cross_moment(q, other, at.xU) - G).norm(), kRounding * G.norm());
}

TEST(MassMoments, EvaluatedIntoUsedBuffersHaveTheSameBits) {
  const Cloud cloud(10);
  const MassMoments moments(cloud.X, cloud.U, cloud.mass);
  const Vector q = Vector::Random(10);
  MassMoments::At fresh, used;
  moments.evaluate(q, fresh);
  moments.evaluate(Vector::Random(10), used);
  moments.evaluate(q, used);
  EXPECT_TRUE((fresh.xU.array() == used.xU.array()).all());
  EXPECT_EQ(fresh.S, used.S);
  EXPECT_EQ(fresh.J, used.J);
}

}  // namespace
}  // namespace lilyan::test
