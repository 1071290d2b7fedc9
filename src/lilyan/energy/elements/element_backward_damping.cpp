#include <lilyan/energy/elements/element_backward_damping.hpp>

#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lilyan {

namespace {

template <class Law>
class BackwardStress {
 public:
  BackwardStress(const RestElement<Law>& element, const Mat3& F_n, const Mat3& F)
      : F_n_(F_n),
        A_(F.inverse()),
        J_(std::abs(F.determinant())),
        point_(element.at(F_n * A_)),
        P_(to_matrix(point_.first_piola_stress())) {
    if (!std::isfinite(point_.energy_density())) P_.setConstant(std::numeric_limits<double>::quiet_NaN());
  }

  Mat3 stress() const { return -J_ * P_ * A_.transpose(); }

  Mat3 derivative(const Mat3& dF) const {
    const Mat3 dA = -A_ * dF * A_, dF_rel = F_n_ * dA;
    const Vec<double> unit[3] = {{{1, 0, 0}}, {{0, 1, 0}}, {{0, 0, 1}}};  // for gradients: they pick the columns of F_rel
    const auto tangent = point_.tangent(unit);
    Mat3 dP = Mat3::Zero();
    for (int j = 0; j < 3; ++j)
      for (int l = 0; l < 3; ++l) dP.col(j) += to_matrix(tangent.block(j, l)) * dF_rel.col(l);
    return -J_ * ((A_ * dF).trace() * P_ * A_.transpose() + dP * A_.transpose() + P_ * dA.transpose());
  }

 private:
  Mat3 F_n_, A_;  // A = F^-1
  double J_;
  MaterialPoint<Law, double> point_;  // at F_rel
  Mat3 P_;
};

template <class Law>
class BackwardDamping final : public ForceTerm {
 public:
  BackwardDamping(std::vector<RestElement<Law>> elements, const Vector& x_n, double w) : w_(w), sum_(std::move(elements), x_n) {}

  Value add_force(const Vector& x, double w, Vector& r) const override {
    sum_.add_force(x, w_ * w, r);
    return {};
  }
  using ForceTerm::add_slope;
  void add_slope(const Vector& x, double w, Slope& J) const override { sum_.add_slope(x, w_ * w, J.blocks); }

 private:
  double w_;
  ElementStepForce<Law, BackwardStress<Law>> sum_;
};

}  // namespace

template <class Law>
std::unique_ptr<StepTerm> element_backward_damping(std::vector<RestElement<Law>> elements, const Vector& x_n, double w) {
  constexpr double kFlat = 1e-9;  // of the volume at rest
  std::erase_if(elements, [&](const RestElement<Law>& element) {
    return std::any_of(element.points.begin(), element.points.end(),
                       [&](const auto& point) { return std::abs(element.deformation_gradient(point, x_n).determinant()) < kFlat; });
  });
  return std::make_unique<BackwardDamping<Law>>(std::move(elements), x_n, w);
}

template std::unique_ptr<StepTerm> element_backward_damping(std::vector<RestElement<Linear>>, const Vector&, double);
template std::unique_ptr<StepTerm> element_backward_damping(std::vector<RestElement<StVenantKirchhoff>>, const Vector&, double);
template std::unique_ptr<StepTerm> element_backward_damping(std::vector<RestElement<NeoHookean>>, const Vector&, double);
template std::unique_ptr<StepTerm> element_backward_damping(std::vector<RestElement<StableNeoHookean>>, const Vector&, double);
template std::unique_ptr<StepTerm> element_backward_damping(std::vector<RestElement<MooneyRivlin>>, const Vector&, double);
template std::unique_ptr<StepTerm> element_backward_damping(std::vector<RestElement<Anisotropic>>, const Vector&, double);

}  // namespace lilyan
