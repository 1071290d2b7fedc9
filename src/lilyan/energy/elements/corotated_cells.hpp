// The cells of a co-rotated body: what of their rest shapes and laws its energies need, and sums over their points of quadrature.
//
// Tets and flat triangles have one point. Hexes have 2 x 2 x 2 points of Gauss, which is exact for the small-strain energy of a
// box-shaped hex; each point turns with a rotation of its own. Triangles turn in their plane only.
#pragma once

#include <lilyan/algebra/element_schedule.hpp>
#include <lilyan/algebra/symmetric_matrix.hpp>
#include <lilyan/materials/corotated.hpp>
#include <lilyan/materials/rotation_fit.hpp>
#include <lilyan/mesh/cells.hpp>

#include <array>
#include <vector>

namespace lilyan {

// Of a cell: its number of points.
template <class Cell>
inline constexpr int kCorotatedPoints = 1;
template <>
inline constexpr int kCorotatedPoints<Hex> = 8;

template <class Cell>
struct CorotatedCell {
  static constexpr int kVertices = std::tuple_size_v<Cell>, kPoints = kCorotatedPoints<Cell>;
  struct Point {
    double V = 0;                                            // its share of the volume at rest [m^3]
    Eigen::Matrix<double, kVertices - 1, 3> gradients = {};  // row a: gradient of the shape function of vertex a + 1 [1/m]
  };
  Cell vertex = {};                        // ascending
  std::array<int, kVertices> corner = {};  // of the cell as given: which of its corners each vertex is
  std::array<bool, kVertices> held = {};   // whole, and the law lets that bind the rotation
  Index law = 0;                           // in `stiffnesses`
  Index original = 0;                      // number at construction
  RotationRule rule = RotationRule::polar;
  double thickness = 1;  // of a triangle [m]
  std::array<Point, kPoints> points = {};
  RotationFit fit = {};

  double volume() const {
    double sum = 0;
    for (const Point& point : points) sum += point.V;
    return sum;
  }
};

template <class Cell>
class CorotatedCells {
 public:
  using Element = CorotatedCell<Cell>;
  using Point = typename Element::Point;

  CorotatedCells(std::vector<Element> cells, std::vector<Mat6> stiffnesses, const Vector& X);

  const std::vector<Element>& cells() const { return cells_; }
  const Mat6& stiffness(const Element& cell) const { return stiffnesses_[static_cast<std::size_t>(cell.law)]; }
  Mat3 deformation_gradient(const Element& cell, const Point& point, const Vector& x) const;

  // The same cells about another rest shape; those without volume there have no energy.
  CorotatedCells about(const Vector& X) const;

  // Calls law(e, q, F) for point q of cell e, for all points of one cell, with the point.
  template <class MakePoint, class Take>
  void each_point(Index e, const Vector& x, const MakePoint& law, const Take& take) const {
    const Element& cell = cells_[e];
    for (int q = 0; q < Element::kPoints; ++q) {
      const Point& point = cell.points[static_cast<std::size_t>(q)];
      if (point.V > 0) take(point, law(e, q, deformation_gradient(cell, point, x)));
    }
  }

  // Sums of V Psi and its derivatives over the points; law(e, q, F) is the law of point q of cell e at F.
  template <class MakePoint>
  double energy(Index e, const Vector& x, const MakePoint& law) const {
    double W = 0;
    each_point(e, x, law, [&](const Point& point, const auto& at) { W += point.V * at.energy_density(); });
    return W;
  }
  template <class MakePoint>
  double sum(const Vector& x, const MakePoint& law) const {
    return schedule_.sum([&](const ElementSchedule::Chunk& chunk) {
      double W = 0;
      for (Index e = chunk.begin; e < chunk.end; ++e) W += energy(e, x, law);
      return W;
    });
  }
  template <class MakePoint>
  double add_gradient(const Vector& x, double w, Vector& g, const MakePoint& law) const {
    return schedule_.scatter_and_sum([&](const ElementSchedule::Chunk& chunk) {
      double W = 0;
      for (Index e = chunk.begin; e < chunk.end; ++e) {
        double of_cell = 0;  // summed as `energy` does: the same bits
        each_point(e, x, law, [&](const Point& point, const auto& at) {
          of_cell += point.V * at.energy_density();
          scatter(cells_[e], point, w * point.V * at.first_piola_stress(), g);
        });
        W += of_cell;
      }
      return W;
    });
  }
  template <class MakePoint>
  void add_hessian(const Vector& x, double w, Definiteness definiteness, int group, BlockMatrix& H, const MakePoint& law) const {
    const Index* places = H.pattern().places(group).data();
    schedule_.for_each([&](const ElementSchedule::Chunk& chunk) {
      for (Index e = chunk.begin; e < chunk.end; ++e) {
        if (!(cells_[e].volume() > 0)) continue;
        Stiffness K = Stiffness::Zero();
        each_point(e, x, law, [&](const Point& point, const auto& at) { add(point, w * point.V * at.stiffness(definiteness), K); });
        scatter(K, places + kBlocks * static_cast<std::ptrdiff_t>(e), H);
      }
    });
  }

  int connect(BlockPatternBuilder& pattern) const;  // returns the group of the cells

 private:
  static constexpr int kVertices = Element::kVertices;
  static constexpr int kBlocks = kVertices * (kVertices + 1) / 2;  // of a cell's Hessian: a >= b
  using Stiffness = Eigen::Matrix<double, 3 * kVertices, 3 * kVertices>;
  static void scatter(const Element& cell, const Point& point, const Mat3& P, Vector& g);
  static void add(const Point& point, const Mat9& dPdF, Stiffness& K);
  static void scatter(const Stiffness& K, const Index* places, BlockMatrix& H);

  std::vector<Element> cells_;
  std::vector<Mat6> stiffnesses_;
  ElementSchedule schedule_;
};

extern template class CorotatedCells<Tet>;
extern template class CorotatedCells<Hex>;
extern template class CorotatedCells<Triangle>;

}  // namespace lilyan
