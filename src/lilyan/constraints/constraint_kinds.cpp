#include <lilyan/algebra/dense.hpp>
#include <lilyan/constraints/constraint_kinds.hpp>

#include <Eigen/Geometry>

#include <cmath>

namespace lilyan {
namespace {

void add_row(Index row, Index vertex, const Vec3& values, Entries& entries) {
  for (Index i = 0; i < 3; ++i)
    if (values[i] != 0) entries.push_back({row, 3 * vertex + i, values[i]});
}

void add_block(Index a, Index b, const Mat3& values, Entries& entries) {
  for (Index i = 0; i < 3; ++i)
    for (Index k = 0; k < 3; ++k)
      if (values(i, k) != 0) entries.push_back({3 * a + i, 3 * b + k, values(i, k)});
}

}  // namespace

// Fixed distance

FixedDistance::FixedDistance(std::string name, Index a, Index b, double length)
    : name_(std::move(name)), a_(a), b_(b), length_(length) {}

void FixedDistance::value(const Vector& x, double, Index first, Vector& g) const {
  g[first] = ((vertex(x, a_) - vertex(x, b_)).squaredNorm() - length_ * length_) / (2 * length_);
}

void FixedDistance::add_gradient(const Vector& x, double, double w, Index first, Entries& G) const {
  const Vec3 along = w / length_ * (vertex(x, a_) - vertex(x, b_));
  add_row(first, a_, along, G);
  add_row(first, b_, -along, G);
}

void FixedDistance::add_hessian(const Vector&, double, double w, Index first, const Vector& lambda, Entries& H) const {
  const Mat3 block = w * lambda[first] / length_ * Mat3::Identity();
  add_block(a_, a_, block, H);
  add_block(b_, b_, block, H);
  add_block(a_, b_, -block, H);
  add_block(b_, a_, -block, H);
}

// On a sphere

OnSphere::OnSphere(std::string name, Index vertex, Vec3 centre, double radius, Motion motion)
    : name_(std::move(name)), vertex_(vertex), centre_(centre), radius_(radius), motion_(std::move(motion)) {}

Vec3 OnSphere::arm(const Vector& x, double t) const { return vertex(x, vertex_) - centre_ - displacement(motion_, centre_, t); }

void OnSphere::value(const Vector& x, double t, Index first, Vector& g) const {
  g[first] = (arm(x, t).squaredNorm() - radius_ * radius_) / (2 * radius_);
}

void OnSphere::add_rate(const Vector& x, double t, Index first, Vector& rate) const {
  rate[first] -= arm(x, t).dot(displacement_rate(motion_, centre_, t)) / radius_;
}

void OnSphere::add_gradient(const Vector& x, double t, double w, Index first, Entries& G) const {
  add_row(first, vertex_, w / radius_ * arm(x, t), G);
}

void OnSphere::add_hessian(const Vector&, double, double w, Index first, const Vector& lambda, Entries& H) const {
  add_block(vertex_, vertex_, w * lambda[first] / radius_ * Mat3::Identity(), H);
}

// Linear

LinearConstraint::LinearConstraint(std::string name, std::vector<Share> shares, Vec3 point, std::vector<Vec3> directions,
                                   Motion motion)
    : name_(std::move(name)),
      shares_(std::move(shares)),
      point_(point),
      directions_(std::move(directions)),
      motion_(std::move(motion)) {}

void LinearConstraint::value(const Vector& x, double t, Index first, Vector& g) const {
  Vec3 d = -point_ - displacement(motion_, point_, t);
  for (const Share& share : shares_) d += share.weight * vertex(x, share.vertex);
  for (const Vec3& direction : directions_) g[first++] = direction.dot(d);
}

void LinearConstraint::add_rate(const Vector&, double t, Index first, Vector& rate) const {
  const Vec3 c = displacement_rate(motion_, point_, t);
  for (const Vec3& direction : directions_) rate[first++] -= direction.dot(c);
}

void LinearConstraint::add_gradient(const Vector&, double, double w, Index first, Entries& G) const {
  for (const Vec3& direction : directions_) {
    for (const Share& share : shares_) add_row(first, share.vertex, w * share.weight * direction, G);
    ++first;
  }
}

// Volume

FixedVolume::FixedVolume(std::string name, std::vector<Triangle> surface, double volume)
    : name_(std::move(name)), surface_(std::move(surface)), volume_(volume), unit_(std::cbrt(volume * volume)) {}

double enclosed_volume(const Vector& x, const std::vector<Triangle>& surface) {
  double six_V = 0;
  if (surface.empty()) return 0;
  const Vec3 origin = vertex(x, surface.front()[0]);  // near the body, so that little cancels
  for (const Triangle& t : surface) {
    const Vec3 a = vertex(x, t[0]) - origin, b = vertex(x, t[1]) - origin, c = vertex(x, t[2]) - origin;
    six_V += a.dot(b.cross(c));
  }
  return six_V / 6;
}

void FixedVolume::value(const Vector& x, double, Index first, Vector& g) const {
  g[first] = (enclosed_volume(x, surface_) - volume_) / unit_;
}

void FixedVolume::add_gradient(const Vector& x, double, double w, Index first, Entries& G) const {
  for (const Triangle& t : surface_)
    for (int k = 0; k < 3; ++k) {
      const Vec3 b = vertex(x, t[(k + 1) % 3]), c = vertex(x, t[(k + 2) % 3]);
      add_row(first, t[k], w / (6 * unit_) * b.cross(c), G);
    }
}

void FixedVolume::add_hessian(const Vector& x, double, double w, Index first, const Vector& lambda, Entries& H) const {
  const double weight = w * lambda[first] / (6 * unit_);
  for (const Triangle& t : surface_)
    for (int k = 0; k < 3; ++k) {
      // d(b x c)/db = -[c]x and its transpose for the other order, for each pair of corners
      const Index a = t[k], b = t[(k + 1) % 3], c = t[(k + 2) % 3];
      add_block(a, b, -weight * cross_matrix(vertex(x, c)), H);
      add_block(a, c, weight * cross_matrix(vertex(x, b)), H);
    }
}

// Rigid patches

namespace {

// Up to four of the vertices that span what all of them span, each the farthest from what those before it span.
std::vector<Index> spanning(const std::vector<Index>& vertices, const Vector& x) {
  constexpr double kFlat = 1e-6;  // of the extent: nearer than this to a line or plane lies on it
  std::vector<Index> chosen = {vertices.front()};
  Eigen::Matrix3Xd directions(3, 0);  // orthonormal
  double extent = 0;
  while (chosen.size() < 4) {
    double farthest = 0;
    Index next = -1;
    Vec3 off = Vec3::Zero();
    for (Index i : vertices) {
      Vec3 d = vertex(x, i) - vertex(x, chosen.front());
      for (Eigen::Index k = 0; k < directions.cols(); ++k) d -= directions.col(k).dot(d) * directions.col(k);
      if (d.norm() > farthest) farthest = d.norm(), next = i, off = d;
    }
    extent = std::max(extent, farthest);
    if (next < 0 || farthest <= kFlat * extent) break;
    chosen.push_back(next);
    directions.conservativeResize(3, directions.cols() + 1);
    directions.col(directions.cols() - 1) = off.normalized();
  }
  return chosen;
}

}  // namespace

std::vector<std::unique_ptr<Constraint>> make_rigid(const std::string& name, const std::vector<Index>& vertices, const Vector& x) {
  std::vector<std::unique_ptr<Constraint>> constraints;
  if (vertices.size() < 2) return constraints;
  const std::vector<Index> frame = spanning(vertices, x);
  for (std::size_t a = 0; a < frame.size(); ++a)
    for (std::size_t b = a + 1; b < frame.size(); ++b)
      constraints.push_back(
          std::make_unique<FixedDistance>(name, frame[a], frame[b], (vertex(x, frame[a]) - vertex(x, frame[b])).norm()));
  Eigen::MatrixXd edges(3, static_cast<Eigen::Index>(frame.size()) - 1);
  for (Eigen::Index k = 0; k < edges.cols(); ++k)
    edges.col(k) = vertex(x, frame[static_cast<std::size_t>(k) + 1]) - vertex(x, frame[0]);
  const SingularValues factors = singular_values(edges);
  for (Index i : vertices) {
    if (std::find(frame.begin(), frame.end(), i) != frame.end()) continue;
    const Vec3 d = vertex(x, i) - vertex(x, frame[0]);
    const Vector w = factors.solve(d);
    std::vector<LinearConstraint::Share> shares = {{i, 1}, {frame[0], w.sum() - 1}};
    for (Eigen::Index k = 0; k < w.size(); ++k) shares.push_back({frame[static_cast<std::size_t>(k) + 1], -w[k]});
    // What is left of d where the frame is flat is rounding of the patch's own flatness; it is kept as it is.
    Vec3 left = d - edges * w;
    constraints.push_back(std::make_unique<LinearConstraint>(name, std::move(shares), left,
                                                             std::vector<Vec3>{Vec3::UnitX(), Vec3::UnitY(), Vec3::UnitZ()}));
  }
  return constraints;
}

}  // namespace lilyan
