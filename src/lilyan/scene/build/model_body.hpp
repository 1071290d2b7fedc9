// Bodies whose `mesh` is a model that was made before: reduced, of domains, or coarse.
#pragma once

#include <lilyan/scene/build/body.hpp>

namespace lilyan {

// Whether an entry of `bodies` says so.
bool comes_from_model(const Json& body);

// Sets what the body is made of, by the kind of the model. False where a fault was added.
bool build_model_body(const Json& entry, const std::string& place, BuildContext& context, BuiltBody& body);

}  // namespace lilyan
