// Where in a text a byte lies, as a person counts, and the line shown with a caret under it.
#pragma once

#include <string>

namespace lilyan {

struct TextPosition {
  std::size_t line = 1, column = 1;  // from 1; columns count bytes
};

// `byte` counts from 1, as the JSON parser does; 0 and what lies beyond the end mean the nearest byte.
TextPosition position_of_byte(const std::string& text, std::size_t byte);

// Two indented lines: the line that holds the byte, cut to a width that fits a terminal, and a caret under the byte.
std::string excerpt_with_caret(const std::string& text, std::size_t byte);

}  // namespace lilyan
