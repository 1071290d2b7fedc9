// A body cut into domains, from `domains`, and the scene that it makes: it stands alone.
#pragma once

#include <lilyan/multidomain/body/domain_body.hpp>
#include <lilyan/scene/build/built_system.hpp>

namespace lilyan {

// Whether some body has `domains`.
bool has_domains(const PlacedBodies& bodies);

// The body's domains and their tree, made or read; nullptr if a fault was added. A model that is made is handed on if it is wanted.
std::shared_ptr<const DomainBody> read_domains(const Json& scene, const PlacedBody& placed, const Acting& acting,
                                               BuildContext& context);

// What moves and its stepper; faults are added for all that a body of domains cannot have. Nothing useful if there are any.
struct BuiltTree {
  BuiltSystem built;
  std::unique_ptr<const Stepper> stepper;
};
BuiltTree build_tree(const Json& scene, const PlacedBodies& bodies, const Acting& acting, const BuiltMethod& method, double h,
                     BuildContext& context);

}  // namespace lilyan
