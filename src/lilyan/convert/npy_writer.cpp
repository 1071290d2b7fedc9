#include <lilyan/convert/npy_writer.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <bit>

namespace lilyan {

static_assert(std::endian::native == std::endian::little, "bytes are written as they are in memory");

std::string npy_header(const char* type, const std::vector<std::size_t>& shape) {
  constexpr std::size_t kAlignment = 64, kPrefix = 10;  // bytes: the magic word, the version and the length
  // A tuple of one has its comma, too.
  std::string dictionary = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}{}), }}", type, fmt::join(shape, ", "),
                                       shape.size() == 1 ? "," : "");
  const std::size_t unpadded = kPrefix + dictionary.size() + 1;
  dictionary.append((kAlignment - unpadded % kAlignment) % kAlignment, ' ');
  dictionary += '\n';
  std::string header = "\x93NUMPY";
  header += {'\x01', '\x00', static_cast<char>(dictionary.size() & 0xff), static_cast<char>(dictionary.size() >> 8)};
  return header + dictionary;
}

}  // namespace lilyan
