#include <lilyan/energy/load.hpp>

namespace lilyan {

void Load::add_force(double t, double w, Vector& f) const {
  const double factor = w * profile_.at(t);
  if (factor == 0) return;
  for (const Push& push : pushes_) vertex(f, push.vertex) += factor * push.force;
}

double Load::value(const Vector& x, double t) const {
  const double factor = profile_.at(t);
  if (factor == 0) return 0;
  double sum = 0;
  for (const Push& push : pushes_) sum += push.force.dot(vertex(x, push.vertex));
  return -factor * sum;
}

double Load::add_gradient(const Vector& x, double t, double w, Vector& g) const {
  add_force(t, -w, g);
  return value(x, t);
}

double Load::magnitude(const Vector& x, double t, double) const {
  double sum = 0;
  for (const Push& push : pushes_) sum += push.force.cwiseAbs().dot(vertex(x, push.vertex).cwiseAbs());
  return std::abs(profile_.at(t)) * sum;
}

}  // namespace lilyan
