// What `domains` of a body may say.
#pragma once

#include <lilyan/core/schema.hpp>

namespace lilyan {

Schema domains_schema();

}  // namespace lilyan
