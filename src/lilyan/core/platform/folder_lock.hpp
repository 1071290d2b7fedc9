// One writer per folder: a lock that is held as long as its owner lives.
//
// The lock is on the file ".lilyan.lock", which holds the owner's process id. The operating system drops a lock when its owner
// ends, however that happens: a file that a killed process left behind locks nothing. The owner removes the file at the end.
// Readers need no lock.
#pragma once

#include <lilyan/core/platform/file.hpp>
#include <lilyan/core/platform/left_behind.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace lilyan {

inline constexpr const char* kFolderLockName = ".lilyan.lock";

class FolderLock {
 public:
  enum class Missing {
    make,   // a folder that is missing is made, and removed again where nothing was put into it
    ignore  // there is nothing to lock
  };

  // Throws InputError (id "output.locked", with the process id) where another process writes into the folder. Where the folder or
  // its file system takes no lock file, the lock is not held: writing fails there with a message of its own, or the file system
  // knows no locks.
  explicit FolderLock(std::filesystem::path folder, Missing missing = Missing::make);
  ~FolderLock();
  FolderLock(FolderLock&&) = default;
  FolderLock& operator=(FolderLock&&) = delete;

  bool is_held() const { return file_.is_open(); }

 private:
  void make_folder();
  bool try_to_lock();  // false: the file was removed meanwhile by its owner

  std::filesystem::path folder_, path_;
  std::vector<std::filesystem::path> made_;  // folders, the innermost first
  FileDescriptor file_;
  LeftBehind left_behind_;
};

// Who writes into the folder at this moment: a process id as text, "?" where it is not known; none where nobody does.
std::optional<std::string> writer_of_folder(const std::filesystem::path& folder);

}  // namespace lilyan
