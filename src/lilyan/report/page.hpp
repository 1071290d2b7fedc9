// The frame of every page that a report is: head, style, script, foot. One file, no network.
#pragma once

#include <lilyan/report/verdict.hpp>

#include <string>
#include <utility>
#include <vector>

namespace lilyan {

std::string page_html(const std::string& title, const std::string& body);

// "<section><h2>...": `body` is HTML, `title` text.
std::string section_html(const std::string& title, const std::string& body);

// A table of two columns, names and values; values are HTML.
using Facts = std::vector<std::pair<std::string, std::string>>;
std::string facts_html(const Facts& facts);

// A picture inside the page.
std::string picture_html(const std::string& png, const std::string& caption);

// A verdict as a line with a coloured mark.
std::string verdict_html(const Verdict& verdict);

}  // namespace lilyan
