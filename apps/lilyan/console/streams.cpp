#include <lilyan/core/terminal_text.hpp>

#include <apps/lilyan/console/streams.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <system_error>

namespace lilyan::app {
namespace {

std::atomic<int> output_error = 0;  // errno of the first failed write, in any thread

// Standard output is written in large pieces where it is a file. What was printed before comes before, also where both streams go
// to one place.
void write_to(std::FILE* stream, const std::string& text) {
  errno = 0;
  if (stream == stderr && std::fflush(stdout) != 0 && output_error == 0) output_error = errno;
  if (std::fwrite(text.data(), 1, text.size(), stream) != text.size() && stream == stdout && output_error == 0)
    output_error = errno;
}

}  // namespace

void prepare_streams() {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  // The lowest free number is taken first, so this fills 0, 1 and 2 where they are closed and stops beyond.
  int descriptor = open("/dev/null", O_RDWR);
  while (descriptor >= 0 && descriptor <= STDERR_FILENO) descriptor = open("/dev/null", O_RDWR);
  if (descriptor >= 0) close(descriptor);
}

void print(const std::string& text) { write_to(stdout, terminal_text(text)); }

void print_error(const InputError& error) {
  constexpr std::size_t kMostFaults = 50, kMostOfPlace = 300, kMostOfMessage = 600, kMostOfHint = 1000;
  const std::vector<Fault>& faults = error.faults();
  for (std::size_t k = 0; k < faults.size() && k < kMostFaults; ++k) {
    // What the user or a file gave is in these words: it may be long.
    Fault shown = faults[k];
    shown.place = terminal_line(shortened_path(shown.place, kMostOfPlace), 2 * kMostOfPlace);
    shown.message = shortened(shown.message, kMostOfMessage);
    shown.hint = shortened(shown.hint, kMostOfHint);
    if (!shown.id.empty() && shown.id != "usage") shown.message += " [" + shown.id + "]";  // `lilyan list errors` explains it
    write_to(stderr, terminal_text(to_text(shown)) + "\n");
  }
  if (faults.size() > kMostFaults) write_to(stderr, fmt::format("... and {} more errors\n", faults.size() - kMostFaults));
}

void print_error(const std::string& message, const std::string& hint) { print_error(InputError(Fault{"", "", message, hint})); }

void print_out_of_memory() {
  static constexpr std::string_view kText =
      "error: not enough memory\n  hint: use a coarser mesh, or a machine, container or limit (ulimit -v) with more memory\n";
  std::fflush(stdout);
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, kText.data(), kText.size());
}

void print_note(const std::string& text) { write_to(stderr, "note: " + terminal_text(shortened(text, 1500)) + "\n"); }

void print_progress(const std::string& text) { write_to(stderr, text); }

void finish_output() {
  errno = 0;
  if (std::fflush(stdout) != 0 && output_error == 0) output_error = errno;
  if (output_error != 0 && output_error != EPIPE)
    throw InputError(
        {"output.write", "standard output", "cannot be written: " + std::generic_category().message(output_error), ""});
}

bool is_terminal() {
  const char* kind = std::getenv("TERM");
  return isatty(STDERR_FILENO) && kind && std::string(kind) != "dumb";
}

std::size_t terminal_width() {
  winsize size = {};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

}  // namespace lilyan::app
