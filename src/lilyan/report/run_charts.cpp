#include <lilyan/report/report.hpp>

#include <lilyan/report/verdict.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lilyan {
namespace {

// Of a momentum's scale: what moves less looks like the constant that it is.
constexpr double kLeastMomentumSpan = 0.02;

// Of what is there: what rounding leaves of a zero, and of an error.
constexpr double kRounding = 1e-9, kLeastError = 1e-18;

Curve curve_of(const LedgerTrace& trace, Quantity quantity, std::string name, int colour, double factor = 1) {
  Curve curve{std::move(name), trace.bands(quantity), colour, false};
  for (Band& band : curve.bands) band.low *= factor, band.high *= factor;
  return curve;
}

Chart energies(const RunRecord& run) {
  Chart chart{"Energies", "J", {}, ChartScale::readable, 0, kRounding * run.trace.in_play(), ""};
  const LedgerTrace& trace = run.trace;
  const auto add = [&](Quantity quantity, const char* name, int colour) {
    if (trace.highest(quantity) > 0) chart.curves.push_back(curve_of(trace, quantity, name, colour));
  };
  add(Quantity::kinetic, "kinetic", 0);
  add(Quantity::elastic, "elastic", 1);
  add(Quantity::gravity, "gravity", 2);
  add(Quantity::contact, "contact", 5);
  add(Quantity::constraint, "constraint", 6);
  add(Quantity::work, "work of pins and loads", 3);
  add(Quantity::dissipated, "dissipated", 7);
  chart.curves.push_back(curve_of(trace, Quantity::total, "total", 4));
  return chart;
}

Chart balance(const RunRecord& run) {
  const double scale = error_scales(run).energy;
  Chart chart{"Energy error of the method",
              "of the energy in play",
              {},
              ChartScale::logarithmic,
              0,
              kLeastError,
              run.trace.exploded()
                  ? "|total − total at the start − work + dissipated|, relative to the largest energy before the explosion"
                  : "|total − total at the start − work + dissipated|, relative to the largest energy in play"};
  chart.curves.push_back(curve_of(run.trace, Quantity::error, "relative error", 4, scale > 0 ? 1 / scale : 1));
  return chart;
}

Chart momentum(const RunRecord& run, const char* title, const char* unit, Quantity x, double scale) {
  Chart chart{title, unit, {}, ChartScale::readable, kLeastMomentumSpan * scale, kRounding * scale, ""};
  for (int c = 0; c < 3; ++c)
    chart.curves.push_back(curve_of(run.trace, static_cast<Quantity>(static_cast<int>(x) + c), std::string(1, "xyz"[c]), c));
  return chart;
}

// What a row of the ledger counts: a step, unless `output.ledger.every` thins it.
std::string of_a_row(const char* what, const LedgerTrace& trace) {
  if (trace.steps_a_row() == 1) return fmt::format("{} a step", what);
  return fmt::format("{} in {} steps each", what, trace.steps_a_row());
}

Chart solver_work(const RunRecord& run) {
  Chart chart{of_a_row("Solver work", run.trace), "", {}, ChartScale::linear, 2, 0, ""};
  chart.curves = {curve_of(run.trace, Quantity::newton_iterations, "Newton iterations", 0),
                  curve_of(run.trace, Quantity::factorizations, "set-ups of the linear solver", 1),
                  curve_of(run.trace, Quantity::backtracks, "backtracks", 2)};
  return chart;
}

Chart wall_time(const RunRecord& run) {
  return {of_a_row("Wall time", run.trace), "ms", {curve_of(run.trace, Quantity::wall_ms, "wall time", 7)}, ChartScale::readable};
}

// Of the steps that a rule chose; the initial state has none.
Chart step_lengths(const RunRecord& run) {
  Chart chart{"Length of the steps", "s", {curve_of(run.trace, Quantity::h, "step", 5)}, ChartScale::linear, 0, 0, ""};
  std::vector<Band>& bands = chart.curves.front().bands;
  if (!bands.empty()) bands.erase(bands.begin());
  chart.note = "chosen step by step: " + run.setting.adaption;
  return chart;
}

// One quantity of all runs.
Chart overlay(const std::vector<NamedRun>& runs, std::string title, std::string unit, Quantity quantity, ChartScale scale) {
  Chart chart{std::move(title), std::move(unit), {}, scale};
  int colour = 0;
  for (const NamedRun& run : runs) {
    Curve curve = curve_of(run.record.trace, quantity, run.name, colour % kColours);
    curve.dashed = colour >= kColours;
    ++colour;
    chart.curves.push_back(std::move(curve));
  }
  return chart;
}

// Cuts curves off above `highest`, so that one method's explosion does not flatten all others, and says so.
void cut_off(Chart& chart, double highest) {
  bool is_cut = false;
  for (Curve& curve : chart.curves) {
    const auto first =
        std::find_if(curve.bands.begin(), curve.bands.end(), [&](const Band& b) { return !b.empty() && b.high > highest; });
    if (first != curve.bands.end()) {
      // Up to the edge, then no more.
      first->high = highest, first->low = std::min(first->low, highest);
      curve.bands.erase(first + 1, curve.bands.end());
      is_cut = true;
    }
  }
  if (!is_cut) return;
  if (!chart.note.empty()) chart.note += ". ";
  chart.note += "A curve that ends at the upper edge went on beyond it: the method's own report shows how far.";
}

}  // namespace

std::vector<Chart> run_charts(const RunRecord& run) {
  const ErrorScales scales = error_scales(run);
  std::vector<Chart> charts = {energies(run),
                               balance(run),
                               momentum(run, "Linear momentum", "kg m/s", Quantity::px, scales.linear),
                               momentum(run, "Angular momentum", "kg m²/s", Quantity::lx, scales.angular),
                               solver_work(run),
                               wall_time(run)};
  if (!run.setting.adaption.empty()) charts.insert(charts.begin() + 2, step_lengths(run));
  return charts;
}

std::vector<Chart> comparison_charts(const std::vector<NamedRun>& runs) {
  constexpr double kFarBeyond = 1e3;  // times what is there to be kept: where a curve on a logarithmic axis is left alone
  double energy = 0, linear_momentum = 0, angular_momentum = 0;
  for (const NamedRun& run : runs) {
    const RunRecord& record = run.record;
    energy = std::max({energy, 2 * std::abs(record.trace.first().total), 2 * record.trace.in_play()});
    if (!record.trace.exploded()) energy = std::max(energy, record.trace.highest(Quantity::total));
    const ErrorScales scales = error_scales(record);
    linear_momentum = std::max(linear_momentum, scales.linear);
    angular_momentum = std::max(angular_momentum, scales.angular);
  }
  std::vector<Chart> charts;
  const auto add_values = [&](const char* title, Quantity quantity) {
    charts.push_back(overlay(runs, title, "J", quantity, ChartScale::linear));
    if (energy > 0) cut_off(charts.back(), energy);
  };
  const auto add_errors = [&](const char* title, const char* unit, Quantity quantity, double scale, const char* note = "") {
    charts.push_back(overlay(runs, title, unit, quantity, ChartScale::logarithmic));
    charts.back().note = note;
    charts.back().least = kLeastError * scale;
    if (scale > 0) cut_off(charts.back(), kFarBeyond * scale);
  };
  add_values("Total energy", Quantity::total);
  add_errors("Energy error", "J", Quantity::error, energy, "|total − total at the start − work + dissipated|");
  if (std::all_of(runs.begin(), runs.end(), [](const NamedRun& run) { return run.record.setting.is_free; })) {
    add_errors("Drift of the linear momentum", "kg m/s", Quantity::linear_drift, linear_momentum);
    add_errors("Drift of the angular momentum", "kg m²/s", Quantity::angular_drift, angular_momentum);
  }
  add_values("Kinetic energy", Quantity::kinetic);
  charts.push_back(
      overlay(runs, of_a_row("Newton iterations", runs.front().record.trace), "", Quantity::newton_iterations, ChartScale::linear));
  return charts;
}

}  // namespace lilyan
