// The precomputation of a body of domains: a basis and a reduced energy for each part of its plan.
#pragma once

#include <lilyan/multidomain/body/domain_plan.hpp>

#include <functional>

namespace lilyan {

// Told of every part before it is computed, from 0.
using DomainProgress = std::function<void(Index part, Index parts)>;

// Throws InputError (id "multidomain.domain") if a part has fewer unknowns or directions than coordinates are asked for, or energy
// that some motion of it lowers, and as modal_basis, reduce_stvk, DomainModel and DomainTree do.
DomainBodyModel reduce_domains(const DomainPlan& plan, const DomainProgress& progress = {});

}  // namespace lilyan
