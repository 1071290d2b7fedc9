// A file or folder is on the disk before it gets its name: a power cut leaves the old one or the new one, never half of it.
#include <lilyan/core/platform/file.hpp>
#include <lilyan/core/platform/file_writer.hpp>

#include <tests/support/disk_log.hpp>
#include <tests/support/temporary_folder.hpp>

#include <gmock/gmock.h>

namespace lilyan::honest_sync {
namespace {

using test::DiskEvent;
using test::DiskLog;
using testing::ElementsAre;

const auto kWrite = DiskEvent::Kind::write, kSync = DiskEvent::Kind::sync, kRename = DiskEvent::Kind::rename;

TEST(HonestSync, AFileIsSyncedBeforeItGetsItsName) {
  const test::TemporaryFolder folder;
  const DiskLog log(folder.path());
  write_atomically(folder / "summary.json", "all of it");
  EXPECT_THAT(log.events(), ElementsAre(DiskEvent{kWrite, "summary.json.part", ""}, DiskEvent{kSync, "summary.json.part", ""},
                                        DiskEvent{kRename, "summary.json.part", "summary.json"}));
}

TEST(HonestSync, AFileThatIsSyncedLaterIsNotSyncedTwice) {
  const test::TemporaryFolder folder;
  const DiskLog log(folder.path());
  FileWriter writer(folder / "frame", Sync::later);
  writer.write("much");
  writer.commit();
  sync_file(folder / "frame");
  sync_file(folder.path());
  EXPECT_THAT(log.events(), ElementsAre(DiskEvent{kWrite, "frame.part", ""}, DiskEvent{kRename, "frame.part", "frame"},
                                        DiskEvent{kSync, "frame", ""}, DiskEvent{kSync, ".", ""}));
}

TEST(HonestSync, WriteSyncedSyncsWhatItWrote) {
  const test::TemporaryFolder folder;
  const DiskLog log(folder.path());
  write_synced(folder / "checkpoint.tmp", "a state");
  EXPECT_THAT(log.events(), ElementsAre(DiskEvent{kWrite, "checkpoint.tmp", ""}, DiskEvent{kSync, "checkpoint.tmp", ""}));
}

TEST(HonestSync, AWriteThatTakesOnlyAPartIsContinued) {
  const test::TemporaryFolder folder;
  std::string bytes(10000, 'a');
  for (std::size_t k = 0; k < bytes.size(); ++k) bytes[k] = static_cast<char>('a' + k % 23);
  DiskLog log(folder.path());
  log.take_at_most(777);
  write_atomically(folder / "whole", bytes);
  EXPECT_EQ(folder.read("whole"), bytes);
}

TEST(HonestSync, ANewFolderIsSyncedBeforeItGetsItsName) {
  const test::TemporaryFolder folder;
  FolderWriter writer(folder / "pc2", [](const std::string&) { return true; });
  const DiskLog log(folder.path());
  write_atomically(writer.path() / "mesh.pc2", "bytes");
  writer.commit();
  EXPECT_THAT(log.events(),
              ElementsAre(DiskEvent{kWrite, "pc2.part/mesh.pc2.part", ""}, DiskEvent{kSync, "pc2.part/mesh.pc2.part", ""},
                          DiskEvent{kRename, "pc2.part/mesh.pc2.part", "pc2.part/mesh.pc2"}, DiskEvent{kSync, "pc2.part", ""},
                          DiskEvent{kRename, "pc2.part", "pc2"}));
}

}  // namespace
}  // namespace lilyan::honest_sync
