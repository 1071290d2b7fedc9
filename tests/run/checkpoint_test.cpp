#include <lilyan/core/bytes.hpp>
#include <lilyan/core/error.hpp>
#include <lilyan/run/checkpoint.hpp>
#include <tests/run/expect_fault.hpp>
#include <tests/run/run_files.hpp>
#include <tests/support/largest_file.hpp>

#include <gtest/gtest.h>

#include <cstring>

namespace lilyan::test {

constexpr std::uint64_t kScene = 0x1234;

struct ReadBack {
  std::string payload, note;
  Generation generation;
};

std::optional<ReadBack> read_back(const std::filesystem::path& folder, std::uint64_t scene = kScene) {
  std::string payload;
  const auto found =
      read_checkpoint(folder, scene, [&](std::span<const char> bytes) { payload.assign(bytes.begin(), bytes.end()); });
  if (!found) return std::nullopt;
  return ReadBack{payload, found->note, found->generation};
}

TEST(Checkpoint, ReadsBackWhatWasWritten) {
  TemporaryFolder folder;
  const std::string payload("some\0bytes", 10);
  write_checkpoint(folder.path(), kScene, payload);
  const auto found = read_back(folder.path());
  ASSERT_TRUE(found);
  EXPECT_EQ(found->payload, payload);
  EXPECT_EQ(found->note, "");
  EXPECT_EQ(found->generation, Generation::newest);
}

TEST(Checkpoint, IsNoneInAnEmptyOrMissingFolder) {
  TemporaryFolder folder;
  EXPECT_FALSE(read_back(folder.path()));
  EXPECT_FALSE(read_back(folder / "missing"));
}

TEST(Checkpoint, KeepsTwoGenerationsAndNoTemporary) {
  TemporaryFolder folder;
  for (const char* payload : {"one", "two", "three"}) write_checkpoint(folder.path(), kScene, payload);
  EXPECT_EQ(read_back(folder.path())->payload, "three");
  EXPECT_EQ(all_files(folder.path()).size(), 2u);
  std::filesystem::remove(folder / "checkpoint");
  EXPECT_EQ(read_back(folder.path())->payload, "two");
}

TEST(Checkpoint, FallsBackWithANoteWhereAnyByteIsFlipped) {
  TemporaryFolder folder;
  write_checkpoint(folder.path(), kScene, "previous");
  write_checkpoint(folder.path(), kScene, "the newest of all");
  const std::string whole = read_text(folder / "checkpoint");
  for (std::size_t at = 0; at < whole.size(); ++at) {
    for (const int bit : {0, 3, 7}) {
      std::string damaged = whole;
      damaged[at] = static_cast<char>(damaged[at] ^ (1 << bit));
      write_text(folder / "checkpoint", damaged);
      const auto found = read_back(folder.path());
      ASSERT_TRUE(found) << "byte " << at;
      EXPECT_EQ(found->payload, "previous") << "byte " << at;
      EXPECT_NE(found->note.find("going on from checkpoint.previous"), std::string::npos) << found->note;
      EXPECT_EQ(found->generation, Generation::previous);
    }
  }
}

TEST(Checkpoint, FallsBackWithANoteWhereItIsCutAtAnyLengthOrHasMore) {
  TemporaryFolder folder;
  write_checkpoint(folder.path(), kScene, "previous");
  write_checkpoint(folder.path(), kScene, "the newest of all");
  const std::string whole = read_text(folder / "checkpoint");
  for (std::size_t size = 0; size < whole.size(); ++size) {
    write_text(folder / "checkpoint", whole.substr(0, size));
    const auto found = read_back(folder.path());
    ASSERT_TRUE(found) << size << " bytes";
    EXPECT_EQ(found->payload, "previous") << size << " bytes";
    EXPECT_NE(found->note, "") << size << " bytes";
  }
  write_text(folder / "checkpoint", whole + "x");
  EXPECT_EQ(read_back(folder.path())->payload, "previous");
}

TEST(Checkpoint, DoesNotBelieveALengthThatTheFileDoesNotHave) {
  TemporaryFolder folder;
  write_checkpoint(folder.path(), kScene, "payload");
  std::string bytes = read_text(folder / "checkpoint");
  bytes.resize(bytes.size() - 8);
  const std::uint64_t huge = ~std::uint64_t{0};
  std::memcpy(bytes.data() + 20, &huge, sizeof huge);
  const std::uint64_t sum = checksum(bytes);
  bytes.append(reinterpret_cast<const char*>(&sum), sizeof sum);
  write_text(folder / "checkpoint", bytes);
  EXPECT_EQ(fault_of([&] { read_back(folder.path()); }), "checkpoint.damaged");
}

TEST(Checkpoint, FallsBackWhereTheContentIsRefused) {
  TemporaryFolder folder;
  write_checkpoint(folder.path(), kScene, "previous");
  write_checkpoint(folder.path(), kScene, "newest");
  std::string taken;
  const auto found = read_checkpoint(folder.path(), kScene, [&](std::span<const char> bytes) {
    const std::string payload(bytes.begin(), bytes.end());
    if (payload == "newest") throw InputError({"checkpoint.record", "ledger.csv", "is shorter", {}});
    taken = payload;
  });
  ASSERT_TRUE(found);
  EXPECT_EQ(taken, "previous");
  EXPECT_NE(found->note.find("ledger.csv is shorter"), std::string::npos) << found->note;
}

TEST(Checkpoint, SaysThatNoneIsUsableWhereBothAreDamaged) {
  TemporaryFolder folder;
  write_text(folder / "checkpoint", "rubbish");
  std::filesystem::create_directory(folder / "checkpoint.previous");
  EXPECT_EQ(fault_of([&] { read_back(folder.path()); }), "checkpoint.damaged");
  const std::string text = error_text_of([&] { read_back(folder.path()); });
  EXPECT_NE(text.find("without --resume"), std::string::npos) << text;
}

TEST(Checkpoint, RefusesAnotherScene) {
  TemporaryFolder folder;
  write_checkpoint(folder.path(), kScene, "payload");
  EXPECT_EQ(fault_of([&] { read_back(folder.path(), kScene + 1); }), "checkpoint.scene");
}

TEST(Checkpoint, RefusesAnotherFormat) {
  TemporaryFolder folder;
  write_checkpoint(folder.path(), kScene, "payload");
  std::string bytes = read_text(folder / "checkpoint");
  bytes.resize(bytes.size() - 8);
  bytes[8] = static_cast<char>(kCheckpointFormat + 1);
  const std::uint64_t sum = checksum(bytes);
  bytes.append(reinterpret_cast<const char*>(&sum), sizeof sum);
  write_text(folder / "checkpoint", bytes);
  EXPECT_EQ(fault_of([&] { read_back(folder.path()); }), "checkpoint.format");
}

TEST(Checkpoint, IgnoresATemporaryThatAKilledRunLeft) {
  TemporaryFolder folder;
  write_checkpoint(folder.path(), kScene, "payload");
  write_text(folder / "checkpoint.tmp", "LILYANCP and then nothing");
  EXPECT_EQ(read_back(folder.path())->payload, "payload");
  write_checkpoint(folder.path(), kScene, "next");
  EXPECT_EQ(read_back(folder.path())->payload, "next");
}

TEST(Checkpoint, KeepsTheGoodGenerationAfterAPromotion) {
  TemporaryFolder folder;
  write_checkpoint(folder.path(), kScene, "good");
  write_checkpoint(folder.path(), kScene, "newest");
  write_text(folder / "checkpoint", "damaged");
  promote_previous_checkpoint(folder.path());
  write_checkpoint(folder.path(), kScene, "next");
  std::filesystem::remove(folder / "checkpoint");
  EXPECT_EQ(read_back(folder.path())->payload, "good");
}

TEST(Checkpoint, SaysWhyItCannotBeWritten) {
  TemporaryFolder folder;
  {
    const LargestFile limit(8);
    const std::string text = error_text_of([&] { write_checkpoint(folder.path(), kScene, "payload"); });
    EXPECT_NE(text.find("File too large"), std::string::npos) << text;
  }
  EXPECT_EQ(fault_of([&] { write_checkpoint(folder / "missing", kScene, "payload"); }), "output.write");
}

}  // namespace lilyan::test
