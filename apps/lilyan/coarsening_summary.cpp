#include <lilyan/core/terminal_text.hpp>

#include <apps/lilyan/coarsening_summary.hpp>

#include <fmt/format.h>

namespace lilyan::app {

std::string coarsening_summary(const CoarseningRecord& record, const Cells& fine) {
  std::string said = terminal_line(record.scene) + "\n" +
                     fmt::format("  body      {}: {} {} in place of {}, {} unknowns in place of {}, {} bytes in {:.2f} s\n",
                                 terminal_line(record.body), record.coarse.cells, plural(record.cell_kind), counted(fine),
                                 record.coarse.rest.unknowns, record.fine.rest.unknowns, record.bytes, record.seconds);
  said += fmt::format("  {:<9} {}\n", load_name(record.fine.rest), ratio_text(record.coarse.rest, record.fine.rest));
  for (const ComparedBody& other : record.others)
    said += fmt::format("            {}: {}\n", other.name, ratio_text(other.rest, record.fine.rest));
  said += "  Hz       ";
  for (double hertz : record.coarse.rest.frequencies) said += fmt::format(" {:.4g}", hertz);
  said += "; fine:";
  for (double hertz : record.fine.rest.frequencies) said += fmt::format(" {:.4g}", hertz);
  said += "\n";
  if (record.motion.coarse_seconds > 0 && record.motion.fine_seconds > 0)
    said += fmt::format("  step      {:.3g} ms in place of {:.3g} ms\n", 1e3 * record.motion.coarse_seconds,
                        1e3 * record.motion.fine_seconds);
  if (const Index guarded = record.counts.hardly_filled + record.counts.ill_conditioned; guarded > 0)
    said += fmt::format("  guards    {} of {} cells keep Galerkin's stiffness\n", guarded, record.coarse.cells);
  if (record.coarse_parts < record.parts)
    said += fmt::format(
        "  NOTE      the fine body has {} parts that share no vertex, the coarse one {}: parts that reach into one cell are "
        "joined by it; make them bodies of their own\n",
        record.parts, record.coarse_parts);
  if (record.cut)
    said += fmt::format("  NOTE      pins end inside {} and hold {} as a whole, which makes the body too stiff: try --cut {}\n",
                        counted(record.cell_kind, static_cast<Index>(record.frozen)), record.frozen == 1 ? "it" : "these",
                        plane_text(*record.cut));
  for (const auto& [which, failure] :
       {std::pair("fine", record.motion.fine_failure), std::pair("coarse", record.motion.coarse_failure)})
    if (!failure.empty())
      said += fmt::format("  NOTE      the {} body did not get through the motion that is compared: {}\n", which, failure);
  if (const double error = largest_error(record.coarse.rest, record.fine.rest); error > kNearEnough)
    said += fmt::format(
        "  NOTE      {} or frequencies are off by up to {:.0f} %: try other numbers of cells; a coarse cell should hold many fine "
        "ones, and end where these do\n",
        load_name(record.fine.rest), 100 * error);
  return said;
}

}  // namespace lilyan::app
