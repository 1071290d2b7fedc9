#include <lilyan/energy/load.hpp>

#include <lilyan/energy/discrete_gradient.hpp>

namespace lilyan {

namespace {

class MeanLoad final : public ForceTerm {
 public:
  MeanLoad(const Load& load, const Chord& chord) : load_(load), t_n_(chord.t_n), t_(chord.t) {}
  void add_force(const Vector&, double w, Vector& r) const override {
    load_.add_force(t_n_, -0.5 * w, r);
    load_.add_force(t_, -0.5 * w, r);
  }
  void add_jacobian(const Vector&, double, Entries&) const override {}
  Work work(const Vector&, const Vector&, double) const override { return {}; }

 private:
  const Load& load_;
  double t_n_, t_;
};

}  // namespace

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

std::unique_ptr<StepTerm> Load::discrete_gradient(const Chord& chord, DiscreteForm) const {
  return std::make_unique<MeanLoad>(*this, chord);
}

}  // namespace lilyan
