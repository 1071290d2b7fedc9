#include <lilyan/core/error.hpp>
#include <lilyan/meshing/outside_program.hpp>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <system_error>

namespace lilyan {

namespace {

constexpr int kNotStarted = 127;
constexpr std::size_t kMostWords = 1 << 20;

[[noreturn]] void fail(const std::string& program) {
  throw InputError(Fault{"mesh.outside", program, "cannot be started: " + std::generic_category().message(errno), ""});
}

// Only calls that are safe between fork and exec.
[[noreturn]] void become(const char* program, char* const* arguments, const char* folder, int words) {
  const int nothing = open("/dev/null", O_RDONLY);
  setpgid(0, 0);                     // so that its own children can be ended with it
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // and that it does not outlive us
  if (nothing < 0 || dup2(nothing, STDIN_FILENO) < 0 || dup2(words, STDOUT_FILENO) < 0 || dup2(words, STDERR_FILENO) < 0)
    _exit(kNotStarted);
  if (chdir(folder) != 0) _exit(kNotStarted);
  signal(SIGPIPE, SIG_DFL);
  execvp(program, arguments);
  _exit(kNotStarted);
}

}  // namespace

OutsideRun run_outside(const std::string& program, const std::vector<std::string>& arguments, const std::filesystem::path& folder,
                       double seconds) {
  std::vector<std::string> copies = arguments;
  copies.insert(copies.begin(), program);
  std::vector<char*> pointers;
  for (std::string& argument : copies) pointers.push_back(argument.data());
  pointers.push_back(nullptr);

  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) fail(program);
  const pid_t child = fork();
  if (child < 0) {
    close(ends[0]), close(ends[1]);
    fail(program);
  }
  if (child == 0) become(program.c_str(), pointers.data(), folder.c_str(), ends[1]);
  close(ends[1]);

  OutsideRun result;
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  for (;;) {
    const double left = std::chrono::duration<double>(deadline - std::chrono::steady_clock::now()).count();
    pollfd ready = {ends[0], POLLIN, 0};
    const int found = left <= 0 ? 0 : poll(&ready, 1, static_cast<int>(std::min(left * 1000 + 1, 1e9)));
    if (found < 0 && errno == EINTR) continue;
    if (found <= 0) {
      result.timed_out = true;
      kill(-child, SIGKILL);
      break;
    }
    char piece[4096];
    const ssize_t size = read(ends[0], piece, sizeof piece);
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) break;
    result.words.append(piece, std::min(static_cast<std::size_t>(size), kMostWords - std::min(kMostWords, result.words.size())));
  }
  close(ends[0]);
  // A program that has closed its output may still be running.
  int status = 0;
  while (!result.timed_out) {
    const pid_t ended = waitpid(child, &status, WNOHANG);
    if (ended == child || (ended < 0 && errno != EINTR)) break;
    if (std::chrono::steady_clock::now() >= deadline) {
      result.timed_out = true;
      kill(-child, SIGKILL);
    } else {
      poll(nullptr, 0, 5);  // [ms]
    }
  }
  if (result.timed_out) {
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
  }
  result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  result.found = result.status != kNotStarted;
  return result;
}

}  // namespace lilyan
