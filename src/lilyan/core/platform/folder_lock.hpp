// One writer per folder, and per file: a lock that is held as long as its owner lives.
//
// The lock of a folder is on the file ".lilyan.lock" in it, that of a file on ".lilyan.lock.<name>" beside it; the lock file holds
// the owner's process id. The operating system drops a lock when its owner ends, however that happens: a lock file that a killed
// process left behind locks nothing. It is replaced, never written to: it may be another user's, or another name of a file that
// has nothing to do with us. The owner removes the file at the end. Readers need no lock.
#pragma once

#include <lilyan/core/platform/file.hpp>
#include <lilyan/core/platform/left_behind.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace lilyan {

inline constexpr const char* kFolderLockName = ".lilyan.lock";

// Whether a file of this name locks a folder or a file.
bool is_lock_name(const std::string& name);

// A lock file of our own, which others can read and nobody else can lock.
class LockFile {
 public:
  enum class Outcome {
    held,
    unlocked,  // nothing can be made there, or the file system knows no locks
    no_folder  // for the lock file
  };

  // What is locked, as messages are to name it: its path, and "into this folder".
  struct Thing {
    std::filesystem::path path;
    const char* words;
  };
  LockFile(std::filesystem::path path, Thing thing) : path_(std::move(path)), thing_(std::move(thing)) {}
  ~LockFile() { release(); }
  LockFile(LockFile&&) = default;
  LockFile& operator=(LockFile&&) = delete;

  // Throws InputError (id "output.locked", with the process id) if another process holds it.
  Outcome lock();
  void release();
  bool is_held() const { return file_.is_open(); }

 private:
  std::optional<Outcome> try_to_make();
  std::optional<Outcome> try_to_replace();
  [[noreturn]] void throw_locked(int file) const;

  std::filesystem::path path_;
  Thing thing_;
  FileDescriptor file_, replaced_;  // the latter is kept locked until the former is
  LeftBehind left_behind_;
};

class FolderLock {
 public:
  enum class Missing {
    make,   // a folder that is missing is made, and removed again where nothing was put into it
    ignore  // there is nothing to lock
  };

  // Throws InputError (id "output.locked", with the process id) where another process, of whatever user, writes into the folder.
  // Where nothing can be made in the folder or its file system knows no locks, the lock is not held: writing fails there with a
  // message of its own, or cannot be guarded.
  explicit FolderLock(std::filesystem::path folder, Missing missing = Missing::make);
  ~FolderLock();
  FolderLock(FolderLock&&) = default;
  FolderLock& operator=(FolderLock&&) = delete;

  bool is_held() const { return lock_.is_held(); }
  bool has_made_folder() const { return !made_.empty(); }

 private:
  void make_folder();

  std::filesystem::path folder_;
  std::vector<std::filesystem::path> made_;  // folders, the innermost first
  std::vector<LeftBehind> left_behind_;
  LockFile lock_;
};

// Of one file that is about to be written, whether it is there or not; in a folder that is missing there is nothing to lock.
class FileLock {
 public:
  explicit FileLock(const std::filesystem::path& file);  // throws as FolderLock does

 private:
  LockFile lock_;
};

// Who writes into the folder at this moment: a process id as text, "?" where it is not known; none where nobody does.
std::optional<std::string> writer_of_folder(const std::filesystem::path& folder);

}  // namespace lilyan
