#include <lilyan/materials/evaluate.hpp>

#include <lilyan/materials/projected_tangent.hpp>
#include <lilyan/materials/tangent.hpp>

namespace lilyan {

namespace {

Tensor<double> to_tensor(const Mat3& A) {
  Tensor<double> B;
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) B[i][k] = A(i, k);
  return B;
}

template <class L>
struct Evaluated {
  Strain<double> s;
  Response<double> psi;
  Evaluated(const L& law, const Mat3& F) : s(strain<L::kMeasure>(to_tensor(F))), psi(L::response(s.invariants, law.moduli())) {}
};

template <class L>
Mat9 stiffness_of(const L& law, const Mat3& F, Definiteness definiteness) {
  const Evaluated<L> at(law, F);
  // Unit vectors in place of gradients of shape functions pick the columns of F one by one.
  const Vec<double> unit[3] = {{{1, 0, 0}}, {{0, 1, 0}}, {{0, 0, 1}}};
  const Tangent<L, double, 3> tangent(at.s, at.psi, unit);
  const ProjectedTangent<double, 3> projected(at.s.F, at.psi, unit);
  const bool project =
      definiteness == Definiteness::projected && L::kMeasure == StrainMeasure::green;  // Linear is definite as it is
  Mat9 K;
  for (int a = 0; a < 3; ++a)
    for (int b = 0; b < 3; ++b) {
      const Tensor<double> block = project ? projected.block(a, b) : tangent.block(a, b);
      for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) K(3 * a + i, 3 * b + k) = block[i][k];
    }
  return K;
}

}  // namespace

double energy_density(const Law& law, const Mat3& F) {
  return std::visit([&](const auto& l) { return Evaluated(l, F).psi.psi; }, law);
}

Mat3 first_piola_stress(const Law& law, const Mat3& F) {
  return std::visit(
      [&](const auto& l) {
        const Evaluated at(l, F);
        const Tensor<double> P = stress(at.s, at.psi);
        Mat3 result;
        for (int i = 0; i < 3; ++i)
          for (int k = 0; k < 3; ++k) result(i, k) = P[i][k];
        return result;
      },
      law);
}

Mat9 stiffness(const Law& law, const Mat3& F, Definiteness definiteness) {
  return std::visit([&](const auto& l) { return stiffness_of(l, F, definiteness); }, law);
}

double poissons_ratio(const Law& law) {
  const Mat9 C = stiffness(law, Mat3::Identity(), Definiteness::exact);
  const double along = C(0, 0), across = C(0, 4);  // lambda + 2 mu, lambda
  return across / (along + across);
}

}  // namespace lilyan
