#include <lilyan/report/verdict.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lilyan {

namespace {

double farthest_corner(const RunSetting& setting) {
  double square = 0;
  for (const RunSetting::Body& body : setting.bodies) {
    double here = 0;
    for (std::size_t c = 0; c < 3; ++c) here += std::pow(std::max(std::abs(body.low[c]), std::abs(body.high[c])), 2);
    square = std::max(square, here);
  }
  return std::sqrt(square);
}

double total_mass(const RunSetting& setting) {
  double mass = 0;
  for (const RunSetting::Body& body : setting.bodies) mass += body.mass;
  return mass;
}

double finite_or_zero(double value) { return std::isfinite(value) ? value : 0; }

// What is not finite stays so: the largest finite error would hide it.
double relative(double told, const LedgerTrace& trace, Quantity quantity, double scale) {
  return std::isfinite(told) && scale > 0 ? trace.highest(quantity) / scale : told;
}

constexpr double kHardlyChanged = 1e-3;  // of the energy in play: it cannot be seen in the motion
constexpr double kVisible = 0.05;
constexpr double kKeptByFallbacks = 1e-9;
constexpr double kNothingLeft = 10;  // a relative drift beyond which its size says no more

// A share in percent that never says 100 where something is left.
std::string percent(double share) {
  if (share > 0.99995) return "all";
  const double hundredths = 100 * share;
  return share >= 0.99 ? fmt::format("{:.2f} %", std::floor(100 * hundredths) / 100) : fmt::format("{:.2g} %", hundredths);
}

// A gain in percent, which may be many times all there was.
std::string gain(double share) { return share < 1 ? fmt::format("{:.2g} %", 100 * share) : fmt::format("{:.0f} %", 100 * share); }

// Of the bodies' size: what moves less has only its rounding errors for an energy.
constexpr double kStandsStill = 1e-9;

bool stands_still(const RunRecord& run) {
  double size = 0;
  for (const RunSetting::Body& body : run.setting.bodies)
    for (std::size_t c = 0; c < 3; ++c) size = std::max(size, body.high[c] - body.low[c]);
  return run.summary.max_displacement < kStandsStill * size;
}

// "momenta change: pins and gravity act", "momenta change: gravity acts"
std::string outside_words(const std::vector<std::string>& influences) {
  if (influences.empty()) return "momenta change: something acts from outside";
  const bool is_one = influences.size() == 1 && influences[0].back() != 's';
  const std::string first = fmt::format("{}", fmt::join(influences.begin(), influences.end() - 1, ", "));
  return fmt::format("momenta change: {}{}{} {}", first, first.empty() ? "" : " and ", influences.back(), is_one ? "acts" : "act");
}

// What work and damping did to the energy: "work put in 3 J, damping took 2 J"; empty where neither did anything that counts.
std::string changes_from_outside(const RunRecord& run) {
  const double work = run.trace.last().work, taken = run.trace.last().dissipated;
  std::vector<std::string> changes;
  if (std::abs(work) > kHardlyChanged * run.summary.scale)
    changes.push_back(fmt::format("work {} {:.4g} J", work > 0 ? "put in" : "took out", std::abs(work)));
  if (taken > 0) changes.push_back(fmt::format("damping took {:.4g} J", taken));
  return fmt::format("{}", fmt::join(changes, ", "));
}

}  // namespace

ErrorScales error_scales(const RunRecord& run) {
  const RunSummary& summary = run.summary;
  ErrorScales scales{finite_or_zero(summary.scale), finite_or_zero(summary.linear_scale), finite_or_zero(summary.angular_scale)};
  if (!run.trace.exploded()) return scales;
  const double energy = run.trace.in_play(), linear = std::sqrt(2 * total_mass(run.setting) * energy),
               angular = farthest_corner(run.setting) * linear;
  if (energy > 0) scales.energy = energy;
  if (linear > 0) scales.linear = linear;
  if (angular > 0) scales.angular = angular;
  return scales;
}

RelativeErrors relative_errors(const RunRecord& run) {
  const RunSummary& summary = run.summary;
  if (!run.trace.exploded()) return {summary.max_drift, summary.linear_drift, summary.angular_drift};
  const ErrorScales scales = error_scales(run);
  return {relative(summary.max_drift, run.trace, Quantity::error, scales.energy),
          relative(summary.linear_drift, run.trace, Quantity::linear_drift, scales.linear),
          relative(summary.angular_drift, run.trace, Quantity::angular_drift, scales.angular)};
}

// The solver leaves an error relative to the energy that there is, after an explosion a large one.
double kept_up_to(const RunRecord& run) { return run.trace.exploded() ? kHardlyChanged : kKept; }

std::string drift_words(const RunRecord& run, double drift) {
  if (!std::isfinite(drift)) return "not finite";
  if (drift <= kept_up_to(run)) return "kept";
  return drift <= kNothingLeft ? fmt::format("off by {:.0e}", drift) : "not kept";
}

double error_left(const RunRecord& run) {
  const double there = run.trace.in_play();
  const bool is_known = run.trace.highest(Quantity::residual) > 0 && there > 0 && !run.trace.exploded();
  return is_known ? run.trace.most_left() / there : run.summary.worst_residual;
}

Verdict energy_verdict(const RunRecord& run) {
  const RunSummary& summary = run.summary;
  if (run.setting.properties.order == 0) return {Grade::none, "equilibria only: energy is not kept on purpose"};
  if (summary.steps == 0) return {Grade::none, "no step was made"};
  if (stands_still(run)) return {Grade::none, "stood still"};
  if (const auto time = run.trace.exploded())
    return {Grade::bad, fmt::format("exploded: more than 10 times its energy after {:.3g} s", *time)};
  if (!std::isfinite(summary.max_drift)) return {Grade::bad, "exploded: its energy is no longer finite"};
  if (summary.scale == 0) return {Grade::none, "had no energy to keep"};
  const double taken = run.trace.last().dissipated;
  if (taken < -kHardlyChanged * summary.scale)
    return {Grade::bad, fmt::format("damping fed it {:.3g} J: it is not stable at this step", -taken)};
  const std::string changes = changes_from_outside(run);
  if (summary.max_drift <= kHardlyChanged)
    return {summary.max_drift <= kKept ? Grade::good : Grade::fair,
            changes.empty() ? fmt::format("kept its energy to {:.0e}", summary.max_drift)
                            : fmt::format("{}, the balance is kept to {:.0e}", changes, summary.max_drift)};
  const std::string besides = changes.empty() ? "" : "; besides, " + changes;
  const Grade grade = summary.max_drift <= kVisible ? Grade::fair : Grade::bad;
  const double there = run.trace.in_play() > 0 ? run.trace.in_play() : summary.scale;
  const double most = summary.max_drift * summary.scale / there, end = summary.final_drift * summary.scale / there;
  if (std::abs(end) < most / 2) return {grade, fmt::format("its energy wandered by up to {}{}", gain(most), besides)};
  // Heights count from anywhere: where gravity acts, the share is of what can be exchanged, and the words say so.
  const bool is_all = run.trace.first().gravity == 0 && run.trace.last().gravity == 0;
  const std::string whole = is_all ? "its energy" : fmt::format("the {:.3g} J in play", there);
  if (end < 0) return {grade, fmt::format("lost {} of {}{}", percent(-end), whole, besides)};
  return {grade, fmt::format("gained {} of {}{}", gain(end), whole, besides)};
}

Verdict momentum_verdict(const RunRecord& run) {
  const RunSummary& summary = run.summary;
  if (run.setting.properties.order == 0) return {Grade::none, "equilibria only: there are no momenta"};
  if (!run.setting.is_free) return {Grade::none, outside_words(run.setting.outside_influences)};
  if (summary.steps == 0) return {Grade::none, "no step was made"};
  const RelativeErrors errors = relative_errors(run);
  if (!std::isfinite(errors.linear) || !std::isfinite(errors.angular)) return {Grade::bad, "its momenta are no longer finite"};
  const double worst = std::max(errors.linear, errors.angular);
  if (worst <= kept_up_to(run)) return {Grade::good, fmt::format("kept its momenta to {:.0e}", worst)};
  if (errors.linear <= kept_up_to(run))
    return {worst <= kVisible ? Grade::fair : Grade::bad,
            "kept its linear momentum, angular momentum " + drift_words(run, errors.angular)};
  return {Grade::bad, fmt::format("linear momentum {}, angular momentum {}", drift_words(run, errors.linear),
                                  drift_words(run, errors.angular))};
}

Verdict status_verdict(const RunRecord& run) {
  const RunSummary& summary = run.summary;
  switch (summary.status) {
    case RunStatus::done: return {Grade::good, fmt::format("made all {} steps", summary.steps)};
    case RunStatus::stopped:
      return {Grade::fair, fmt::format("was stopped by a signal after {}{} steps", summary.steps, of_all_steps(run.setting))};
    case RunStatus::failed: break;
  }
  const std::string reason = summary.failure ? ": " + summary.failure->reason : "";
  return {Grade::bad, fmt::format("stopped at step {}{}{}", summary.steps + 1, of_all_steps(run.setting), reason)};
}

std::optional<Verdict> shape_verdict(const RunRecord& run) {
  if (run.summary.warnings.empty()) return std::nullopt;
  const std::int64_t cells = run.summary.inverted_cells;
  if (cells == 0) return Verdict{Grade::fair, "turned further than a law of small strain allows"};
  return Verdict{Grade::fair,
                 fmt::format("turned {} cell{} inside out (J = {:.3g})", cells, cells == 1 ? "" : "s", run.summary.least_j)};
}

Verdict overall_verdict(const RunRecord& run) {
  const Verdict energy = energy_verdict(run), end = status_verdict(run);
  if (run.summary.status == RunStatus::done) {
    const std::optional<Verdict> shapes = shape_verdict(run);
    if (!shapes || energy.grade == Grade::bad) return energy;
    return {Grade::fair, energy.words + "; " + shapes->words};
  }
  if (run.summary.status == RunStatus::failed && run.trace.exploded())
    return {Grade::bad, fmt::format("{}; stopped at step {}", energy.words, run.summary.steps + 1)};
  return end;
}

std::vector<std::string> warnings(const RunRecord& run) {
  const RunSummary& summary = run.summary;
  std::vector<std::string> lines = summary.warnings;
  const std::int64_t halved = summary.failed - (summary.status == RunStatus::failed ? 1 : 0);
  if (halved > 0)
    lines.push_back(
        fmt::format("{} attempts at a step did not converge and were made again in halves; there the motion has another step "
                    "length than the scene asks for",
                    halved));
  if (summary.short_of_tolerance > 0)
    lines.push_back(fmt::format("rounding stopped {} solves before the tolerance, the worst at a relative energy error of {:.1e}",
                                summary.short_of_tolerance, error_left(run)));
  if (summary.unclosed > 0)
    lines.push_back(
        fmt::format("{} times the momenta of a body could not be restored at its energy and stayed as avf leaves them, "
                    "which keeps the energy alone",
                    summary.unclosed));
  if (summary.fallbacks > 0) {
    const bool is_kept = summary.max_drift <= kKeptByFallbacks;
    lines.push_back(fmt::format(
        "the equations of {} steps could not be solved; those are steps of avf with the momenta restored, {}", summary.fallbacks,
        is_kept ? "at the same energy"
                : fmt::format("and they or others lost the energy to {:.1e}: take a shorter step", summary.max_drift)));
  }
  return lines;
}

}  // namespace lilyan
