#include <lilyan/energy/carried/carried_term.hpp>

#include <cassert>

namespace lilyan {

CarriedChord::CarriedChord(const CarriedVertices& vertices, const Chord& chord)
    : x_(vertices.positions(chord.x)),
      v_(vertices.displacements(chord.v)),
      x_before_(chord.x_before ? vertices.positions(*chord.x_before) : Vector()),
      reference_(chord.reference ? vertices.positions(*chord.reference) : Vector()),
      chord_{chord.h,    x_,           v_,           chord.x_before ? &x_before_ : nullptr,   chord.h_before,   vertices.pattern(),
             chord.time, chord.memory, chord.energy, chord.reference ? &reference_ : nullptr, chord.h_reference} {}

std::unique_ptr<StepTerm> CarriedTerm::make(const CarriedVertices& vertices, const Chord& chord, const Poser& pose) {
  auto carried = std::make_unique<const CarriedChord>(vertices, chord);
  std::unique_ptr<const StepTerm> term = pose(carried->chord());
  if (!term) return nullptr;
  assert(term->is_gradient());
  return std::unique_ptr<StepTerm>(new CarriedTerm(vertices, std::move(carried), std::move(term)));
}

Value CarriedTerm::add_force(const Vector& y, double w, Vector& f) const {
  Vector carried = Vector::Zero(3 * Eigen::Index{vertices_.count()});
  const Value value = term_->add_force(vertices_.positions(y), w, carried);
  vertices_.pull(carried, f);
  return value;
}

void CarriedTerm::add_slope(const Vector& y, double w, Definiteness definiteness, BlockMatrix& H) const {
  BlockMatrix carried(vertices_.pattern());
  term_->add_slope(vertices_.positions(y), w, definiteness, carried);
  vertices_.pull(carried, H);
}

void CarriedTerm::add_outside(const Vector& y, double w, Vector& f) const {
  Vector carried = Vector::Zero(3 * Eigen::Index{vertices_.count()});
  term_->add_outside(vertices_.positions(y), w, carried);
  vertices_.pull(carried, f);
}

void CarriedTerm::add_magnitude(const Vector& y, double w, Vector& sizes) const {
  Vector carried = Vector::Zero(3 * Eigen::Index{vertices_.count()});
  term_->add_magnitude(vertices_.positions(y), w, carried);
  vertices_.pull_sizes(carried, sizes);
}

double CarriedTerm::longest_step(const Vector& y, const Vector& dy) const {
  return term_->longest_step(vertices_.positions(y), vertices_.displacements(dy));
}

Work CarriedTerm::work(const Vector& y, const Vector& moved, double h) const {
  return term_->work(vertices_.positions(y), vertices_.displacements(moved), h);
}

void CarriedTerm::remember(const Vector& y, Memory& memory) const { term_->remember(vertices_.positions(y), memory); }

void CarriedTerm::add_reactions(const Vector& y, double w, std::span<double> forces) const {
  term_->add_reactions(vertices_.positions(y), w, forces);
}

}  // namespace lilyan
