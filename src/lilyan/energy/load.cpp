#include <lilyan/energy/load.hpp>

#include <lilyan/energy/step_term.hpp>

namespace lilyan {

namespace {

// Of both ends of the step.
class MeanLoad final : public StepTerm {
 public:
  MeanLoad(const Load& load, const Chord& chord) : load_(load), x_n_(chord.x), time_(chord.time) {}

  bool is_constant() const override { return true; }
  Value add_force(const Vector& x, double w, Vector& f) const override {
    Vector mean = Vector::Zero(x.size());
    load_.add_force(time_.begin, -0.5, mean);
    load_.add_force(time_.end, -0.5, mean);
    f += w * mean;
    const double R = mean.dot(x - x_n_);
    return {R, std::abs(R)};
  }
  void add_slope(const Vector&, double, Definiteness, BlockMatrix&) const override {}
  using StepTerm::add_slope;
  Work work(const Vector& x, const Vector& moved, double) const override {
    Vector f = Vector::Zero(x.size());
    add_force(x, 1, f);
    return {0, -f.dot(moved)};
  }

 private:
  const Load& load_;
  const Vector& x_n_;
  TimeSpan time_;
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
