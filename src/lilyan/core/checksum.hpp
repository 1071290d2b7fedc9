// A 64-bit checksum of bytes; a change of any one byte changes it for certain, any other damage but for one chance in 2^64.
#pragma once

#include <cstdint>
#include <string_view>

namespace lilyan {

std::uint64_t checksum(std::string_view bytes);

}  // namespace lilyan
