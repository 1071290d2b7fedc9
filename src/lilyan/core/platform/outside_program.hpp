// Another program, run as a child: no shell, its words kept, its time limited.
//
// It runs in a process group of its own, which is ended with it: what it started does not outlive it, nor does it outlive us,
// except that its children do where we are killed without a chance to act.
#pragma once

#include <lilyan/core/platform/file.hpp>
#include <lilyan/core/platform/left_behind.hpp>

#include <sys/types.h>

#include <atomic>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace lilyan {

struct OutsideRun {
  bool found = false;      // the program is installed
  int error = 0;           // errno where it could not be started
  bool timed_out = false;  // and was ended
  bool stopped = false;    // by the caller's flag, and was ended
  int status = 0;          // what it returned; 128 + signal where it died of one
  std::string words;       // standard output and error, the first megabyte
};

class OutsideProgram {
 public:
  enum class Input { empty, fed };

  // Starts `program`, which is looked up on the PATH, in `folder`. wait() tells where that failed.
  OutsideProgram(const std::string& program, const std::vector<std::string>& arguments, const std::filesystem::path& folder,
                 Input input = Input::empty);
  ~OutsideProgram() { end(); }
  OutsideProgram(const OutsideProgram&) = delete;
  OutsideProgram& operator=(const OutsideProgram&) = delete;

  bool is_running() const { return child_ > 0; }
  int error() const { return error_; }  // errno where it could not be started

  // Hands bytes to its standard input. `seconds` is how long it may take none of them; `stop`, once true, ends the waiting.
  enum class Fed { all, refused, too_slow, stopped };
  Fed feed(std::string_view bytes, double seconds, const std::atomic<bool>* stop = nullptr);

  // Closes its input and waits, at most so long [s of wall time]; then nothing of it is running any more.
  OutsideRun wait(double seconds, const std::atomic<bool>* stop = nullptr);

 private:
  void take_words();
  int end();  // the status that waitpid tells

  pid_t child_ = -1;
  int error_ = 0;
  FileDescriptor input_, output_;
  std::string words_;
  LeftBehind left_behind_;
};

// From its start to its end.
OutsideRun run_outside(const std::string& program, const std::vector<std::string>& arguments, const std::filesystem::path& folder,
                       double seconds);

// A folder of its own for files that another program reads or writes: gone with its owner, and when a signal ends the program.
class ScratchFolder {
 public:
  ScratchFolder();  // where the system keeps temporary files (TMPDIR); throws InputError where it cannot be made
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path operator/(const char* name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
  LeftBehind left_behind_;
};

}  // namespace lilyan
