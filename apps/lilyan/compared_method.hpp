// "variational:alpha=0.5": an integrator as `lilyan compare` takes it.
#pragma once

#include <string>
#include <vector>

namespace lilyan::app {

struct ComparedMethod {
  std::string name;      // as given
  std::string folder;    // its name as part of a path, by letters, digits, - . and _ alone
  std::string override;  // the assignment to the scene that chooses it: integrator={...}
};

// None given: a list of our own. Throws InputError (id "usage") where a name is unknown, a parameter is not of the form name=value
// or a method is there twice; whether the parameters fit is for the scene's schema to say.
std::vector<ComparedMethod> compared_methods(const std::vector<std::string>& given);

}  // namespace lilyan::app
