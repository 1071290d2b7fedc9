// What this program is and how it was built.
#pragma once

#include <string>

namespace lilyan::app {

std::string version_text();  // "lilyan 0.1.0" and a line for each thing that may matter in a report of a fault

}  // namespace lilyan::app
