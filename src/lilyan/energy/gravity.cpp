#include <lilyan/energy/gravity.hpp>

namespace lilyan {

Gravity::Gravity(Vector vertex_mass, Vec3 acceleration) : mass_(std::move(vertex_mass)), acceleration_(acceleration) {}

double Gravity::value(const Vector& x, double) const {
  double W = 0;
  for (Index i = 0; i < mass_.size(); ++i) W -= mass_[i] * acceleration_.dot(vertex(x, i));
  return W;
}

void Gravity::add_energies(const Vector& x, double, Vector& per_vertex) const {
  for (Index i = 0; i < mass_.size(); ++i) per_vertex[i] -= mass_[i] * acceleration_.dot(vertex(x, i));
}

double Gravity::add_gradient(const Vector& x, double t, double w, Vector& g) const {
  for (Index i = 0; i < mass_.size(); ++i) vertex(g, i) -= w * mass_[i] * acceleration_;
  return value(x, t);
}

double Gravity::magnitude(const Vector& x, double, double) const {
  double sum = 0;
  for (Index i = 0; i < mass_.size(); ++i) sum += mass_[i] * acceleration_.cwiseAbs().dot(vertex(x, i).cwiseAbs());
  return sum;
}

}  // namespace lilyan
