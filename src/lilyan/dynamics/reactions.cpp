#include <lilyan/dynamics/reactions.hpp>

namespace lilyan {

namespace {

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
