#include <lilyan/core/platform/outside_program.hpp>

#include <lilyan/core/platform/file.hpp>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <string>
#include <system_error>

namespace lilyan {
namespace {

constexpr std::size_t kMostWords = 1 << 20;
constexpr int kLookAgain = 20;  // [ms] how late the end of the program, or the caller's flag, may be seen

using Clock = std::chrono::steady_clock;

Clock::time_point after(double seconds) {
  return Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(std::min(seconds, 1e8)));
}

bool is_set(const std::atomic<bool>* flag) { return flag != nullptr && flag->load(); }

struct Ends {
  FileDescriptor ours, theirs;
  bool are_open() const { return ours.is_open() && theirs.is_open(); }
};

// What is written to the second end is read from the first, which never blocks.
Ends make_pipe() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return {};
  ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
  return {FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

// A socket is a pipe whose writer is told, and not killed, when the reader is gone.
Ends make_input() {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return {};
  return {FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

// Only calls that are safe between fork and exec.
[[noreturn]] void become(const char* program, char* const* arguments, const char* folder, int input, int output, int trouble) {
  ::setpgid(0, 0);                     // so that its own children can be ended with it
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // and that it does not outlive us
  ::signal(SIGPIPE, SIG_DFL);
  ::signal(SIGXFSZ, SIG_DFL);
  if (input < 0) input = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (input >= 0 && ::dup2(input, STDIN_FILENO) >= 0 && ::dup2(output, STDOUT_FILENO) >= 0 && ::dup2(output, STDERR_FILENO) >= 0 &&
      ::chdir(folder) == 0)
    ::execvp(program, arguments);
  const int error = errno;
  [[maybe_unused]] const ssize_t told = ::write(trouble, &error, sizeof error);
  ::_exit(127);
}

}  // namespace

OutsideProgram::OutsideProgram(const std::string& program, const std::vector<std::string>& arguments,
                               const std::filesystem::path& folder, Input input) {
  std::vector<std::string> copies = arguments;
  copies.insert(copies.begin(), program);
  std::vector<char*> pointers;
  for (std::string& argument : copies) pointers.push_back(argument.data());
  pointers.push_back(nullptr);

  Ends words = make_pipe(), trouble = make_pipe(), bytes = input == Input::fed ? make_input() : Ends();
  const bool is_ready = words.are_open() && trouble.are_open() && (input == Input::empty || bytes.are_open());
  child_ = is_ready ? ::fork() : -1;
  if (child_ < 0) {
    error_ = errno;
    return;
  }
  if (child_ == 0)
    become(program.c_str(), pointers.data(), folder.c_str(), bytes.theirs.number(), words.theirs.number(), trouble.theirs.number());
  ::setpgid(child_, child_);  // also here: whoever comes first
  left_behind_ = LeftBehind::programs(child_);
  words.theirs.close(), bytes.theirs.close(), trouble.theirs.close();
  output_ = std::move(words.ours), input_ = std::move(bytes.ours);
  // Closed without a word once the program is there.
  pollfd said = {trouble.ours.number(), POLLIN, 0};
  while (::poll(&said, 1, -1) < 0 && errno == EINTR) {
  }
  int error = 0;
  if (::read(trouble.ours.number(), &error, sizeof error) == sizeof error) {
    end();
    error_ = error;
  }
}

void OutsideProgram::take_words() {
  char piece[4096];
  // Not without end: one that talks all the time must not keep us from looking at the clock.
  for (int pieces = 0; output_.is_open() && pieces < 64; ++pieces) {
    const ssize_t size = ::read(output_.number(), piece, sizeof piece);
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) return;  // no more for now
    if (size == 0) return output_.close();
    words_.append(piece, std::min(static_cast<std::size_t>(size), kMostWords - std::min(kMostWords, words_.size())));
  }
}

OutsideProgram::Fed OutsideProgram::feed(std::string_view bytes, double seconds, const std::atomic<bool>* stop) {
  if (!input_.is_open()) return Fed::refused;
  for (Clock::time_point deadline = after(seconds); !bytes.empty();) {
    if (is_set(stop)) return Fed::stopped;
    if (Clock::now() >= deadline) return Fed::too_slow;
    pollfd ends[] = {{input_.number(), POLLOUT, 0}, {output_.number(), POLLIN, 0}};  // one of number -1 is passed over
    if (::poll(ends, 2, kLookAgain) <= 0) continue;
    if (ends[1].revents != 0) take_words();
    if (ends[0].revents == 0) continue;
    const ssize_t taken = ::send(input_.number(), bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (taken < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (taken < 0) return Fed::refused;
    bytes.remove_prefix(static_cast<std::size_t>(taken));
    deadline = after(seconds);
  }
  return Fed::all;
}

OutsideRun OutsideProgram::wait(double seconds, const std::atomic<bool>* stop) {
  OutsideRun run;
  run.error = error_;
  run.found = error_ != ENOENT;
  if (!is_running()) return run;
  input_.close();
  const Clock::time_point deadline = after(seconds);
  for (;;) {
    // Not reaped yet: as long as it is there, its group cannot be another's.
    siginfo_t ended = {};
    if (::waitid(P_PID, static_cast<id_t>(child_), &ended, WEXITED | WNOHANG | WNOWAIT) == 0 && ended.si_pid == child_) break;
    run.stopped = is_set(stop);
    run.timed_out = !run.stopped && Clock::now() >= deadline;
    if (run.stopped || run.timed_out) break;
    pollfd words = {output_.number(), POLLIN, 0};
    if (::poll(&words, 1, kLookAgain) > 0) take_words();
  }
  take_words();
  const int status = end();
  run.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  run.words = std::move(words_);
  return run;
}

int OutsideProgram::end() {
  int status = 0;
  if (child_ > 0) {
    ::kill(-child_, SIGKILL);
    while (::waitpid(child_, &status, 0) < 0 && errno == EINTR) {
    }
  }
  left_behind_.forget();
  child_ = -1;
  return status;
}

OutsideRun run_outside(const std::string& program, const std::vector<std::string>& arguments, const std::filesystem::path& folder,
                       double seconds) {
  return OutsideProgram(program, arguments, folder).wait(seconds);
}

ScratchFolder::ScratchFolder() {
  std::error_code error;
  const std::filesystem::path temporary = std::filesystem::temp_directory_path(error);
  if (error) throw_file_error("TMPDIR", "use the folder for temporary files", error.value());
  std::string name = (temporary / "lilyan-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw_file_error(temporary, "make a folder here", errno);
  path_ = name;
  left_behind_ = LeftBehind::folder(path_);
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace lilyan
