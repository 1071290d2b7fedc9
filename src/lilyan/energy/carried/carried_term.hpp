// A term of a step that acts on vertices which a state carries. It is the gradient of a function of their positions.
#pragma once

#include <lilyan/energy/carried/carried_vertices.hpp>
#include <lilyan/energy/step_term.hpp>

#include <functional>

namespace lilyan {

// Where carried vertices come from in a step: what the chord of a state says of them.
class CarriedChord {
 public:
  CarriedChord(const CarriedVertices& vertices, const Chord& chord);
  CarriedChord(const CarriedChord&) = delete;
  CarriedChord& operator=(const CarriedChord&) = delete;

  const Chord& chord() const { return chord_; }

 private:
  Vector x_, v_, x_before_, reference_;
  Chord chord_;
};

class CarriedTerm final : public StepTerm {
 public:
  using Poser = std::function<std::unique_ptr<const StepTerm>(const Chord&)>;

  // Of what `pose` makes of the chord of the vertices; nullptr if that is nothing.
  static std::unique_ptr<StepTerm> make(const CarriedVertices& vertices, const Chord& chord, const Poser& pose);

  bool is_constant() const override { return term_->is_constant(); }
  Value add_force(const Vector& y, double w, Vector& f) const override;
  void add_slope(const Vector& y, double w, Definiteness definiteness, BlockMatrix& H) const override;
  using StepTerm::add_slope;
  void add_outside(const Vector& y, double w, Vector& f) const override;
  void add_magnitude(const Vector& y, double w, Vector& sizes) const override;
  double longest_step(const Vector& y, const Vector& dy) const override;
  Work work(const Vector& y, const Vector& moved, double h) const override;
  void remember(const Vector& y, Memory& memory) const override;
  void add_reactions(const Vector& y, double w, std::span<double> forces) const override;
  void follow(double share) const override { term_->follow(share); }

 private:
  CarriedTerm(const CarriedVertices& vertices, std::unique_ptr<const CarriedChord> chord, std::unique_ptr<const StepTerm> term)
      : vertices_(vertices), chord_(std::move(chord)), term_(std::move(term)) {}

  const CarriedVertices& vertices_;
  std::unique_ptr<const CarriedChord> chord_;  // which the term may refer to
  std::unique_ptr<const StepTerm> term_;
};

}  // namespace lilyan
