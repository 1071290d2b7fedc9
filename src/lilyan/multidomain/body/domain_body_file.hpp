// A body of domains in a model file (core/model_file.hpp): the same bytes for the same model.
#pragma once

#include <lilyan/core/model_file.hpp>
#include <lilyan/multidomain/body/domain_body_model.hpp>

namespace lilyan {

inline const ModelKind kDomainBodyKind = {"domains", 1};

ModelFile to_model_file(const DomainBodyModel& model);

// Throws InputError (id "model.content") if the sections do not fit together, hold numbers that are not finite, or describe no tree
// of domains.
DomainBodyModel domain_body_of(const ModelFile& file);

}  // namespace lilyan
