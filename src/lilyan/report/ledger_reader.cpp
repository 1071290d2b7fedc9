#include <lilyan/report/ledger_reader.hpp>

#include <lilyan/core/error.hpp>
#include <lilyan/core/platform/file_reader.hpp>
#include <lilyan/output/record_rows.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>

namespace lilyan {

namespace {

// The parts of a line between its commas.
std::vector<std::string_view> parts_of(std::string_view line) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0;;) {
    const std::size_t comma = line.find(',', begin);
    parts.push_back(line.substr(begin, comma - begin));
    if (comma == std::string_view::npos) return parts;
    begin = comma + 1;
  }
}

template <class Number>
bool read(std::string_view text, Number& number) {
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && stop == text.data() + text.size();
}

// The columns of a ledger, found by their names: in any order, unknown ones passed over.
class Columns {
 public:
  // Whether the header has all columns that every version wrote.
  bool read_header(std::string_view line) {
    const std::vector<std::string_view> names = parts_of(line);
    count_ = names.size();
    const auto find = [&](std::string_view name) {
      const auto found = std::find(names.begin(), names.end(), name);
      return found == names.end() ? kMissing : static_cast<std::size_t>(found - names.begin());
    };
    const std::string every = ledger_header(LedgerColumns::without_shapes), all = ledger_header();
    for (const std::string_view name : parts_of({all.data(), all.size() - 1})) places_.push_back(find(name));
    const auto needed = parts_of({every.data(), every.size() - 1});
    return std::all_of(needed.begin(), needed.end(), [&](std::string_view name) { return find(name) != kMissing; });
  }

  bool read_row(std::string_view text, LedgerRow& row) const {
    const std::vector<std::string_view> parts = parts_of(text);
    if (parts.size() != count_) return false;
    StepStatistics& cost = row.statistics;
    std::size_t column = 0;
    const auto get = [&](auto&... values) {
      return ([&] {
        const std::size_t place = places_[column++];
        return place == kMissing || read(parts[place], values);
      }() && ...);
    };
    // As ledger_header names them.
    return get(row.step, row.time, row.h, row.kinetic, row.elastic, row.gravity, row.contact, row.constraint, row.total, row.work,
               row.dissipated, row.linear[0], row.linear[1], row.linear[2], row.angular[0], row.angular[1], row.angular[2],
               cost.newton_iterations, cost.factorizations, cost.backtracks, cost.residual, row.wall_ms, row.inverted_cells,
               row.least_j);
  }

 private:
  static constexpr auto kMissing = static_cast<std::size_t>(-1);
  std::vector<std::size_t> places_;  // in a row, of the columns of ledger_header
  std::size_t count_ = 0;
};

}  // namespace

void read_ledger(const std::filesystem::path& file, const std::function<void(const LedgerRow&)>& take) {
  FileReader in(file);
  if (!in.is_open()) throw InputError({"ledger.missing", file.string(), "cannot be read", "is this the folder of a run?"});
  std::string line;
  Columns columns;
  if (!in.next_line(line) || !columns.read_header(line))
    throw InputError({"ledger.syntax", file.string() + ":1", "is not the header of a ledger", ""});
  for (std::int64_t number = 2; in.next_line(line); ++number) {
    LedgerRow row;
    if (!columns.read_row(line, row))
      throw InputError({"ledger.syntax", fmt::format("{}:{}", file.string(), number), "is not a row of a ledger", ""});
    take(row);
  }
}

void LedgerFaults::see(const LedgerRow& row) {
  const double values[] = {row.time,       row.h,     row.kinetic, row.elastic,    row.gravity,      row.contact,
                           row.constraint, row.total, row.work,    row.dissipated, row.linear.sum(), row.angular.sum()};
  if (!std::all_of(std::begin(values), std::end(values), [](double value) { return std::isfinite(value); }))
    not_finite_.add(row.step);
  // A time that is no number is told of above, and nothing comes after it.
  if (has_last_ && (row.step <= last_step_ || row.time <= last_time_)) out_of_order_.add(row.step);
  has_last_ = true;
  last_step_ = row.step;
  last_time_ = row.time;
}

std::vector<std::string> LedgerFaults::words() const {
  std::vector<std::string> lines;
  if (not_finite_.rows > 0)
    lines.push_back(
        fmt::format("{} of its rows hold values that are not finite, the first at step {}", not_finite_.rows, not_finite_.step));
  if (out_of_order_.rows > 0)
    lines.push_back(
        fmt::format("{} of its rows repeat a step or go back in time, the first at step {}: they are not the rows of one run",
                    out_of_order_.rows, out_of_order_.step));
  return lines;
}

}  // namespace lilyan
