#include <lilyan/core/terminal_text.hpp>

#include <lilyan/core/platform/file_reader.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string_view>

namespace lilyan {
namespace {

// Bytes of the UTF-8 character at the beginning; 0 where there is none. Control characters count.
std::size_t length_of_character(std::string_view text) {
  if (static_cast<unsigned char>(text[0]) < 0x80) return 1;
  for (std::size_t length = 2; length <= std::min<std::size_t>(4, text.size()); ++length)
    if (is_printable_utf8(text.substr(0, length))) return length;
  return 0;
}

// Whether a terminal acts on it: C0, DEL, C1, and the marks of direction U+202A to U+202E and U+2066 to U+2069.
bool is_acted_on(unsigned code) {
  return code < 0x20 || (code >= 0x7f && code < 0xa0) || (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
}

unsigned code_of(std::string_view character) {
  const auto first = static_cast<unsigned char>(character[0]);
  if (character.size() == 1) return first;
  unsigned code = first & (0x7fu >> character.size());
  for (const char c : character.substr(1)) code = code << 6 | (static_cast<unsigned char>(c) & 0x3fu);
  return code;
}

std::string escaped(std::string_view text, std::string_view kept) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = length_of_character(text);
    const std::string_view character = text.substr(0, std::max<std::size_t>(length, 1));
    if (length == 0)
      result += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[0]));
    else if (const unsigned code = code_of(character); is_acted_on(code) && kept.find(text[0]) == std::string_view::npos)
      result += fmt::format("\\u{:04x}", code);
    else
      result += character;
    text.remove_prefix(character.size());
  }
  return result;
}

bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

}  // namespace

std::string terminal_text(std::string_view text) { return escaped(text, "\n\t"); }

std::string terminal_line(std::string_view text, std::size_t most) { return escaped(shortened(text, most), ""); }

std::string shortened(std::string_view text, std::size_t most) {
  if (text.size() <= most) return std::string(text);
  while (most > 0 && continues_character(text[most])) --most;
  return std::string(text.substr(0, most)) + "...";
}

std::string shortened_path(std::string_view path, std::size_t most) {
  if (path.size() <= most) return std::string(path);
  std::size_t begin = path.size() - most;
  while (begin < path.size() && continues_character(path[begin])) ++begin;
  return "..." + std::string(path.substr(begin));
}

std::string shell_word(const std::string& word) {
  const auto is_plain = [](unsigned char c) {
    return std::isalnum(c) || std::string_view("_-./:=,+%@").find(static_cast<char>(c)) != std::string_view::npos;
  };
  if (!word.empty() && std::all_of(word.begin(), word.end(), is_plain)) return word;
  std::string quoted = "'";
  for (const char c : word) {
    if (c == '\'')
      quoted += "'\\''";
    else
      quoted += c;
  }
  return quoted + "'";
}

}  // namespace lilyan
