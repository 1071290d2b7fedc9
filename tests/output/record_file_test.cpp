#include <lilyan/output/record_file.hpp>
#include <tests/run/expect_fault.hpp>
#include <tests/run/run_files.hpp>
#include <tests/support/largest_file.hpp>

#include <gtest/gtest.h>

namespace lilyan::test {

TEST(RecordFile, CountsWhatItTookBeforeItIsWritten) {
  TemporaryFolder folder;
  RecordFile record = RecordFile::create(folder / "a.csv", "step\n");
  record.append("1\n");
  EXPECT_EQ(record.size(), 7u);
  record.flush();
  EXPECT_EQ(record.size(), 7u);
  EXPECT_EQ(read_text(folder / "a.csv"), "step\n1\n");
}

TEST(RecordFile, WritesMoreThanItsBufferInOrder) {
  TemporaryFolder folder;
  RecordFile record = RecordFile::create(folder / "a.csv", "");
  std::string all;
  for (int i = 0; i < 50000; ++i) {
    const std::string line = std::to_string(i) + "\n";
    record.append(line);
    all += line;
  }
  record.sync();
  EXPECT_EQ(read_text(folder / "a.csv"), all);
}

TEST(RecordFile, CutsOffWhatLiesPastTheOffset) {
  TemporaryFolder folder;
  write_text(folder / "a.csv", "step\n1\n2\n3\n");
  RecordFile record = RecordFile::open_at(folder / "a.csv", 7);
  record.append("two\n");
  record.flush();
  EXPECT_EQ(read_text(folder / "a.csv"), "step\n1\ntwo\n");
}

TEST(RecordFile, RefusesAFileShorterThanTheOffsetAndLeavesIt) {
  TemporaryFolder folder;
  write_text(folder / "a.csv", "step\n1\n");
  EXPECT_EQ(fault_of([&] { RecordFile::open_at(folder / "a.csv", 8); }), "checkpoint.record");
  EXPECT_EQ(read_text(folder / "a.csv"), "step\n1\n");
}

TEST(RecordFile, TellsDamageFromOtherColumns) {
  TemporaryFolder folder;
  write_text(folder / "a.csv", "step,x\n1,2\n");
  EXPECT_EQ(RecordFile::match(folder / "a.csv", "step,x\n", 11), RecordMatch::usable);
  EXPECT_EQ(RecordFile::match(folder / "a.csv", "step,x\n", 7), RecordMatch::usable);
  EXPECT_EQ(RecordFile::match(folder / "a.csv", "step,x\n", 12), RecordMatch::damaged);
  EXPECT_EQ(RecordFile::match(folder / "a.csv", "step,y\n", 11), RecordMatch::other_columns);
  EXPECT_EQ(RecordFile::match(folder / "a.csv", "step,a much longer header\n", 11), RecordMatch::other_columns);
  EXPECT_EQ(RecordFile::match(folder / "b.csv", "step,x\n", 0), RecordMatch::damaged);
}

TEST(RecordFile, KnowsTheRowThatItEndsWith) {
  TemporaryFolder folder;
  const std::string long_row = "12," + std::string(10000, '7') + "\n";
  write_text(folder / "a.csv", "step,x\n1,2\n2,3\n" + long_row);
  const auto ends_with = [&](std::uint64_t size, std::int64_t step) {
    return RecordFile::ends_with_row(folder / "a.csv", size, step);
  };
  EXPECT_TRUE(ends_with(11, 1));
  EXPECT_TRUE(ends_with(15, 2));
  EXPECT_TRUE(ends_with(15 + long_row.size(), 12));
  EXPECT_FALSE(ends_with(15, 1)) << "another row";
  EXPECT_FALSE(ends_with(14, 2)) << "within a row";
  EXPECT_FALSE(ends_with(15 + long_row.size(), 2)) << "a step that begins alike";
  EXPECT_FALSE(ends_with(7, 1)) << "the header alone";
  EXPECT_FALSE(ends_with(0, 1));
  EXPECT_FALSE(ends_with(16 + long_row.size(), 12)) << "more than there is";
}

TEST(RecordFile, SaysThatTheDiskIsFull) {
  TemporaryFolder folder;
  RecordFile record = RecordFile::create(folder / "a.csv", "step\n");
  const LargestFile limit(1);
  const std::string text = error_text_of([&] { record.flush(); });
  EXPECT_NE(text.find("a.csv"), std::string::npos) << text;
  EXPECT_NE(text.find("File too large"), std::string::npos) << text;
  EXPECT_NE(text.find("hint: "), std::string::npos) << text;
}

TEST(RecordFile, SaysWhyItCannotBeCreated) {
  TemporaryFolder folder;
  write_text(folder / "file", "");
  const std::string text = error_text_of([&] { RecordFile::create(folder / "file/a.csv", ""); });
  EXPECT_NE(text.find("Not a directory"), std::string::npos) << text;
}

TEST(RecordFile, LeavesNoHalfLineWhereAWriteFails) {
  TemporaryFolder folder;
  RecordFile record = RecordFile::create(folder / "a.csv", "step\n");
  record.append("1\n");
  record.flush();
  {
    const LargestFile limit(9);
    record.append("a line that does not fit\n");
    EXPECT_EQ(fault_of([&] { record.flush(); }), "output.write");
  }
  EXPECT_EQ(read_text(folder / "a.csv"), "step\n1\n");
}

}  // namespace lilyan::test
