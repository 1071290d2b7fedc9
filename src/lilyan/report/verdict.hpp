// How well a run kept what nature keeps, in words.
//
// Relative to the largest energy of the run itself, as summary.json has it, an explosion is an error of 1, whatever its size. A
// run that exploded is measured by what was there before: by the energy E in play, and by the momenta that the mass m can have
// with it,
//
//   |p| <= sqrt(2 m E)      |l| <= |r| |p|      r: the corner of the bodies at the start that is farthest from the origin.
#pragma once

#include <lilyan/report/run_record.hpp>

#include <optional>
#include <string>

namespace lilyan {

// What a run's errors are told relative to.
struct ErrorScales {
  double energy = 0;               // [J]
  double linear = 0, angular = 0;  // [kg m/s], [kg m^2/s]
};
ErrorScales error_scales(const RunRecord& run);

// The largest errors relative to these; NaN where a state was no longer finite.
struct RelativeErrors {
  double energy = 0, linear = 0, angular = 0;
};
RelativeErrors relative_errors(const RunRecord& run);

enum class Grade { good, fair, bad, none };  // none: there is nothing to judge

struct Verdict {
  Grade grade = Grade::none;
  std::string words;  // "kept its energy to 3e-12", without a full stop
};

// "lost 98 % of its energy", "exploded: more than 10 times its energy after 1.2 s".
Verdict energy_verdict(const RunRecord& run);

// "kept its momenta to 1e-13", "kept its linear momentum; angular momentum off by 2e-02". Nothing where something acts from
// outside.
Verdict momentum_verdict(const RunRecord& run);

// "turned 228 cells inside out (J = -1.37)"; none where the shapes of all cells can be trusted.
std::optional<Verdict> shape_verdict(const RunRecord& run);

// "made all 300 steps", "stopped at step 4: ...".
Verdict status_verdict(const RunRecord& run);

// The most telling of these: how it ended where it did not reach its end, and what became of the energy.
Verdict overall_verdict(const RunRecord& run);

// What a reader should know before believing the figures, a line each.
std::vector<std::string> warnings(const RunRecord& run);

// The largest energy error that a solve left, over the energy in play during the run; where the ledger does not have it, or after
// an explosion, over what was in play at the time.
double error_left(const RunRecord& run);

// Of a momentum: "kept", "off by 2e-02", "not kept" where nothing of it is left, "not finite".
std::string drift_words(const RunRecord& run, double drift);

// The largest drift that still counts as kept; that of a momentum in a run that exploded is a thousandth.
inline constexpr double kKept = 1e-6;

}  // namespace lilyan
