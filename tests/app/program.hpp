// Runs the built program as a user would and catches what it says.
#pragma once

#include <tests/support/temporary_folder.hpp>

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

namespace lilyan::testing {

struct Outcome {
  int status = -1;  // exit status; 128 + signal where it died of one
  std::string out, err;
  double seconds = 0;  // of processor time
};

// In the folder `where`; ended after a minute. A shell command knows the program as "$lilyan".
Outcome run_program(const std::vector<std::string>& arguments, const std::filesystem::path& where);
Outcome run_shell(const std::string& command, const std::filesystem::path& where);

using ScratchFolder = test::TemporaryFolder;

// A scene of one bar that runs in a moment, for tests to change.
extern const char* const kGoodScene;

// Tests in a folder of their own with that scene as bar.json.
class ProgramWithABar : public ::testing::Test {
 protected:
  void SetUp() override { folder.write("bar.json", kGoodScene); }
  Outcome run(const std::vector<std::string>& arguments) { return run_program(arguments, folder.path()); }

  ScratchFolder folder;
};

std::size_t lines(const std::string& text);  // how many end in it

}  // namespace lilyan::testing
