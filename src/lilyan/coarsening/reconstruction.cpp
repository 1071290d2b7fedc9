#include <lilyan/coarsening/reconstruction.hpp>

#include <lilyan/algebra/threads.hpp>
#include <lilyan/coarsening/mean_places.hpp>
#include <lilyan/materials/rotation_fit.hpp>

#include <Eigen/Geometry>

#include <algorithm>

namespace lilyan {

namespace {

Vector rest_positions(const FineBody& body, const std::vector<Index>& vertices) {
  Vector X(3 * static_cast<Eigen::Index>(vertices.size()));
  for (std::size_t k = 0; k < vertices.size(); ++k) vertex(X, static_cast<Index>(k)) = vertex(body.X, vertices[k]);
  return X;
}

// Where each fine vertex stands in a list of wanted ones; -1: nowhere.
std::vector<Index> places_in_list(const FineBody& body, const std::vector<Index>& wanted) {
  std::vector<Index> place(static_cast<std::size_t>(body.vertices()), -1);
  for (std::size_t k = 0; k < wanted.size(); ++k) place[static_cast<std::size_t>(wanted[k])] = static_cast<Index>(k);
  return place;
}

Eigen::MatrixXd gathered(const Vector& x, const std::vector<Index>& corners) {
  Eigen::MatrixXd columns(3, static_cast<Eigen::Index>(corners.size()));
  for (std::size_t i = 0; i < corners.size(); ++i) columns.col(static_cast<Eigen::Index>(i)) = vertex(x, corners[i]);
  return columns;
}

std::vector<BoxCell> boxes_of(const CoarseBody& coarse) {
  std::vector<BoxCell> boxes;
  for (const CoarseBox& cell : coarse.cells) boxes.push_back(cell.box);
  return boxes;
}

// grad phi_i at the middle of a box.
Eigen::MatrixXd middle_slopes(const BoxCell& box) {
  const auto corners = static_cast<Eigen::Index>(box.signs.size());
  Eigen::MatrixXd slopes(3, corners);
  for (Eigen::Index i = 0; i < corners; ++i)
    slopes.col(i) = box.signs[static_cast<std::size_t>(i)].cwiseQuotient(box.frame.half) / static_cast<double>(corners);
  return slopes;
}

}  // namespace

FineDetail fine_detail(const FineBody& body, const CoarseBody& coarse, const std::vector<Index>& vertices) {
  const std::vector<Index> place = places_in_list(body, vertices);
  FineDetail detail{rest_positions(body, vertices), Eigen::MatrixXd(3 * vertices.size(), coarse.probes.cols()), {}};
  for (std::size_t k = 0; k < vertices.size() && coarse.probes.cols() > 0; ++k)
    detail.probes.middleRows<3>(3 * static_cast<Eigen::Index>(k)) = coarse.probes.middleRows<3>(3 * Eigen::Index{vertices[k]});
  for (const CoarseBox& from : coarse.cells) {
    FineDetail::Cell& cell = detail.cells.emplace_back();
    for (Index v : from.vertices)
      if (place[static_cast<std::size_t>(v)] >= 0) cell.vertices.push_back(place[static_cast<std::size_t>(v)]);
    cell.amplitudes = from.stiffness.amplitudes;
    cell.rigid = from.rigid;
  }
  return detail;
}

ReconstructedVertices::ReconstructedVertices(const FineDetail& detail, const std::vector<BoxCell>& boxes, const Vector& X,
                                             CellFrame frame)
    : dimension_(boxes.empty() ? 3 : boxes.front().dimension), frame_(frame), X_(detail.X) {
  for (std::size_t q = 0; q < boxes.size(); ++q) {
    const FineDetail::Cell& from = detail.cells[q];
    if (from.vertices.empty()) continue;
    const BoxCell& box = boxes[q];
    Cell& cell = cells_.emplace_back();
    cell.wanted = from.vertices;
    cell.centre = box.frame.centre;
    cell.corners = box.corners;
    cell.slopes = middle_slopes(box);
    cell.corners_at_rest = gathered(X, cell.corners);
    cell.middle = cell.corners_at_rest.rowwise().mean();
    cell.amplitudes = from.amplitudes;
    cell.rigid = from.rigid;
    const auto count = static_cast<Eigen::Index>(cell.wanted.size());
    if (cell.amplitudes.size() > 0) {
      cell.probes.resize(3 * count, detail.probes.cols());
      for (Eigen::Index k = 0; k < count; ++k)
        cell.probes.middleRows<3>(3 * k) = detail.probes.middleRows<3>(3 * Eigen::Index{cell.wanted[static_cast<std::size_t>(k)]});
    } else {
      cell.functions.resize(count, static_cast<Eigen::Index>(cell.corners.size()));
      for (Eigen::Index k = 0; k < count; ++k)
        cell.functions.row(k) = box_functions(box, box.frame.coordinates(vertex(X_, cell.wanted[static_cast<std::size_t>(k)])));
    }
  }
}

ReconstructedVertices::ReconstructedVertices(const FineBody& body, const CoarseBody& coarse, const std::vector<Index>& vertices,
                                             CellFrame frame)
    : ReconstructedVertices(fine_detail(body, coarse, vertices), boxes_of(coarse), coarse.X, frame) {}

Eigen::MatrixXd ReconstructedVertices::places(const Cell& cell, const Vector& x) const {
  const Eigen::MatrixXd now = gathered(x, cell.corners);
  const Vec3 b = now.rowwise().mean();
  Mat3 R = Mat3::Identity();
  if (frame_ == CellFrame::rotated) {
    Mat3 F = now * cell.slopes.transpose();
    if (dimension_ == 2) F.col(2) = Vec3::UnitZ();
    R = fit_rotation(F, {}).R;
  }
  const Eigen::MatrixXd U = R.transpose() * (now.colwise() - b) - (cell.corners_at_rest.colwise() - cell.middle);
  const auto count = static_cast<Eigen::Index>(cell.wanted.size());
  Eigen::MatrixXd u(3, count);
  if (cell.functions.size() > 0) {
    u = U * cell.functions.transpose();
  } else {
    const Vector of_corners = U.topRows(dimension_).reshaped();
    u = (cell.probes * (cell.amplitudes * of_corners)).reshaped(3, count);
    const Vec6 motion = cell.rigid * of_corners;
    for (Eigen::Index k = 0; k < count; ++k)
      u.col(k) += motion.head<3>() + motion.tail<3>().cross(vertex(X_, cell.wanted[static_cast<std::size_t>(k)]) - cell.centre);
  }
  for (Eigen::Index k = 0; k < count; ++k)
    u.col(k) = b + R * (vertex(X_, cell.wanted[static_cast<std::size_t>(k)]) - cell.middle + u.col(k));
  return u;
}

std::vector<Eigen::MatrixXd> ReconstructedVertices::places(const Vector& x) const {
  std::vector<Eigen::MatrixXd> all(cells_.size());
  parallel_for(static_cast<Index>(cells_.size()),
               [&](Index q) { all[static_cast<std::size_t>(q)] = places(cells_[static_cast<std::size_t>(q)], x); });
  return all;
}

Vector ReconstructedVertices::at(const Vector& x) const { return mean_of(places(x)); }

Vector ReconstructedVertices::mean_of(const std::vector<Eigen::MatrixXd>& all) const {
  return mean_places(
      all, [&](std::size_t q) -> const std::vector<Index>& { return cells_[q].wanted; }, X_);
}

double ReconstructedVertices::largest_jump(const Vector& x) const {
  const std::vector<Eigen::MatrixXd> all = places(x);
  const Vector mean = mean_of(all);
  double largest = 0;
  for (std::size_t q = 0; q < cells_.size(); ++q)
    for (std::size_t k = 0; k < cells_[q].wanted.size(); ++k)
      largest = std::max(largest, (all[q].col(static_cast<Eigen::Index>(k)) - vertex(mean, cells_[q].wanted[k])).norm());
  return largest;
}

}  // namespace lilyan
