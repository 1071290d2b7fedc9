// How a body of domains is stepped: data, which multidomain/ turns into a stepper. Systems of vertices are not moved by it.
#pragma once

#include <lilyan/dynamics/integrator.hpp>

namespace lilyan {

enum class TreeScheme { one_solve, iterated, variational };

// What a domain sees of the domains that hang on it; see multidomain/articulated_solver.hpp.
enum class TreeCoupling { exact, l1, l2, composite };

class MultidomainMethod final : public Integrator {
 public:
  explicit MultidomainMethod(TreeScheme scheme, TreeCoupling coupling = TreeCoupling::exact, int iterations = 1)
      : scheme_(scheme), coupling_(coupling), iterations_(iterations) {}

  TreeScheme scheme() const { return scheme_; }
  TreeCoupling coupling() const { return coupling_; }
  int iterations() const { return iterations_; }

  std::vector<Fault> objections(const System&) const override {
    return {{"integrator.domains", "type", "it moves bodies of domains, and there is none in the scene",
             "give the body \"domains\", or another integrator"}};
  }
  // Throws InputError with the objections: there is no such stepper.
  std::unique_ptr<const Stepper> stepper(const System& system, const NewtonSettings&) const override {
    throw InputError(objections(system));
  }

 private:
  TreeScheme scheme_;
  TreeCoupling coupling_;
  int iterations_;
};

}  // namespace lilyan
