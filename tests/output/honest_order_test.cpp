// A checkpoint counts on files: these are on the disk before it is, whatever is cut off in between.
#include <lilyan/core/platform/folder_lock.hpp>
#include <lilyan/output/run.hpp>

#include <tests/run/oscillator.hpp>
#include <tests/support/disk_log.hpp>
#include <tests/support/temporary_folder.hpp>

#include <gmock/gmock.h>

#include <set>

namespace lilyan::test::honest_order {
namespace {

// The files that were written and not synced since, and the folders in which names were changed and not synced since.
class Unsynced {
 public:
  void see(const DiskEvent& event) {
    switch (event.kind) {
      case DiskEvent::Kind::write: paths_.insert(event.path); break;
      case DiskEvent::Kind::sync: paths_.erase(event.path); break;
      case DiskEvent::Kind::rename:
        if (paths_.erase(event.path) > 0) paths_.insert(event.to);
        paths_.insert(folder_of(event.to));
        break;
    }
  }
  std::set<std::string> paths() const { return paths_; }

 private:
  static std::string folder_of(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    return slash == std::string::npos ? "." : path.substr(0, slash);
  }
  std::set<std::string> paths_;
};

TEST(HonestOrder, ACheckpointIsWrittenWhenAllThatItCountsOnIsOnTheDisk) {
  TemporaryFolder folder;
  const SwingingScene swing(10);
  const DiskLog log(folder.path());
  run(swing.scene, {folder.path(), false, {}, nullptr});
  Unsynced unsynced;
  int checkpoints = 0;
  for (const DiskEvent& event : log.events()) {
    if (event.kind == DiskEvent::Kind::rename && event.to == "checkpoint") {
      std::set<std::string> left = unsynced.paths();
      left.erase(".");              // the folder's names follow the checkpoint's
      left.erase(kFolderLockName);  // worth nothing to anyone after a crash
      EXPECT_THAT(left, testing::IsEmpty()) << "at checkpoint " << checkpoints;
      ++checkpoints;
    }
    unsynced.see(event);
  }
  EXPECT_EQ(checkpoints, 3) << "after steps 4 and 8, and at the end";
  EXPECT_THAT(unsynced.paths(), testing::IsSubsetOf({std::string(kFolderLockName)})) << "at the end";
}

}  // namespace
}  // namespace lilyan::test::honest_order
