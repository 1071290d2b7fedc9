// The steps from `domains` of a body to the plan of its tree.
#pragma once

#include <lilyan/multidomain/body/domain_plan.hpp>
#include <lilyan/scene/build/built_system.hpp>

namespace lilyan {

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
