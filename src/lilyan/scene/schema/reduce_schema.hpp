// What `reduce` of a body may say.
#pragma once

#include <lilyan/core/schema.hpp>

namespace lilyan {

Schema reduce_schema();

}  // namespace lilyan
