#include <lilyan/output/record_rows.hpp>
#include <lilyan/report/ledger_reader.hpp>
#include <tests/report/ledgers.hpp>
#include <tests/run/expect_fault.hpp>
#include <tests/support/temporary_folder.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace lilyan::test {

using testing::HasSubstr;

std::vector<LedgerRow> rows_in(const TemporaryFolder& folder, const std::string& text) {
  std::vector<LedgerRow> rows;
  read_ledger(folder.write("ledger.csv", text), [&](const LedgerRow& row) { rows.push_back(row); });
  return rows;
}

TEST(LedgerReader, ReadsTheNumbersThatWereWritten) {
  TemporaryFolder folder;
  LedgerRow row = swinging_row(17);
  row.gravity = -7, row.contact = 3, row.constraint = 0.25, row.work = 1.0 / 3, row.statistics = {5, 2, 1, 3e-14, 0};
  const std::vector<LedgerRow> rows = rows_in(folder, ledger_header() + ledger_line(swinging_row(16)) + ledger_line(row));
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(ledger_line(rows[1]), ledger_line(row));
  EXPECT_EQ(rows[1].gravity, -7);
  EXPECT_EQ(rows[1].contact, 3);
  EXPECT_EQ(rows[1].constraint, 0.25);
  EXPECT_EQ(rows[1].work, 1.0 / 3);
}

TEST(LedgerReader, ReadsInfinityAndNaN) {
  TemporaryFolder folder;
  LedgerRow row = swinging_row(1);
  row.kinetic = std::numeric_limits<double>::infinity(), row.elastic = -row.kinetic, row.total = -std::nan("");
  const std::vector<LedgerRow> rows = rows_in(folder, ledger_header() + ledger_line(row));
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].kinetic, row.kinetic);
  EXPECT_EQ(rows[0].elastic, row.elastic);
  EXPECT_TRUE(std::isnan(rows[0].total));
}

TEST(LedgerReader, PassesOverARowThatWasBeingWritten) {
  TemporaryFolder folder;
  const std::string row = ledger_line(swinging_row(3));
  EXPECT_EQ(rows_in(folder, ledger_header()).size(), 0u);
  EXPECT_EQ(rows_in(folder, ledger_header() + row + row.substr(0, 40)).size(), 1u);
}

TEST(LedgerReader, RefusesWhatIsNoLedgerAndNamesTheLine) {
  TemporaryFolder folder;
  const std::string row = ledger_line(swinging_row(3));
  EXPECT_EQ(fault_of([&] { rows_in(folder, "step,time\n0,0\n"); }), "ledger.syntax");
  EXPECT_EQ(fault_of([&] { rows_in(folder, ""); }), "ledger.syntax");
  for (const std::string& line : {std::string("1,2,3\n"), std::string("\n"), row.substr(0, row.size() - 1) + ",9\n", "x" + row})
    EXPECT_THAT(error_text_of([&] { rows_in(folder, ledger_header() + row + line); }), HasSubstr("ledger.csv:3: is not a row"));
  EXPECT_EQ(fault_of([&] { read_ledger(folder / "none.csv", [](const LedgerRow&) {}); }), "ledger.missing");
}

}  // namespace lilyan::test
