// JSON text with line comments -> a value, strict where a slip would otherwise pass unseen.
//
// Refused with file:line:column, the line itself and a caret: syntax errors, a key given twice in one object, numbers
// beyond double precision, nesting deeper than kDeepestJson. Comments (// and /* */) are allowed.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace lilyan {

using Json = nlohmann::json;

inline constexpr std::size_t kDeepestJson = 64;  // lists and objects inside each other

// Throws InputError (ids "json.syntax", "json.duplicate-key", "json.too-deep"); `file` names the text in messages.
Json parse_json(const std::string& text, const std::string& file);

// A value as a message shows it: on one line, short, without control characters.
std::string shown_value(const Json& value);

// Text from outside as a message or a path shows it: short, without control characters, no quotes around it.
std::string printable(const std::string& text);

}  // namespace lilyan
