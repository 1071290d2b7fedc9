// What an entry of `contact` may say.
#pragma once

#include <lilyan/core/schema.hpp>

namespace lilyan {

Schema contact_schema();

}  // namespace lilyan
