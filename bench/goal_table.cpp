#include "goal_table.hpp"

#include <fmt/format.h>

#include <cstdio>

namespace lilyan::bench {

void print_goal_heads() {
  fmt::print("| body | what | | | ratio | goal | met | published |\n| --- | --- | --- | --- | --- | --- | --- | --- |\n");
}

void print_figure(const Figure& figure) {
  const double ratio = figure.numerator / figure.denominator;
  std::string goal = "-", met = "-";
  if (figure.goal) {
    const bool at_least = figure.goal->bound == Goal::Bound::at_least;
    goal = fmt::format("{} {}", at_least ? ">=" : "<=", figure.goal->value);
    met = (at_least ? ratio >= figure.goal->value : ratio <= figure.goal->value) ? "yes" : "NO";
  }
  fmt::print("| {} | {} | {:.4g} {} | {:.4g} {} | {:.3g} | {} | {} | {} |\n", figure.body, figure.what, figure.numerator,
             figure.unit, figure.denominator, figure.unit, ratio, goal, met, figure.published);
  std::fflush(stdout);  // the next row may take a minute
}

}  // namespace lilyan::bench
