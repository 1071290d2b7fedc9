#include "program.hpp"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace lilyan::testing {

namespace {

constexpr unsigned kMostSeconds = 250;  // of wall time: it hangs

Outcome execute(const std::vector<std::string>& words, const std::filesystem::path& where) {
  const ScratchFolder caught;
  const std::string out = (caught.path() / "out").string(), err = (caught.path() / "err").string();
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);

  const pid_t child = fork();
  if (child == 0) {
    alarm(kMostSeconds);
    const bool ready = std::freopen("/dev/null", "r", stdin) && std::freopen(out.c_str(), "w", stdout) &&
                       std::freopen(err.c_str(), "w", stderr) && chdir(where.c_str()) == 0;
    if (ready) execv(arguments[0], arguments.data());
    _exit(127);
  }
  int status = 0;
  rusage spent = {};
  if (child < 0 || wait4(child, &status, 0, &spent) != child) throw std::runtime_error("cannot start " + words.front());
  Outcome outcome;
  for (const timeval& time : {spent.ru_utime, spent.ru_stime})
    outcome.seconds += static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  outcome.out = test::read_text(out);
  outcome.err = test::read_text(err);
  return outcome;
}

}  // namespace

Outcome run_program(const std::vector<std::string>& arguments, const std::filesystem::path& where) {
  std::vector<std::string> words = {LILYAN_PROGRAM};
  words.insert(words.end(), arguments.begin(), arguments.end());
  return execute(words, where);
}

Outcome run_shell(const std::string& command, const std::filesystem::path& where) {
  return execute({"/bin/sh", "-c", "lilyan='" LILYAN_PROGRAM "'\n" + command}, where);
}

std::size_t lines(const std::string& text) { return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')); }

const char* const kGoodScene = R"({
  "lilyan": 1,
  "bodies": [{
    "name": "bar",
    "mesh": {"type": "box", "size": [2, 1, 1], "cells": [2, 1, 1]},
    "material": {"type": "stvk", "youngs_modulus": 1000, "poissons_ratio": 0.3},
    "density": 1
  }],
  "integrator": {"type": "avf"},
  "time": {"step": 0.01, "steps": 5}
})";

}  // namespace lilyan::testing
