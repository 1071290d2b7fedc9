// What an entry of `constraints` may say.
#pragma once

#include <lilyan/core/schema.hpp>

namespace lilyan {

Schema constraint_schema();

}  // namespace lilyan
