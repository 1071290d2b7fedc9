// What `domains` of a body may say.
#pragma once

#include <lilyan/core/schema.hpp>

namespace lilyan {

inline constexpr std::size_t kMostDomains = 100000;  // of a body

Schema domains_schema();

}  // namespace lilyan
