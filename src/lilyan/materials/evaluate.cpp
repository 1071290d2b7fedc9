#include <lilyan/materials/evaluate.hpp>

#include <lilyan/materials/corotated.hpp>
#include <lilyan/materials/material_point.hpp>

namespace lilyan {

namespace {

Tensor<double> to_tensor(const Mat3& A) {
  Tensor<double> B;
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) B[i][k] = A(i, k);
  return B;
}

// The co-rotated law in the words of MaterialPoint. At a point there is no shape that a rotation could be fitted to: R is the polar
// rotation of F, whatever the law's rule.
class PolarPoint {
 public:
  static constexpr bool kConvex = false;
  struct Blocks {
    Mat9 K;
    Tensor<double> block(int a, int b) const { return to_tensor(K.block<3, 3>(3 * a, 3 * b)); }
  };

  PolarPoint(const Corotated& law, const Mat3& F) : C_(symmetric_matrix(law.coefficients)), point_(F, C_, RotationFit()) {}
  double energy_density() const { return point_.energy_density(); }
  Tensor<double> first_piola_stress() const { return to_tensor(point_.first_piola_stress()); }
  Blocks tangent(const Vec<double> (&)[3]) const { return {point_.stiffness(Definiteness::exact)}; }
  Blocks projected_tangent(const Vec<double> (&)[3]) const { return {point_.stiffness(Definiteness::projected)}; }

 private:
  Mat6 C_;
  CorotatedPoint point_;
};

// Calls `use` with the law at F; the moduli live as long as the point does.
template <class Use>
auto at_point(const Law& law, const Mat3& F, Use use) {
  return std::visit(
      [&]<class L>(const L& l) {
        if constexpr (std::is_same_v<L, Corotated>) {
          return use(PolarPoint(l, F));
        } else {
          const auto moduli = l.moduli();
          return use(MaterialPoint<L, double>(to_tensor(F), moduli));
        }
      },
      law);
}

template <class AnyTangent>
Mat9 matrix_of(const AnyTangent& tangent) {
  Mat9 K;
  for (int a = 0; a < 3; ++a)
    for (int b = 0; b < 3; ++b) {
      const Tensor<double> block = tangent.block(a, b);
      for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) K(3 * a + i, 3 * b + k) = block[i][k];
    }
  return K;
}

}  // namespace

double energy_density(const Law& law, const Mat3& F) {
  return at_point(law, F, [](const auto& point) -> double { return point.energy_density(); });
}

Mat3 first_piola_stress(const Law& law, const Mat3& F) {
  return at_point(law, F, [](const auto& point) {
    const Tensor<double> P = point.first_piola_stress();
    Mat3 result;
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k) result(i, k) = P[i][k];
    return result;
  });
}

Mat9 stiffness(const Law& law, const Mat3& F, Definiteness definiteness) {
  // Unit vectors in place of gradients of shape functions pick the columns of F one by one.
  const Vec<double> unit[3] = {{{1, 0, 0}}, {{0, 1, 0}}, {{0, 0, 1}}};
  return at_point(law, F, [&](const auto& point) {
    if constexpr (!std::decay_t<decltype(point)>::kConvex)
      if (definiteness == Definiteness::projected) return matrix_of(point.projected_tangent(unit));
    return matrix_of(point.tangent(unit));
  });
}

double poissons_ratio(const Law& law) {
  const Mat9 C = stiffness(law, Mat3::Identity(), Definiteness::exact);
  const double along = C(0, 0), across = C(0, 4);  // lambda + 2 mu, lambda
  return across / (along + across);
}

}  // namespace lilyan
