// What scenes call the ways of treating a Hessian that is not positive definite.
#pragma once

#include <lilyan/minimise/newton.hpp>

#include <string>
#include <vector>

namespace lilyan {

std::vector<std::string> hessian_names();
std::string hessian_name(HessianTreatment treatment);
HessianTreatment hessian_treatment(const std::string& name);  // one of hessian_names()

}  // namespace lilyan
