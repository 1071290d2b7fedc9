#include <lilyan/report/html.hpp>
#include <lilyan/report/page.hpp>

#include <fmt/format.h>

namespace lilyan {

std::string page_html(const std::string& title, const std::string& body) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      // An icon of its own keeps browsers from asking for one.
      "<link rel=\"icon\" href=\"data:,\">\n<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n<main>\n{}</main>\n"
      "<script>{}</script>\n</body>\n</html>\n",
      html_escaped(title), kPageStyle, body, kPageScript);
}

std::string section_html(const std::string& title, const std::string& body) {
  return fmt::format("<section>\n<h2>{}</h2>\n{}</section>\n", html_escaped(title), body);
}

std::string facts_html(const Facts& facts) {
  std::string html = "<table class=\"facts\">\n";
  for (const auto& [name, value] : facts)
    html += fmt::format("<tr><th scope=\"row\">{}</th><td>{}</td></tr>\n", html_escaped(name), value);
  return html + "</table>\n";
}

std::string picture_html(const std::string& png, const std::string& caption) {
  const std::string text = html_escaped(caption);
  return fmt::format(
      "<figure class=\"picture\"><img alt=\"{}\" src=\"data:image/png;base64,{}\"><figcaption>{}</figcaption></figure>\n", text,
      base64(png), text);
}

std::string verdict_html(const Verdict& verdict) {
  const char* grade = "none";
  switch (verdict.grade) {
    case Grade::good: grade = "good"; break;
    case Grade::fair: grade = "fair"; break;
    case Grade::bad: grade = "bad"; break;
    case Grade::none: break;
  }
  return fmt::format("<span class=\"verdict {}\">{}</span>", grade, html_escaped(verdict.words));
}

}  // namespace lilyan
