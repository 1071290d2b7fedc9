#include <lilyan/integrators/multidomain_method.hpp>

namespace lilyan {

std::vector<Fault> MultidomainMethod::objections(const System&) const {
  return {{"integrator.domains", "type", "it moves bodies of domains, and there is none in the scene",
           "give the body \"domains\", or another integrator"}};
}

std::unique_ptr<const Stepper> MultidomainMethod::stepper(const System& system, const NewtonSettings&) const {
  throw InputError(objections(system));
}

}  // namespace lilyan
