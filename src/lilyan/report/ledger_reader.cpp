#include <lilyan/core/error.hpp>
#include <lilyan/output/ledger_file.hpp>
#include <lilyan/report/ledger_reader.hpp>

#include <fmt/format.h>

#include <charconv>
#include <fstream>
#include <string_view>

namespace lilyan {
namespace {

// Takes the numbers of a line off its front.
class Line {
 public:
  explicit Line(std::string_view text) : at_(text.data()), end_(text.data() + text.size()) {}

  template <class... Numbers>
  bool read(Numbers&... numbers) {
    return (next(numbers) && ...) && at_ == end_;
  }

 private:
  template <class Number>
  bool next(Number& number) {
    if (!first_ && (at_ == end_ || *at_++ != ',')) return false;
    first_ = false;
    const auto [stop, error] = std::from_chars(at_, end_, number);
    at_ = stop;
    return error == std::errc{};
  }

  const char* at_;
  const char* end_;
  bool first_ = true;
};

bool read_row(std::string_view text, LedgerRow& row) {
  StepStatistics& cost = row.statistics;
  return Line(text).read(row.step, row.time, row.h, row.kinetic, row.elastic, row.gravity, row.contact, row.constraint, row.total,
                         row.work, row.dissipated, row.linear[0], row.linear[1], row.linear[2], row.angular[0], row.angular[1],
                         row.angular[2], cost.newton_iterations, cost.factorizations, cost.backtracks, cost.residual, row.wall_ms);
}

}  // namespace

void read_ledger(const std::filesystem::path& file, const std::function<void(const LedgerRow&)>& take) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw InputError({"ledger.missing", file.string(), "cannot be read", "is this the folder of a run?"});
  std::string line;
  if (!std::getline(in, line) || line + '\n' != ledger_header())
    throw InputError({"ledger.syntax", file.string() + ":1", "is not the header of a ledger", ""});
  for (std::int64_t number = 2; std::getline(in, line) && !in.eof(); ++number) {
    LedgerRow row;
    if (!read_row(line, row))
      throw InputError({"ledger.syntax", fmt::format("{}:{}", file.string(), number), "is not a row of a ledger", ""});
    take(row);
  }
}

}  // namespace lilyan
