// What scenes call the ways of treating a Hessian that is not positive definite, and the linear solvers.
#pragma once

#include <lilyan/minimise/newton.hpp>

#include <string>
#include <vector>

namespace lilyan {

std::vector<std::string> hessian_names();
std::string hessian_name(HessianTreatment treatment);
HessianTreatment hessian_treatment(const std::string& name);  // one of hessian_names()

std::vector<std::string> linear_names();              // the default first
LinearChoice linear_choice(const std::string& name);  // one of linear_names()

}  // namespace lilyan
