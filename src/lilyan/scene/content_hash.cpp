#include <lilyan/scene/content_hash.hpp>

namespace lilyan {

void ContentHash::add(std::string_view piece) {
  for (int shift = 0; shift < 64; shift += 8) add_byte(static_cast<unsigned char>(std::uint64_t{piece.size()} >> shift));
  for (char c : piece) add_byte(static_cast<unsigned char>(c));
}

}  // namespace lilyan
