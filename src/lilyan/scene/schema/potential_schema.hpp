// What the entries of `potentials` may be.
#pragma once

#include <lilyan/core/schema.hpp>

namespace lilyan {

Schema potential_schema();

}  // namespace lilyan
