// Names as fields of a comma-separated file.
#pragma once

#include <string>

namespace lilyan {

// The name as it is, or in quotes (its own doubled) where a comma, a quote or a line break would split it.
inline std::string csv_field(const std::string& name) {
  if (name.find_first_of(",\"\n\r") == std::string::npos) return name;
  std::string field = "\"";
  for (const char c : name) field += c == '"' ? std::string("\"\"") : std::string(1, c);
  return field + '"';
}

}  // namespace lilyan
