#include <lilyan/dynamics/books.hpp>

#include <lilyan/dynamics/velocities.hpp>
#include <lilyan/energy/contact/friction/friction.hpp>

#include <cmath>

namespace lilyan {

namespace {

// The part of a chord's read-out that a term with other weights than AVF's needs: b - 2 a/h, 0 where that is rounding.
double off_chord(const PosedTerm& posed, double h) {
  const double off = posed.b - 2 * posed.a / h;
  return std::abs(off) <= 1e-12 * std::abs(posed.b) ? 0 : off;
}

// The kinetic energy that an impulse -b f took at the beginning of the step, as the damping of a step of length h.
double taken_by_kick(const StepProblem& problem, const PosedTerm& posed, const Vector& x, const Vector& v_n) {
  Vector f = Vector::Zero(x.size()), dv = f;
  posed.term->add_force(x, 1, f);
  problem.system().metric().solve(f, dv);
  double taken = 0;
  for (Index c : problem.system().coordinates().free()) taken += f[c] * (v_n[c] - 0.5 * posed.b * dv[c]);
  return problem.frame().h * taken;
}

void add_pins(const System& system, const Vector& held, std::vector<double>& sums) {
  std::vector<bool> counted(static_cast<std::size_t>(held.size()), false);
  for (const Pin& pin : system.coordinates().pins()) {
    double sum[3] = {0, 0, 0};
    for (const Index i : pin.vertices)
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::size_t component = 3 * static_cast<std::size_t>(i) + axis;
        if (!pin.axes[axis] || counted[component]) continue;
        counted[component] = true;
        sum[axis] += held[static_cast<Eigen::Index>(component)];
      }
    sums.insert(sums.end(), sum, sum + 3);
  }
}

void add_constraints(const StepProblem& problem, const StepSolution& solution, std::vector<double>& sums) {
  const ConstraintSet& constraints = problem.system().constraints();
  const std::size_t first = sums.size();
  sums.resize(first + 3 * static_cast<std::size_t>(constraints.size()), 0);
  const StepFrame& frame = problem.frame();
  const double weight = frame.y ? frame.constraint.b : frame.constraint.a;
  auto add = [&](const Entry& entry, double impulse) {
    const auto k = static_cast<std::size_t>(constraints.index_of_row(entry.row));
    sums[first + 3 * k + static_cast<std::size_t>(entry.column % 3)] -= entry.value * impulse;
  };
  for (const Entry& entry : constraints.direction(frame.constraint.at, frame.x_n, solution.x, frame.time))
    add(entry, weight * solution.lambda[entry.row]);
  if (solution.settled.size() == 0) return;
  for (const Entry& entry : constraints.gradient(solution.x, frame.time.end)) add(entry, solution.settled[entry.row]);
}

void add_contacts(const StepProblem& problem, const StepSolution& solution, const Books& books, std::vector<double>& sums) {
  const std::size_t first = sums.size();
  sums.resize(first + 3 * static_cast<std::size_t>(problem.system().contacts()), 0);
  const std::span<double> contacts = std::span(sums).subspan(first);
  for (const PosedTerm& posed : problem.terms())
    posed.term->add_reactions(solution.x, problem.frame().y ? posed.b : posed.a, contacts);
  for (std::size_t k = 0; k < books.contacts.size(); ++k) contacts[k] += books.contacts[k];
}

}  // namespace

Vector momentum_at_end(const StepProblem& problem, const StepSolution& solution, const Vector& p_n, const Vector& p_hat) {
  const StepFrame& frame = problem.frame();
  const System& system = problem.system();
  Vector p = Vector::Zero(solution.x.size());
  if (!frame.y) return p;
  if (frame.read_out == ReadOut::chord) {
    system.metric().multiply(solution.moved, p);
    for (Index c : system.coordinates().free()) p[c] = 2 * p[c] / frame.h - p_n[c];
    Vector off = Vector::Zero(p.size());
    for (const PosedTerm& posed : problem.terms())
      if (const double w = off_chord(posed, frame.h); w != 0) posed.term->add_force(solution.x, w, off);
    for (Index c : system.coordinates().free()) p[c] -= off[c];
  } else {
    Vector taken = problem.force(solution.x, &PosedTerm::b);
    if (solution.constraint_force.size() > 0) taken += frame.constraint.b * solution.constraint_force;
    for (Index c : system.coordinates().free()) p[c] = p_hat[c] - taken[c];
  }
  return p;
}

Books keep_books(const StepProblem& problem, const StepSolution& solution, const Vector& v_n) {
  const System& system = problem.system();
  const StepFrame& frame = problem.frame();
  const Vector& x = solution.x;
  Books books;
  books.work = solution.work_of_constraints;
  books.outside = Vector::Zero(x.size());
  for (const PosedTerm& posed : problem.terms()) {
    posed.add_outside(x, -posed.b, books.outside);
    posed.term->add_joined(x, books.joined);
    if (posed.acts == Acts::before) {
      books.dissipated += taken_by_kick(problem, posed, x, v_n);
    } else if (posed.c != 0) {
      const Work work = posed.term->work(x, solution.moved, frame.h);
      books.work += posed.c * work.done;
      books.dissipated += posed.c * work.dissipated;
    }
  }
  if (system.coordinates().size() == system.coordinates().components()) return books;

  // What is held: moving it does work, holding it takes an impulse.
  Vector moved = solution.moved;
  for (Index c : system.coordinates().free()) moved[c] = 0;
  if (!moved.isZero(0)) {
    books.work += problem.force(x, &PosedTerm::c).dot(moved);
    if (solution.constraint_force.size() > 0) books.work += solution.constraint_force.dot(moved);
  }
  books.held = problem.force(x, frame.y ? &PosedTerm::b : &PosedTerm::a);
  if (solution.constraint_force.size() > 0)
    books.held += (frame.y ? frame.constraint.b : frame.constraint.a) * solution.constraint_force;
  for (Index c : system.coordinates().free()) books.held[c] = 0;
  return books;
}

void give_last_impulses(const StepProblem& problem, const StepSolution& solution, Vector& p, Books& books) {
  const System& system = problem.system();
  if (!problem.frame().y || !system.dissipates_in_contact()) return;
  Vector v = held_part(system, solution.moved) / problem.frame().h;
  system.metric().solve(p, v);
  EndMotion motion(system.metric(), system.mass(), system.shares_mass(), std::move(v), system.contacts());
  for (const PosedTerm& posed : problem.terms()) posed.term->give_last_impulses(solution.x, posed.b, motion);
  if (!motion.is_changed()) return;
  for (Index c : system.coordinates().free()) p[c] += motion.impulse()[c];
  if (books.held.size() > 0) books.held -= held_part(system, motion.impulse());
  books.outside += motion.from_outside();
  books.contacts = motion.contacts();
  books.work += motion.work();
  books.dissipated += motion.dissipated();
}

void book_shared_mass(const StepProblem& problem, const StepSolution& solution, const Vector& v_n, const Vector& dp, Books& books) {
  const Metric& metric = problem.system().metric();
  const StepFrame& frame = problem.frame();
  if (!metric.joins_held() || !frame.y) return;
  const Vector w_0 = held_part(problem.system(), v_n), w_1 = held_part(problem.system(), solution.moved) / frame.h;
  // A^-1 B w, and w.C w
  auto carried = [&](const Vector& w) {
    Vector free = -w;
    metric.solve(Vector::Zero(w.size()), free);
    return Vector(free + w);  // 0 where held
  };
  auto square = [&](const Vector& w) { return metric.times(w).dot(carried(w)); };
  if (!w_1.isZero(0)) {
    books.work += dp.dot(carried(w_1)) - 0.5 * square(w_1);
    books.held_velocity = w_1;
  }
  if (!w_0.isZero(0)) books.work += 0.5 * square(w_0);
}

void enter(const Books& books, StepMemory& memory) {
  memory.work += books.work;
  memory.dissipated += books.dissipated;
}

std::vector<double> reaction_impulses(const StepProblem& problem, const StepSolution& solution, const Books& books, double carried,
                                      const std::vector<double>& last) {
  std::vector<double> sums;
  if (books.held.size() > 0) {
    Vector held = books.held;
    if (solution.settled.size() > 0)
      for (const Entry& entry : problem.system().constraints().gradient(solution.x, problem.frame().time.end))
        if (problem.system().coordinates().is_held(entry.column)) held[entry.column] += entry.value * solution.settled[entry.row];
    add_pins(problem.system(), held, sums);
  }
  if (solution.lambda.size() > 0) add_constraints(problem, solution, sums);
  add_contacts(problem, solution, books, sums);
  if (!problem.frame().y)
    for (double& sum : sums) sum *= problem.frame().h;
  if (carried != 0 && last.size() == sums.size())
    for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += carried * last[k];
  return sums;
}

}  // namespace lilyan
