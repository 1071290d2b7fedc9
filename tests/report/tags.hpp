// Enough of a parser for pages of ours.
#pragma once

#include <string>
#include <vector>

namespace lilyan::test {

// The tags that are open at the end, or one that was closed and was not open.
inline std::vector<std::string> unbalanced_tags(const std::string& html) {
  std::vector<std::string> open;
  for (std::size_t at = 0; (at = html.find('<', at)) != std::string::npos;) {
    const std::size_t end = html.find('>', at);
    if (end == std::string::npos) return {"a tag without end"};
    const bool closes = html[at + 1] == '/';
    const std::size_t start = at + (closes ? 2 : 1);
    const std::string name = html.substr(start, html.find_first_of(" >/", start) - start);
    const bool is_empty =
        html[end - 1] == '/' || name == "meta" || name == "link" || name == "img" || name == "br" || name == "!DOCTYPE";
    at = end;
    if (is_empty) continue;
    if (!closes) {
      open.push_back(name);
      if (name == "script" || name == "style") at = html.find("</" + name, at);
    } else if (open.empty() || open.back() != name) {
      return {"</" + name + ">"};
    } else {
      open.pop_back();
    }
  }
  return open;
}

}  // namespace lilyan::test
