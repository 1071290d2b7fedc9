#include <lilyan/dynamics/steppers/closed_stepper.hpp>

#include <lilyan/algebra/dense.hpp>
#include <lilyan/dynamics/rigid_fields.hpp>
#include <lilyan/dynamics/step_memory.hpp>
#include <lilyan/dynamics/system.hpp>

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

namespace lilyan {

namespace {

struct ClosureOutcome {
  double scaling = 0;  // largest |s - 1| over the parts
  int given_up = 0;    // parts whose momenta could not be had at their energy
};

using Vec6 = Eigen::Matrix<double, 6, 1>;
using Mat6 = Eigen::Matrix<double, 6, 6>;

// Eigenvalues below this share of the largest are zero: squares of lengths and rounding.
constexpr double kNone = 1e-12;

// Of the kinetic energy: a closure that would change it by more is given up.
constexpr double kEnergyKept = 1e-13;

// Orthonormal combinations of the six motions that move no held component, neither where the step begins nor where it ends:
// columns. None where a pin moves.
Eigen::MatrixXd motions_that_pins_allow(const System& system, const std::vector<Index>& vertices, const RigidFields& fields,
                                        const Vector& x_n, const Vector& x) {
  Mat6 hindered = Mat6::Zero();
  for (Index i : vertices)
    for (int axis = 0; axis < 3; ++axis) {
      const Index c = 3 * i + axis;
      if (!system.coordinates().is_held(c)) continue;
      if (x[c] != x_n[c]) return Eigen::MatrixXd(6, 0);
      for (const Vector* end : {&x_n, &x}) {
        const Vec6 row = fields.at(vertex(*end, i)).row(axis).transpose();
        hindered += row * row.transpose();
      }
    }
  if (hindered.isZero(0)) return Mat6::Identity();
  const FixedSpectrum<6> spectrum = symmetric_spectrum(hindered);
  int allowed = 0;
  while (allowed < 6 && spectrum.values[allowed] < kNone * spectrum.values[5]) ++allowed;
  return spectrum.vectors.leftCols(allowed);
}

// G^-1 b within the range of G, which misses the motions that move nothing, like the rotation of a straight row of vertices about
// itself.
Vector solve_semidefinite(const Eigen::MatrixXd& G, const Vector& b) {
  const auto [values, vectors] = symmetric_spectrum(G);
  Vector coefficients = vectors.transpose() * b;
  for (Eigen::Index k = 0; k < values.size(); ++k)
    coefficients[k] = values[k] > kNone * values[values.size() - 1] ? coefficients[k] / values[k] : 0;
  return vectors * coefficients;
}

// One part and the motions that its pins allow.
struct Part {
  const System& system;
  const std::vector<Index>& vertices;
  RigidFields fields;
  Eigen::MatrixXd motions;

  template <class Visit>
  void each_free_component(Visit&& visit) const {
    for (Index i : vertices)
      for (int axis = 0; axis < 3; ++axis)
        if (const Index c = 3 * i + axis; !system.coordinates().is_held(c)) visit(c);
  }

  Vector momenta(const Vector& x, const Vector& p) const {
    Vector sum = Vector::Zero(motions.cols());
    for (Index i : vertices) {
      const Eigen::MatrixXd u = fields.at(vertex(x, i)) * motions;
      for (int axis = 0; axis < 3; ++axis)
        if (const Index c = 3 * i + axis; !system.coordinates().is_held(c)) sum += p[c] * u.row(axis).transpose();
    }
    return sum;
  }

  // Velocities of the allowed motions at x, a column each: this part's rows of U.
  void fill_in(const Vector& x, Eigen::MatrixXd& U) const {
    for (Index i : vertices) {
      const Eigen::MatrixXd u = fields.at(vertex(x, i)) * motions;
      for (int axis = 0; axis < 3; ++axis)
        if (const Index c = 3 * i + axis; !system.coordinates().is_held(c)) U.row(c).head(u.cols()) = u.row(axis);
    }
  }

  // Makes p, which belongs to the velocities v, have the momenta wanted; returns s, or nothing where that would change the
  // energy: p stays as it is.
  std::optional<double> close(const Eigen::MatrixXd& U, const Eigen::MatrixXd& MU, const Vector& v, const Vector& wanted,
                              Vector& p) const {
    const Eigen::Index count = motions.cols();
    Eigen::MatrixXd G = Eigen::MatrixXd::Zero(count, count);
    Vector had = Vector::Zero(count);
    double twice_K = 0;
    each_free_component([&](Index c) {
      G += U.row(c).head(count).transpose() * MU.row(c).head(count);
      had += p[c] * U.row(c).head(count).transpose();
      twice_K += p[c] * v[c];
    });
    const Vector found = solve_semidefinite(G, had), rigid = solve_semidefinite(G, wanted);
    double internal = 0;  // twice the kinetic energy of w
    each_free_component(
        [&](Index c) { internal += (p[c] - MU.row(c).head(count).dot(found)) * (v[c] - U.row(c).head(count).dot(found)); });
    const double needed = twice_K - rigid.dot(G * rigid);
    const bool stiff = internal <= std::numeric_limits<double>::epsilon() * twice_K;  // no internal motion: nothing to scale
    const double s = stiff || needed < 0 ? 1 : std::sqrt(needed / internal);
    if (std::abs(s * s * internal - needed) > kEnergyKept * twice_K) return std::nullopt;
    each_free_component([&](Index c) { p[c] = MU.row(c).head(count).dot(rigid) + s * (p[c] - MU.row(c).head(count).dot(found)); });
    return s;
  }
};

// The vertices of each part, or of all parts that are joined to it.
std::vector<std::vector<Index>> groups_of_parts(const System& system, const std::vector<std::array<Index, 2>>& joined) {
  const ConnectedParts& parts = system.parts();
  if (joined.empty()) return parts.vertices();
  std::vector<Index> group(static_cast<std::size_t>(parts.size()));  // a part of it with a lower number, or itself
  std::iota(group.begin(), group.end(), Index{0});
  const auto first_of = [&](Index part) {
    while (group[static_cast<std::size_t>(part)] != part) part = group[static_cast<std::size_t>(part)];
    return part;
  };
  for (const auto& [i, j] : joined) {
    const Index a = first_of(parts.of_vertex(i)), b = first_of(parts.of_vertex(j));
    group[static_cast<std::size_t>(std::max(a, b))] = std::min(a, b);
  }
  std::vector<std::vector<Index>> vertices(group.size());
  for (Index part = 0; part < parts.size(); ++part) {
    std::vector<Index>& all = vertices[static_cast<std::size_t>(first_of(part))];
    const std::vector<Index>& own = parts.vertices()[static_cast<std::size_t>(part)];
    all.insert(all.end(), own.begin(), own.end());
  }
  std::erase_if(vertices, [](const std::vector<Index>& group_vertices) { return group_vertices.empty(); });
  return vertices;
}

// Momenta that a step of a conserving method should have ended with, without a change of its energy.
//
// For each connected part let U be the rigid velocity fields u(x) = a + b x (x - c) that move no held component: six for a free
// part. The momenta U^T p change in a step by h f.u(x_mid) alone, f being the forces from outside; pins and elastic forces do not
// count. An average vector field step keeps the energy but not these. Its velocity is split, orthogonally in the kinetic energy K,
// into a rigid and an internal part, v = U c + w, and replaced by
//
//   v' = U c' + s w,    c' from the momenta wanted,    s such that K is that of v
//
// s - 1 is of the order of the step's error in the momenta. Where K is too small for the rigid part wanted, or where nothing moves
// inside, there is no such s: the part keeps its energy, and its momenta are left as they are. A body that is stiff and spins meets
// this in every step; who calls this has a better step for it, see closed_stepper.hpp.
//
// From (x_n, p_n) over h to (x, p), p being replaced; `force` is the mean of the forces from outside over the step [N].
// Parts that pushed at each other, by the vertices in `joined`, are closed as one: only their sums are known.
ClosureOutcome close_momenta(const System& system, const Vector& x_n, const Vector& p_n, const Vector& x, double h,
                             const Vector& force, const std::vector<std::array<Index, 2>>& joined, Vector& p) {
  ClosureOutcome outcome;
  const Vector x_mid = 0.5 * (x_n + x);
  std::vector<Part> parts;
  // The k-th motions of all parts stand in one column: M joins no two parts.
  Eigen::MatrixXd U = Eigen::MatrixXd::Zero(x.size(), 6), MU(x.size(), 6);
  const std::vector<std::vector<Index>> groups = groups_of_parts(system, joined);
  for (const std::vector<Index>& vertices : groups) {
    const RigidFields fields = rigid_fields(system, vertices, x_mid);
    Eigen::MatrixXd motions = motions_that_pins_allow(system, vertices, fields, x_n, x);
    if (motions.cols() == 0) continue;
    parts.push_back({system, vertices, fields, std::move(motions)});
    parts.back().fill_in(x, U);
  }
  if (parts.empty()) return outcome;
  for (Eigen::Index k = 0; k < 6; ++k) MU.col(k) = system.momentum(U.col(k));
  const Vector v = system.velocity(p);
  for (const Part& part : parts) {
    const Vector wanted = part.momenta(x_n, p_n) + h * part.momenta(x_mid, force);
    if (const std::optional<double> s = part.close(U, MU, v, wanted, p))
      outcome.scaling = std::max(outcome.scaling, std::abs(*s - 1));
    else
      ++outcome.given_up;
  }
  return outcome;
}

}  // namespace

Result<Step, StepFailure> ClosedStepper::attempt(const History& history, const StepInput& input, Workspace& workspace) const {
  Result<Step, StepFailure> step = method_->attempt(history, input, workspace);
  if (!step) return step;
  const Frame& now = history.now();
  const ClosureOutcome closure =
      close_momenta(system_, now.x, now.p, step->frame.x, input.h, step->outside / input.h, step->joined, step->frame.p);
  if (closure.given_up > 0 && keeping_) {
    History from = history;
    take_over_solver(step->memory, from);
    StepInput near = input;
    near.guess = &step->frame.x;
    Result<Step, StepFailure> kept = keeping_->attempt(from, near, workspace);
    if (kept) {
      kept->statistics.add(step->statistics);
      return kept;
    }
    step->statistics.add(kept.failure().statistics);
  }
  step->statistics.add({.closure = closure.scaling, .unclosed = closure.given_up});
  return step;
}

}  // namespace lilyan
