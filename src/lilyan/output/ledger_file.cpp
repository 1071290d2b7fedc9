#include <lilyan/output/ledger_file.hpp>

#include <fmt/format.h>

namespace lilyan {

std::string ledger_header(LedgerColumns columns) {
  const std::string header =
      "step,time,h,kinetic,elastic,gravity,contact,constraint,total,work,dissipated,px,py,pz,lx,ly,lz,"
      "newton_iterations,factorizations,backtracks,residual,wall_ms";
  return header + (columns == LedgerColumns::all ? ",inverted_cells,least_j\n" : "\n");
}

std::string ledger_line(const LedgerRow& row, LedgerColumns columns) {
  std::string line = fmt::format("{}", row.step);
  for (const double value : {row.time, row.h,                                                                //
                             row.kinetic, row.elastic, row.gravity, row.contact, row.constraint, row.total,  //
                             row.work, row.dissipated,                                                       //
                             row.linear[0], row.linear[1], row.linear[2],                                    //
                             row.angular[0], row.angular[1], row.angular[2]}) {
    fmt::format_to(std::back_inserter(line), ",{:.17g}", value);
  }
  const StepStatistics& cost = row.statistics;
  fmt::format_to(std::back_inserter(line), ",{},{},{},{:.17g},{:.3f}", cost.newton_iterations, cost.factorizations, cost.backtracks,
                 cost.residual, row.wall_ms);
  if (columns == LedgerColumns::all) fmt::format_to(std::back_inserter(line), ",{},{:.17g}", row.inverted_cells, row.least_j);
  return line + "\n";
}

}  // namespace lilyan
