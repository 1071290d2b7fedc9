#include <lilyan/report/run_charts.hpp>

#include <algorithm>
#include <cmath>

namespace lilyan {
namespace {

// Of a momentum's scale: what moves less looks like the constant that it is.
constexpr double kLeastMomentumSpan = 0.02;

Curve curve_of(const LedgerTrace& trace, Quantity quantity, std::string name, int colour, double factor = 1) {
  Curve curve{std::move(name), trace.bands(quantity), colour, false};
  for (Band& band : curve.bands) band.low *= factor, band.high *= factor;
  return curve;
}

double finite_or_zero(double value) { return std::isfinite(value) ? value : 0; }

Chart energies(const RunRecord& run) {
  Chart chart{"Energies", "J", {}, ChartScale::readable, 0, ""};
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
  const double scale = run.summary.scale;
  Chart chart{"Energy error of the method",
              "of the energy in play",
              {},
              ChartScale::logarithmic,
              0,
              "|total − total at the start − work + dissipated|, relative to the largest energy in play"};
  chart.curves.push_back(
      curve_of(run.trace, Quantity::error, "relative error", 4, scale > 0 && std::isfinite(scale) ? 1 / scale : 1));
  return chart;
}

Chart momentum(const RunRecord& run, const char* title, const char* unit, Quantity x, double scale) {
  Chart chart{title, unit, {}, ChartScale::readable, kLeastMomentumSpan * finite_or_zero(scale), ""};
  for (int c = 0; c < 3; ++c)
    chart.curves.push_back(curve_of(run.trace, static_cast<Quantity>(static_cast<int>(x) + c), std::string(1, "xyz"[c]), c));
  return chart;
}

Chart solver_work(const RunRecord& run) {
  Chart chart{"Solver work a row", "", {},
              ChartScale::linear,  2,  "since the row before: a step, unless output.ledger.every thins the ledger"};
  chart.curves = {curve_of(run.trace, Quantity::newton_iterations, "Newton iterations", 0),
                  curve_of(run.trace, Quantity::factorizations, "factorisations", 1),
                  curve_of(run.trace, Quantity::backtracks, "backtracks", 2)};
  return chart;
}

Chart wall_time(const RunRecord& run) {
  return {"Wall time a row", "ms", {curve_of(run.trace, Quantity::wall_ms, "wall time", 7)}, ChartScale::readable, 0, ""};
}

// One quantity of all runs.
Chart overlay(const std::vector<NamedRun>& runs, std::string title, std::string unit, Quantity quantity, ChartScale scale,
              std::string note) {
  Chart chart{std::move(title), std::move(unit), {}, scale, 0, std::move(note)};
  int colour = 0;
  for (const NamedRun& run : runs) {
    Curve curve = curve_of(run.record.trace, quantity, run.name, colour % kColours);
    curve.dashed = colour >= kColours;
    ++colour;
    chart.curves.push_back(std::move(curve));
  }
  return chart;
}

// Cuts curves off above `highest`, so that one method's explosion does not flatten all others.
void cut_off(Chart& chart, double highest) {
  for (Curve& curve : chart.curves) {
    const auto first =
        std::find_if(curve.bands.begin(), curve.bands.end(), [&](const Band& b) { return !b.empty() && b.high > highest; });
    if (first != curve.bands.end()) {
      // Up to the edge, then no more.
      first->high = highest, first->low = std::min(first->low, highest);
      curve.bands.erase(first + 1, curve.bands.end());
    }
  }
}

}  // namespace

std::vector<Chart> run_charts(const RunRecord& run) {
  return {energies(run),
          balance(run),
          momentum(run, "Linear momentum", "kg m/s", Quantity::px, run.summary.linear_scale),
          momentum(run, "Angular momentum", "kg m²/s", Quantity::lx, run.summary.angular_scale),
          solver_work(run),
          wall_time(run)};
}

std::vector<Chart> comparison_charts(const std::vector<NamedRun>& runs) {
  constexpr double kFarBeyond = 1e3;  // times what is there to be kept: where a curve on a logarithmic axis is left alone
  double energy = 0, linear_momentum = 0, angular_momentum = 0;
  for (const NamedRun& run : runs) {
    const RunRecord& record = run.record;
    energy = std::max({energy, 2 * std::abs(record.trace.first().total), 2 * record.trace.in_play()});
    if (record.trace.exploded()) continue;
    energy = std::max(energy, record.trace.highest(Quantity::total));
    linear_momentum = std::max(linear_momentum, finite_or_zero(record.summary.linear_scale));
    angular_momentum = std::max(angular_momentum, finite_or_zero(record.summary.angular_scale));
  }
  const auto add = [&runs](std::vector<Chart>& charts, const char* title, const char* unit, Quantity quantity, ChartScale scale,
                           double highest, const char* note = "") {
    charts.push_back(overlay(runs, title, unit, quantity, scale, note));
    if (highest > 0) cut_off(charts.back(), highest);
  };
  std::vector<Chart> charts;
  add(charts, "Total energy", "J", Quantity::total, ChartScale::linear, energy);
  add(charts, "Energy error", "J", Quantity::error, ChartScale::logarithmic, kFarBeyond * energy,
      "|total − total at the start − work + dissipated|");
  if (std::all_of(runs.begin(), runs.end(), [](const NamedRun& run) { return run.record.setting.is_free; })) {
    add(charts, "Drift of the linear momentum", "kg m/s", Quantity::linear_drift, ChartScale::logarithmic,
        kFarBeyond * linear_momentum);
    add(charts, "Drift of the angular momentum", "kg m²/s", Quantity::angular_drift, ChartScale::logarithmic,
        kFarBeyond * angular_momentum);
  }
  add(charts, "Kinetic energy", "J", Quantity::kinetic, ChartScale::linear, energy);
  add(charts, "Newton iterations a row", "", Quantity::newton_iterations, ChartScale::linear, 0);
  return charts;
}

}  // namespace lilyan
