#include <lilyan/run/inventory.hpp>

#include <lilyan/energy/carried/carried_vertices.hpp>

namespace lilyan {

Vector Obstacle::at(double t) const {
  Vector x = surface.X;
  if (motion.empty()) return x;
  for (Index i = 0; i < surface.vertices(); ++i) vertex(x, i) += displacement(motion, vertex(surface.X, i), t);
  return x;
}

Vector MetPlane::positions(const Vector& x) const { return surface ? surface->vertices->positions(x) : x; }

double Inventory::mass() const {
  double sum = 0;
  for (const Body& body : bodies) sum += body.mass;
  return sum;
}

}  // namespace lilyan
