#include <apps/lilyan/ended_lists.hpp>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <charconv>
#include <string>

namespace lilyan::app {

namespace {

bool is_number(const std::string& word) {
  double number = 0;
  const char* const end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data(), end, number);
  return error == std::errc() && stop == end;
}

}  // namespace

std::vector<const char*> with_lists_ended(const CLI::App& command, int argc, const char* const* argv) {
  std::vector<const char*> words(argv, argv + std::min(argc, 2)), rest;
  for (int k = 2; k < argc; ++k) {
    rest.push_back(argv[k]);
    const CLI::Option* option = std::string(argv[k]).starts_with("--") ? command.get_option_no_throw(argv[k]) : nullptr;
    if (!option || option->get_items_expected_max() < 2) continue;
    int taken = 0;
    while (k + 1 < argc && taken < option->get_items_expected_max() && is_number(argv[k + 1])) rest.push_back(argv[++k]), ++taken;
    const bool is_whole = taken > 0 && taken >= option->get_items_expected_min(), has_begun = argv[2][0] != '-';
    if (is_whole && !has_begun && k + 1 < argc && argv[k + 1][0] != '-') words.push_back(argv[++k]);
  }
  words.insert(words.end(), rest.begin(), rest.end());
  return words;
}

}  // namespace lilyan::app
