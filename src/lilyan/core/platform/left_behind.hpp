// What a program that ends at once would leave behind: half-written files, scratch folders, other programs that it started.
//
// Each is put down here as long as it is there. Destructors take it away in the usual course of things; a signal handler, which may
// not wait for them, calls leave_nothing_behind() and exits.
#pragma once

#include <sys/types.h>

#include <filesystem>

namespace lilyan {

class LeftBehind {
 public:
  LeftBehind() = default;
  static LeftBehind file(const std::filesystem::path& path);
  static LeftBehind folder(const std::filesystem::path& path);       // with the files in it; folders in it stay
  static LeftBehind made_folder(const std::filesystem::path& path);  // goes after all else, and only if nothing is in it
  static LeftBehind programs(pid_t group);                           // a process group, whose leader is our child
  ~LeftBehind() { forget(); }
  LeftBehind(LeftBehind&& other) noexcept : slot_(other.slot_) { other.slot_ = -1; }
  LeftBehind& operator=(LeftBehind&& other) noexcept;

  void forget();

 private:
  explicit LeftBehind(int slot) : slot_(slot) {}

  int slot_ = -1;  // none where there were too many to be put down
};

// Ends the programs, then removes files and folders, by calls that are safe in a signal handler.
void leave_nothing_behind();

// As long as one is alive, a signal that would end the program at once waits: for the few calls between which a file would be left
// behind, or some of several files would have their new names.
class EndWaits {
 public:
  EndWaits();
  ~EndWaits();  // raises the signal that has waited
  EndWaits(const EndWaits&) = delete;
  EndWaits& operator=(const EndWaits&) = delete;
};

// For a signal handler: whether this signal waits and comes again.
bool end_waits(int signal);

}  // namespace lilyan
