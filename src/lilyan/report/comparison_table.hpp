// Several runs of one scene as a table of words and figures, for the page and for the terminal.
#pragma once

#include <lilyan/report/run_charts.hpp>
#include <lilyan/report/verdict.hpp>

#include <string>
#include <vector>

namespace lilyan {

// A heading and a row a run: method, verdict, linear and angular momentum, Newton iterations, seconds.
std::vector<std::vector<std::string>> comparison_table(const std::vector<NamedRun>& runs);

// Its columns padded to the same width, with bars between them: a table of Markdown.
std::string table_text(const std::vector<std::vector<std::string>>& rows);

}  // namespace lilyan
