#include <lilyan/energy/contact/planes/plane_contact.hpp>

#include <algorithm>
#include <limits>

namespace lilyan {

PlaneContact::PlaneContact(const Vec3& point, const Vec3& normal, double distance, std::vector<ContactPoint> points, PlaneLaw law)
    : point_(point), normal_(normal), distance_(distance), law_(std::move(law)), points_(std::move(points)) {}

double PlaneContact::gap(const ContactPoint& point, const Vector& x, double t) const {
  return normal_.dot(vertex(x, point.vertex) - this->point(t)) - point.radius;
}

Index PlaneContact::touching(const Vector& x, double t) const {
  return static_cast<Index>(
      std::count_if(points_.begin(), points_.end(), [&](const ContactPoint& point) { return gap(point, x, t) < reach(); }));
}

double PlaneContact::least_gap(const Vector& x, double t) const {
  double least = std::numeric_limits<double>::infinity();
  for (const ContactPoint& point : points_) least = std::min(least, gap(point, x, t));
  return least;
}

void PlaneContact::add_reaction(double slope, std::span<double> forces) const {
  for (std::size_t axis = 0; axis < 3; ++axis)
    forces[3 * static_cast<std::size_t>(law_.contact) + axis] += slope * normal_[static_cast<Eigen::Index>(axis)];
}

void PlaneContact::add_reactions(const Vector& x, double t, double w, std::span<double> forces) const {
  for_each_touching(x, t, [&](const ContactPoint&, const GapEnergy& gap) { add_reaction(w * gap.slope, forces); });
}

double PlaneContact::value(const Vector& x, double t) const {
  double W = 0;
  for_each_touching(x, t, [&](const ContactPoint&, const GapEnergy& gap) { W += gap.energy; });
  return W;
}

void PlaneContact::add_energies(const Vector& x, double t, Vector& per_vertex) const {
  for_each_touching(x, t, [&](const ContactPoint& point, const GapEnergy& gap) { per_vertex[point.vertex] += gap.energy; });
}

double PlaneContact::add_gradient(const Vector& x, double t, double w, Vector& g) const {
  double W = 0;
  for_each_touching(x, t, [&](const ContactPoint& point, const GapEnergy& gap) {
    W += gap.energy;
    vertex(g, point.vertex) += w * gap.slope * normal_;
  });
  return W;
}

void PlaneContact::add_hessian(const Vector& x, double t, double w, Definiteness, BlockMatrix& H) const {
  const Mat3 nn = normal_ * normal_.transpose();
  for_each_touching(x, t, [&](const ContactPoint& point, const GapEnergy& gap) {
    H.add_to_block(point.vertex, point.vertex, w * gap.curvature * nn);
  });
}

double PlaneContact::rate(const Vector& x, double t) const {
  double slope = 0;
  for_each_touching(x, t, [&](const ContactPoint&, const GapEnergy& gap) { slope += gap.slope; });
  return -slope * normal_.dot(velocity(t));
}

}  // namespace lilyan
