// Forces of one step on elements that come from a stress, P(F_n, F), F_n and F being the deformation gradients at its two ends.
//
//   f_a = sum V P g_a,    df_a/dx_b = sum V (dP/dF : . g_b^T) g_a      over the points of quadrature
//
// and vertex 0 by the sum rule, since translations cost nothing.
#pragma once

#include <lilyan/energy/step_term.hpp>
#include <lilyan/materials/material_point.hpp>

#include <vector>

namespace lilyan {

// An element at rest, one at a time.
template <class Law>
struct RestElement {
  struct Point {
    Eigen::Matrix<double, Eigen::Dynamic, 3> g;  // row a: gradient of the shape function of vertex a + 1 [1/m]
    double V;                                    // volume [m^3]
  };

  std::vector<Index> vertices;
  std::vector<Point> points;
  bool is_plane;  // in plane strain
  std::decay_t<decltype(std::declval<Law>().moduli())> moduli;

  Mat3 deformation_gradient(const Point& point, const Vector& x) const {
    Mat3 F = Mat3::Zero();
    if (is_plane) F(2, 2) = 1;
    for (std::size_t a = 1; a < vertices.size(); ++a)
      F += (vertex(x, vertices[a]) - vertex(x, vertices[0])) * point.g.row(static_cast<Eigen::Index>(a) - 1);
    return F;
  }

  // What the law says at F; refers to the moduli.
  MaterialPoint<Law, double> at(const Mat3& F) const {
    Tensor<double> tensor;
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k) tensor[i][k] = F(i, k);
    return MaterialPoint<Law, double>(tensor, moduli);
  }
};

inline Mat3 to_matrix(const Tensor<double>& A) {
  Mat3 B;
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) B(i, k) = A[i][k];
  return B;
}

// J += K, K by the components of the element's vertices.
inline void add_element(const std::vector<Index>& vertices, const Eigen::MatrixXd& K, GeneralBlockMatrix& J) {
  for (std::size_t a = 0; a < vertices.size(); ++a)
    for (std::size_t b = 0; b < vertices.size(); ++b)
      J.add_to_block(vertices[a], vertices[b], K.block<3, 3>(3 * static_cast<Eigen::Index>(a), 3 * static_cast<Eigen::Index>(b)));
}

// Stress: made from (element, F_n, F), with stress() and derivative(dF) of it.
template <class Law, class Stress>
class ElementStepForce {
 public:
  ElementStepForce(std::vector<RestElement<Law>> elements, const Vector& x_n) : x_n_(x_n), elements_(std::move(elements)) {}

  void add_force(const Vector& x, double w, Vector& r) const {
    for (const RestElement<Law>& element : elements_)
      for (const auto& point : element.points) {
        const Columns forces = w * point.V * stress_at(element, point, x).stress() * point.g.transpose();
        for (Eigen::Index a = 0; a < forces.cols(); ++a)
          vertex(r, element.vertices[static_cast<std::size_t>(a) + 1]) += forces.col(a);
        vertex(r, element.vertices[0]) -= forces.rowwise().sum();
      }
  }

  void add_slope(const Vector& x, double w, GeneralBlockMatrix& J) const {
    for (const RestElement<Law>& element : elements_) {
      const auto n = static_cast<Eigen::Index>(element.vertices.size());
      Eigen::MatrixXd K = Eigen::MatrixXd::Zero(3 * n, 3 * n);
      for (const auto& point : element.points) {
        const Stress stress = stress_at(element, point, x);
        for (Index k = 0; k < 3; ++k) {
          Columns from_first = Columns::Zero(3, point.g.rows());  // vertex 0 moves as if all others moved the other way
          for (Eigen::Index b = 0; b < point.g.rows(); ++b) {
            Mat3 dF = Mat3::Zero();
            dF.row(k) = point.g.row(b);
            const Columns forces = w * point.V * stress.derivative(dF) * point.g.transpose();
            add_column(3 * (b + 1) + k, forces, K);
            from_first -= forces;
          }
          add_column(k, from_first, K);
        }
      }
      add_element(element.vertices, K, J);
    }
  }

 private:
  using Columns = Eigen::Matrix<double, 3, Eigen::Dynamic>;  // column a: of vertex a + 1

  Stress stress_at(const RestElement<Law>& element, const typename RestElement<Law>::Point& point, const Vector& x) const {
    return Stress(element, element.deformation_gradient(point, x_n_), element.deformation_gradient(point, x));
  }
  static void add_column(Eigen::Index column, const Columns& forces, Eigen::MatrixXd& K) {
    K.col(column).head<3>() -= forces.rowwise().sum();
    for (Eigen::Index a = 0; a < forces.cols(); ++a) K.col(column).segment<3>(3 * (a + 1)) += forces.col(a);
  }

  const Vector& x_n_;
  std::vector<RestElement<Law>> elements_;
};

}  // namespace lilyan
