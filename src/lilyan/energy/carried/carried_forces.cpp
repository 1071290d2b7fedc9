#include <lilyan/energy/carried/carried_forces.hpp>

#include <lilyan/energy/step_term.hpp>

#include <cassert>
#include <functional>

namespace lilyan {

namespace {

// Where carried vertices come from in a step: what the chord of a state says of them.
class CarriedChord {
 public:
  CarriedChord(const CarriedVertices& vertices, const Chord& chord)
      : x_(vertices.positions(chord.x)),
        v_(vertices.displacements(chord.v)),
        x_before_(chord.x_before ? vertices.positions(*chord.x_before) : Vector()),
        reference_(chord.reference ? vertices.positions(*chord.reference) : Vector()),
        chord_{
            chord.h,    x_,           v_,           chord.x_before ? &x_before_ : nullptr,   chord.h_before,   vertices.pattern(),
            chord.time, chord.memory, chord.energy, chord.reference ? &reference_ : nullptr, chord.h_reference} {}
  CarriedChord(const CarriedChord&) = delete;
  CarriedChord& operator=(const CarriedChord&) = delete;

  const Chord& chord() const { return chord_; }

 private:
  Vector x_, v_, x_before_, reference_;
  Chord chord_;
};

// A term of a step that acts on vertices which a state carries. It is the gradient of a function of their positions.
class CarriedTerm final : public StepTerm {
 public:
  using Poser = std::function<std::unique_ptr<const StepTerm>(const Chord&)>;

  // Of what `pose` makes of the chord of the vertices; nullptr if that is nothing.
  static std::unique_ptr<StepTerm> make(const CarriedVertices& vertices, const Chord& chord, const Poser& pose) {
    auto carried = std::make_unique<const CarriedChord>(vertices, chord);
    std::unique_ptr<const StepTerm> term = pose(carried->chord());
    if (!term) return nullptr;
    assert(term->is_gradient());
    return std::unique_ptr<StepTerm>(new CarriedTerm(vertices, std::move(carried), std::move(term)));
  }

  bool is_constant() const override { return term_->is_constant(); }
  Value add_force(const Vector& y, double w, Vector& f) const override {
    Vector carried = zeros();
    const Value value = term_->add_force(vertices_.positions(y), w, carried);
    vertices_.pull(carried, f);
    return value;
  }
  void add_slope(const Vector& y, double w, Definiteness definiteness, BlockMatrix& H) const override {
    BlockMatrix carried(vertices_.pattern());
    term_->add_slope(vertices_.positions(y), w, definiteness, carried);
    vertices_.pull(carried, H);
  }
  using StepTerm::add_slope;
  void add_outside(const Vector& y, double w, Vector& f) const override {
    Vector carried = zeros();
    term_->add_outside(vertices_.positions(y), w, carried);
    vertices_.pull(carried, f);
  }
  void add_magnitude(const Vector& y, double w, Vector& sizes) const override {
    Vector carried = zeros();
    term_->add_magnitude(vertices_.positions(y), w, carried);
    vertices_.pull_sizes(carried, sizes);
  }
  double longest_step(const Vector& y, const Vector& dy) const override {
    return term_->longest_step(vertices_.positions(y), vertices_.displacements(dy));
  }
  Work work(const Vector& y, const Vector& moved, double h) const override {
    return term_->work(vertices_.positions(y), vertices_.displacements(moved), h);
  }
  void remember(const Vector& y, Memory& memory) const override { term_->remember(vertices_.positions(y), memory); }
  void add_reactions(const Vector& y, double w, std::span<double> forces) const override {
    term_->add_reactions(vertices_.positions(y), w, forces);
  }
  void follow(double share) const override { term_->follow(share); }

 private:
  CarriedTerm(const CarriedVertices& vertices, std::unique_ptr<const CarriedChord> chord, std::unique_ptr<const StepTerm> term)
      : vertices_(vertices), chord_(std::move(chord)), term_(std::move(term)) {}

  Vector zeros() const { return Vector::Zero(3 * Eigen::Index{vertices_.count()}); }

  const CarriedVertices& vertices_;
  std::unique_ptr<const CarriedChord> chord_;  // which the term may refer to
  std::unique_ptr<const StepTerm> term_;
};

}  // namespace

CarriedPotential::CarriedPotential(std::shared_ptr<const CarriedVertices> vertices, std::unique_ptr<Potential> potential)
    : vertices_(std::move(vertices)), potential_(std::move(potential)) {
  assert(!potential_->dissipates());
}

void CarriedPotential::add_energies(const Vector& y, double t, Vector& per_vertex) const {
  Vector carried = Vector::Zero(vertices_->count());
  potential_->add_energies(vertices_->positions(y), t, carried);
  vertices_->add_energies(carried, per_vertex);
}

double CarriedPotential::add_gradient(const Vector& y, double t, double w, Vector& g) const {
  Vector carried = Vector::Zero(3 * Eigen::Index{vertices_->count()});
  const double W = potential_->add_gradient(vertices_->positions(y), t, w, carried);
  vertices_->pull(carried, g);
  return W;
}

double CarriedPotential::magnitude(const Vector& y, double t, double W) const {
  return potential_->magnitude(vertices_->positions(y), t, W);
}

void CarriedPotential::add_hessian(const Vector& y, double t, double w, Definiteness definiteness, BlockMatrix& H) const {
  BlockMatrix carried(vertices_->pattern());
  potential_->add_hessian(vertices_->positions(y), t, w, definiteness, carried);
  vertices_->pull(carried, H);
}

std::unique_ptr<StepTerm> CarriedPotential::own_mean(const Chord& chord, Evaluate evaluate) const {
  return CarriedTerm::make(*vertices_, chord, [&](const Chord& carried) { return potential_->own_mean(carried, evaluate); });
}

void CarriedPotential::add_reactions(const Vector& y, double t, double w, std::span<double> forces) const {
  potential_->add_reactions(vertices_->positions(y), t, w, forces);
}

std::unique_ptr<StepTerm> CarriedDissipation::pose(const Chord& chord, Evaluate evaluate) const {
  return CarriedTerm::make(*vertices_, chord, [&](const Chord& carried) { return dissipation_->pose(carried, evaluate); });
}

}  // namespace lilyan
