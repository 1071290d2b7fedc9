#include <lilyan/scene/schema/json_position.hpp>

#include <algorithm>

namespace lilyan {
namespace {

std::size_t offset_of(const std::string& text, std::size_t byte) { return std::min(byte == 0 ? 0 : byte - 1, text.size()); }

std::size_t line_start(const std::string& text, std::size_t offset) {
  if (offset == 0) return 0;
  const std::size_t newline = text.rfind('\n', offset - 1);
  return newline == std::string::npos ? 0 : newline + 1;
}

}  // namespace

TextPosition position_of_byte(const std::string& text, std::size_t byte) {
  const std::size_t offset = offset_of(text, byte);
  const auto newlines = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(offset), '\n');
  return {static_cast<std::size_t>(newlines) + 1, offset - line_start(text, offset) + 1};
}

std::string excerpt_with_caret(const std::string& text, std::size_t byte) {
  constexpr std::size_t kBefore = 60, kAfter = 40;  // columns shown on either side of the caret
  const std::size_t offset = offset_of(text, byte);
  const std::size_t start = std::max(line_start(text, offset), offset > kBefore ? offset - kBefore : 0);
  const std::size_t end = std::min({text.find('\n', offset), text.size(), offset + kAfter});
  std::string line = text.substr(start, end - start);
  // Bytes outside printable ASCII would shift the caret or disturb the terminal.
  for (char& c : line)
    if (c == '\t' || c == '\r')
      c = ' ';
    else if (static_cast<unsigned char>(c) < 32 || static_cast<unsigned char>(c) > 126)
      c = '?';
  return "    " + line + "\n    " + std::string(offset - start, ' ') + "^";
}

}  // namespace lilyan
