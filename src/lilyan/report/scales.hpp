// What a run's errors are told relative to.
//
// Relative to the largest energy of the run itself, as summary.json has it, an explosion is an error of 1, whatever its size. A
// run that exploded is measured by what was there before: by the energy E in play, and by the momenta that the mass m can have
// with it,
//
//   |p| <= sqrt(2 m E)      |l| <= |r| |p|      r: the corner of the bodies at the start that is farthest from the origin.
#pragma once

#include <lilyan/report/run_record.hpp>

namespace lilyan {

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

}  // namespace lilyan
