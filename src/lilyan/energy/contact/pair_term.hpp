// The pairs of one step: what PairContact is posed as. See pair_contact.hpp.
//
// Pairs are looked for around the chords that trials have had so far, with some slack; a trial that leaves this region enlarges it.
// What does not touch adds nothing, so that results do not depend on the region.
#pragma once

#include <lilyan/energy/contact/friction/friction_term.hpp>
#include <lilyan/energy/contact/pair_contact.hpp>

#include <vector>

namespace lilyan {

class PairTerm final : public PressingTerm {
 public:
  PairTerm(const PairContact& contact, const Chord& chord, Evaluate evaluate);

  Value add_force(const Vector& x, double w, Vector& f) const override;
  using StepTerm::add_slope;
  void add_slope(const Vector& x, double w, Definiteness definiteness, BlockMatrix& H) const override;
  void add_outside(const Vector& x, double w, Vector& f) const override;
  void add_magnitude(const Vector& x, double w, Vector& sizes) const override;
  void connect(BlockPatternBuilder& pattern) const override;
  bool fits(const Vector& x, const BlockPattern& pattern) const override;
  double longest_step(const Vector& x, const Vector& dx) const override;
  Work work(const Vector& x, const Vector& moved, double h) const override;  // of obstacles that move
  void remember(const Vector& x, Memory& memory) const override;
  void add_joined(const Vector& x, std::vector<std::array<Index, 2>>& vertices) const override;
  void add_reactions(const Vector& x, double w, std::span<double> forces) const override;
  void follow(double share) const override;
  std::vector<PressedPair> pressed(const Vector& x) const override;
  std::vector<PressedPair> touching() const override;
  bool can_press(const PressedPair& pair) const override;
  void follow_obstacle(PressedPair& pair) const override;

 private:
  static constexpr double kNear = 2;     // of the barrier's distance: the pattern of a step has what comes so near in free flight
  using Stencil = std::array<Index, 4>;  // vertices ascending, -1 after the last

  // A pair that acts in a step that ends at the point asked for last.
  struct Active {
    std::size_t pair;  // among near_
    PairChord::Mean mean;
  };

  void cover(const Vector& x) const;  // makes the region hold the chord to x
  void search() const;                // pairs of the region
  bool may_come_near(const NearPair& pair, const std::vector<double>& reach) const;
  PairChord chord_of(std::size_t pair, const Vector& x) const;
  // The same from anywhere, as long as only the distance is asked for.
  PairChord way_of(std::size_t pair, const Vector& from, const Vector& obstacles, const Vector& to) const;
  PairChord::Mean mean_of(const PairChord& chord) const;
  const std::vector<Active>& active(const Vector& x) const;
  PressedPair pressed_by(std::size_t pair, const PairVector& gradient) const;
  PairMatrix hessian_of(const Active& active, const Vector& x) const;
  void add_slope_of(const NearPair& pair, double w, const PairMatrix& slope, BlockMatrix& H) const;
  Stencil stencil_of(const NearPair& pair) const;
  Stencil remembered_stencil(std::span<const double> numbers) const;
  bool is_new(const Stencil& stencil, const BlockPattern& pattern) const;  // some of its vertices do not meet in the pattern
  void predict() const;                                                    // stencils_ at the start of the step

  const PairContact& contact_;
  Evaluate evaluate_;
  const Vector& x_n_;
  Vector obstacles_n_, obstacles_end_;           // where their points are at the start and at the end
  mutable Vector obstacles_;                     // how far they are followed
  Vector obstacle_velocities_;                   // at the end
  Vector flight_;                                // where the vertices would be without forces
  double tolerance_;                             // of a pair's work [J]
  std::shared_ptr<const BlockPattern> pattern_;  // of the body
  Memory::Section remembered_;                   // stencils of the step before

  mutable std::vector<Box> boxes_;  // region of each point's chord
  mutable double slack_;            // [m]
  mutable std::vector<NearPair> near_;
  mutable std::vector<double> gaps_;   // of near_, at the start [m]
  mutable std::vector<Vec3> normals_;  // of near_, at the start: unit vectors from the second piece to the first
  mutable Vector at_;                  // active_ belongs to this end of the step
  mutable std::vector<Active> active_;
  mutable bool is_crossed_ = false;        // some pair passes through
  mutable std::vector<Stencil> stencils_;  // ascending, each once
  mutable bool is_predicted_ = false;
};

}  // namespace lilyan
