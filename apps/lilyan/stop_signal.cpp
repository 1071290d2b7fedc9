#include <lilyan/core/platform/left_behind.hpp>

#include <apps/lilyan/exit_status.hpp>
#include <apps/lilyan/stop_signal.hpp>

#include <unistd.h>

#include <csignal>

namespace lilyan::app {
namespace {

std::atomic<bool> stop = false, is_running = false;
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may only touch lock-free atomics");

extern "C" void on_stop_signal(int) {
  if (!is_running) {
    leave_nothing_behind();
    _exit(kStopped);
  }
  stop = true;
}

}  // namespace

void stop_at_once_on_signals() {
  is_running = false;
  struct sigaction action = {};
  action.sa_handler = on_stop_signal;
  action.sa_flags = SA_RESTART;  // a write in progress goes on as if nothing had happened
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  // nohup: who has it ignored wants the program to outlive the terminal.
  struct sigaction before = {};
  if (sigaction(SIGHUP, nullptr, &before) == 0 && before.sa_handler != SIG_IGN) sigaction(SIGHUP, &action, nullptr);
}

bool is_run_under_way() { return is_running; }

const std::atomic<bool>& stop_wanted() { return stop; }

const std::atomic<bool>& stop_after_step_on_signals() {
  is_running = true;
  return stop;
}

}  // namespace lilyan::app
