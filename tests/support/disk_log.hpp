// What the library asks of the disk, in order: the program's own write, fsync, fdatasync and rename stand before the system's and
// take notes. Link disk_log.cpp into a test program to use it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace lilyan::test {

struct DiskEvent {
  enum class Kind { write, sync, rename } kind;
  std::string path;  // of the file or folder; of a rename, what it was called before
  std::string to;    // of a rename

  bool operator==(const DiskEvent&) const = default;
};

std::ostream& operator<<(std::ostream& out, const DiskEvent& event);

// What happens below a folder while this lives. One at a time, and on one thread.
class DiskLog {
 public:
  explicit DiskLog(const std::filesystem::path& folder);
  ~DiskLog();
  DiskLog(const DiskLog&) = delete;
  DiskLog& operator=(const DiskLog&) = delete;

  const std::vector<DiskEvent>& events() const { return events_; }  // paths relative to the folder, "." the folder itself
  void note(DiskEvent event);

  // From now on a write takes no more than this many bytes, as writes may.
  void take_at_most(std::size_t bytes) { most_bytes_ = bytes; }
  std::size_t most_bytes() const { return most_bytes_; }

 private:
  std::string folder_;
  std::vector<DiskEvent> events_;
  std::size_t most_bytes_ = static_cast<std::size_t>(-1);
};

}  // namespace lilyan::test
