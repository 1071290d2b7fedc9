// Where an exception cannot be caught, as one thrown by a destructor that finds no memory (nlohmann::json's takes some), or before
// main: the program says so in words that are ready, removes what is half written, and ends with a status instead of a signal.
#include <lilyan/core/platform/left_behind.hpp>

#include <apps/lilyan/exit_status.hpp>
#include <apps/lilyan/stop_signal.hpp>
#include <apps/lilyan/streams.hpp>

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>

namespace lilyan::app {
namespace {

[[noreturn]] void end_with_status() {
  leave_nothing_behind();
  const ExitStatus status = is_run_under_way() ? kCannotGoOn : kBadInput;
  try {
    if (const std::exception_ptr thrown = std::current_exception()) std::rethrow_exception(thrown);
  } catch (const std::bad_alloc&) {
    print_out_of_memory();
    _exit(status);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "error: unexpected: %s\n  hint: this is a fault of Lilyan; please report it with the scene\n",
                 error.what());
    _exit(kCannotGoOn);
  } catch (...) {
  }
  std::abort();
}

[[gnu::constructor(101)]] void prepare() { std::set_terminate(end_with_status); }

}  // namespace
}  // namespace lilyan::app
