// A scene's JSON as its user would write it again, for reports.
#pragma once

#include <lilyan/scene/schema/json.hpp>

#include <string>

namespace lilyan {

// The value as a text, its keys in the order in which `given`, the text that it was parsed from, has them; keys that came later,
// by overrides, follow. Texts above 256 kB, which no one reads in a report, come in alphabetical order.
std::string text_in_given_order(const Json& value, const std::string& given);

}  // namespace lilyan
