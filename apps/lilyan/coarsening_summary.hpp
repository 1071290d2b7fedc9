// What `lilyan coarsen` says at its end about the body that it made.
#pragma once

#include <lilyan/mesh/cells.hpp>
#include <lilyan/report/coarsening/coarsening_page.hpp>

#include <string>

namespace lilyan::app {

// Lines for a terminal: sizes, how it compares with the fine body, and a NOTE for each reason not to trust it.
std::string coarsening_summary(const CoarseningRecord& record, const Cells& fine);

}  // namespace lilyan::app
