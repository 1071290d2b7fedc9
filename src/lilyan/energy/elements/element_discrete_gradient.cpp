#include <lilyan/energy/elements/element_discrete_gradient.hpp>

#include <lilyan/materials/green_stress.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

namespace lilyan {

namespace {

// A change of strain, or a displacement by the element's size, below which the correction is left out: it is of third order in the
// energy, so less than the rounding of Psi there, which the division by the square would blow up.
constexpr double kSmallChange = 1e-5;

Mat3 symmetric_part(const Mat3& A) { return 0.5 * (A + A.transpose()); }
Mat3 green_strain(const Mat3& F) { return 0.5 * (F.transpose() * F - Mat3::Identity()); }

template <class Law>
class MeanStress {
 public:
  static constexpr bool kCorrected = !std::is_same_v<Law, StVenantKirchhoff>;

  MeanStress(const RestElement<Law>& element, const Mat3& F_n, const Mat3& F)
      : F_(F),
        F_m_(0.5 * (F_n + F)),
        dE_(green_strain(F) - green_strain(F_n)),
        middle_(0.5 * (green_strain(F_n) + green_strain(F)), F_n.determinant() < 0, element.moduli),
        S_(middle_.stress()) {
    if constexpr (kCorrected) {
      square_ = dE_.squaredNorm();
      if (square_ < kSmallChange * kSmallChange) square_ = 0;
      if (square_ == 0) return;
      const auto end = element.at(F);
      P_ = to_matrix(end.first_piola_stress());
      c_ = (end.energy_density() - element.at(F_n).energy_density() - S_.cwiseProduct(dE_).sum()) / square_;
      S_ += c_ * dE_;
    }
  }

  Mat3 stress() const { return F_m_ * S_; }

  Mat3 derivative(const Mat3& dF) const {
    const Mat3 delta = symmetric_part(F_.transpose() * dF);  // of E
    Mat3 dS = 0.5 * middle_.derivative(delta);
    if constexpr (kCorrected)
      if (square_ > 0) {
        const double dc = (P_.cwiseProduct(dF).sum() - dS.cwiseProduct(dE_).sum() - middle_.stress().cwiseProduct(delta).sum() -
                           2 * c_ * dE_.cwiseProduct(delta).sum()) /
                          square_;
        dS += c_ * delta + dc * dE_;
      }
    return 0.5 * dF * S_ + F_m_ * dS;
  }

 private:
  Mat3 F_, F_m_, dE_;
  GreenStress<Law> middle_;
  Mat3 S_;
  Mat3 P_ = Mat3::Zero();  // at the end
  double c_ = 0, square_ = 0;
};

template <class Law>
class StrainGradient final : public ForceTerm {
 public:
  StrainGradient(std::vector<RestElement<Law>> elements, const Vector& x_n) : sum_(std::move(elements), x_n) {}
  Value add_force(const Vector& x, double w, Vector& r) const override {
    sum_.add_force(x, w, r);
    return {};
  }
  using ForceTerm::add_slope;
  void add_slope(const Vector& x, double w, Slope& J) const override { sum_.add_slope(x, w, J.blocks); }
  Work work(const Vector&, const Vector&, double) const override { return {}; }

 private:
  ElementStepForce<Law, MeanStress<Law>> sum_;
};

using Dense = Eigen::MatrixXd;

template <class Law>
class ElementGradient final : public ForceTerm {
 public:
  ElementGradient(std::vector<RestElement<Law>> elements, const Vector& x_n) : elements_(std::move(elements)), x_n_(x_n) {}

  Value add_force(const Vector& x, double w, Vector& r) const override {
    for (const RestElement<Law>& element : elements_) {
      const Part part(element, x_n_, x);
      const Vector f = part.f_m + part.c * part.dq;
      for (std::size_t a = 0; a < element.vertices.size(); ++a)
        vertex(r, element.vertices[a]) += w * f.segment<3>(3 * static_cast<Eigen::Index>(a));
    }
    return {};
  }

  // 1/2 K_m + c dq/dx + dq (dc/dx)^T, dc/dx = [f(x) - f_m - 1/2 K_m dq - 2 c dq]/|dq|^2, forces and K know no translation
  using ForceTerm::add_slope;
  void add_slope(const Vector& x, double w, Slope& J) const override {
    for (const RestElement<Law>& element : elements_) {
      const Part part(element, x_n_, x);
      Dense K = 0.5 * stiffness(element, 0.5 * (x_n_ + x));
      if (part.square > 0) {
        const Vector slope = (forces(element, x) - part.f_m - K * part.dq - 2 * part.c * part.dq) / part.square;
        K += part.dq * slope.transpose();
        const auto n = static_cast<Eigen::Index>(element.vertices.size());
        for (Eigen::Index a = 0; a < n; ++a)
          for (Eigen::Index b = 0; b < n; ++b)
            K.block<3, 3>(3 * a, 3 * b).diagonal().array() += part.c * ((a == b) - 1.0 / static_cast<double>(n));
      }
      add_element(element.vertices, w * K, J.blocks);
    }
  }

  Work work(const Vector&, const Vector&, double) const override { return {}; }

 private:
  static double energy(const RestElement<Law>& element, const Vector& x) {
    double W = 0;
    for (const auto& point : element.points) W += point.V * element.at(element.deformation_gradient(point, x)).energy_density();
    return W;
  }

  // Not finite where the law is not defined.
  static Vector forces(const RestElement<Law>& element, const Vector& x) {
    Vector f = Vector::Zero(3 * static_cast<Eigen::Index>(element.vertices.size()));
    for (const auto& point : element.points) {
      const auto state = element.at(element.deformation_gradient(point, x));
      if (!std::isfinite(state.energy_density())) f.setConstant(std::numeric_limits<double>::quiet_NaN());
      const Eigen::Matrix<double, 3, Eigen::Dynamic> columns =
          point.V * to_matrix(state.first_piola_stress()) * point.g.transpose();
      f.head<3>() -= columns.rowwise().sum();
      for (Eigen::Index a = 0; a < columns.cols(); ++a) f.segment<3>(3 * (a + 1)) += columns.col(a);
    }
    return f;
  }

  static Dense stiffness(const RestElement<Law>& element, const Vector& x) {
    const auto n = static_cast<Eigen::Index>(element.vertices.size());
    const Vec<double> unit[3] = {{{1, 0, 0}}, {{0, 1, 0}}, {{0, 0, 1}}};  // for gradients: they pick the columns of F
    Dense K = Dense::Zero(3 * n, 3 * n);
    for (const auto& point : element.points) {
      const auto state = element.at(element.deformation_gradient(point, x));
      const auto tangent = state.tangent(unit);
      Eigen::Matrix<double, Eigen::Dynamic, 3> g(n, 3);
      g << -point.g.colwise().sum(), point.g;
      for (int j = 0; j < 3; ++j)
        for (int l = 0; l < 3; ++l) {
          const Mat3 block = point.V * to_matrix(tangent.block(j, l));
          for (Eigen::Index a = 0; a < n; ++a)
            for (Eigen::Index b = 0; b < n; ++b) K.block<3, 3>(3 * a, 3 * b) += g(a, j) * g(b, l) * block;
        }
    }
    return K;
  }

  // The step of one element.
  struct Part {
    Vector dq, f_m;
    double c = 0, square = 0;

    Part(const RestElement<Law>& element, const Vector& x_n, const Vector& x) {
      const auto n = static_cast<Eigen::Index>(element.vertices.size());
      Eigen::Matrix<double, 3, Eigen::Dynamic> moved(3, n);
      for (Eigen::Index a = 0; a < n; ++a) {
        const Index v = element.vertices[static_cast<std::size_t>(a)];
        moved.col(a) = vertex(x, v) - vertex(x_n, v);
      }
      moved.colwise() -= moved.rowwise().mean().eval();
      dq = moved.reshaped();
      f_m = forces(element, 0.5 * (x_n + x));
      double change = 0;
      for (const auto& point : element.points)
        change =
            std::max(change, (element.deformation_gradient(point, x) - element.deformation_gradient(point, x_n)).squaredNorm());
      if (change < kSmallChange * kSmallChange) return;
      square = dq.squaredNorm();
      c = (energy(element, x) - energy(element, x_n) - f_m.dot(dq)) / square;
    }
  };

  std::vector<RestElement<Law>> elements_;
  const Vector& x_n_;
};

}  // namespace

template <class Law>
std::unique_ptr<StepTerm> element_discrete_gradient(std::vector<RestElement<Law>> elements, const Vector& x_n, DiscreteForm form) {
  if (form == DiscreteForm::strain) return std::make_unique<StrainGradient<Law>>(std::move(elements), x_n);
  return std::make_unique<ElementGradient<Law>>(std::move(elements), x_n);
}

template std::unique_ptr<StepTerm> element_discrete_gradient(std::vector<RestElement<StVenantKirchhoff>>, const Vector&,
                                                             DiscreteForm);
template std::unique_ptr<StepTerm> element_discrete_gradient(std::vector<RestElement<NeoHookean>>, const Vector&, DiscreteForm);
template std::unique_ptr<StepTerm> element_discrete_gradient(std::vector<RestElement<StableNeoHookean>>, const Vector&,
                                                             DiscreteForm);
template std::unique_ptr<StepTerm> element_discrete_gradient(std::vector<RestElement<MooneyRivlin>>, const Vector&, DiscreteForm);

}  // namespace lilyan
