// A body cut into domains, from `domains`, and the scene that it makes: it stands alone.
#pragma once

#include <lilyan/multidomain/body/domain_body.hpp>
#include <lilyan/multidomain/body/domain_plan.hpp>
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

// The steps from `domains` of a body to the plan of its tree.

// A body with domains and what acts on it.
struct DomainScene {
  const Json& scene;
  const PlacedBody& placed;
  const Acting& acting;

  const BodyMesh& cells() const;  // those that `select` cuts; none if all domains are copies
  const BuiltMaterials& materials() const;
  std::string place() const;  // of the body in the scene
  const Json& domains() const;
};

Index coordinates_of(const Json& domain);
DomainBasis domain_basis_of(const Json& domain);

// The domains that select cells. False where a fault was added.
bool plan_cut(const DomainScene& scene, BuildContext& context, DomainPlan& plan);

// Adds the domains that are copies: each hangs on one that is planned before it. The plan's mesh becomes that of the body. False
// where a fault was added.
bool attach_copies(const DomainScene& scene, BuildContext& context, DomainPlan& plan);

}  // namespace lilyan
