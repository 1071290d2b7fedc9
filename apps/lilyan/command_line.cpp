#include <apps/lilyan/command_line.hpp>

#include <lilyan/core/error.hpp>

#include <apps/lilyan/version.hpp>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <charconv>

namespace lilyan::app {
namespace {

// The first word names the command; a wrong one is better explained by its neighbours than by CLI11.
void check_command_name(const CLI::App& program, int argc, const char* const* argv) {
  if (argc < 2)
    throw InputError({"usage", "", "no command given", "see `lilyan --help`; for example: lilyan run scenes/twisting_bar.json"});
  const std::string word = argv[1];
  if (word == "-h" || word == "--help" || word == "--version") return;
  if (word.starts_with('-'))
    throw InputError({"usage", "", "there is no option " + word.substr(0, 60) + " before a command", "see `lilyan --help`"});
  std::vector<std::string> names;
  for (const CLI::App* command : program.get_subcommands({})) names.push_back(command->get_name());
  if (std::find(names.begin(), names.end(), word) != names.end()) return;
  const std::string nearest = nearest_name(word, names);
  throw InputError({"usage", "", "there is no command \"" + word.substr(0, 60) + "\"",
                    nearest.empty() ? "see `lilyan --help` for the commands" : "did you mean \"" + nearest + "\"?"});
}

bool is_number(const std::string& word) {
  double number = 0;
  const char* const end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data(), end, number);
  return error == std::errc() && stop == end;
}

// CLI11 lets an option of several numbers take the word behind them, too: `--cells 8 2 bar.json`.
//
// The words of a command line whose second one names `command`. A word behind a list of numbers that is no option stands before all
// options, unless a word of that kind does already: SCENE is then given, and what follows the list is for CLI11 to refuse.
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

}  // namespace

Command parse_command_line(int argc, const char* const* argv) {
  CLI::App program("Lilyan simulates elastic bodies in motion and keeps what nature keeps.", "lilyan");
  program.require_subcommand(1);
  program.set_version_flag("--version", version_text(), "Print the version and how it was built");
  program.footer("Exit status: 0 done; 2 bad input or usage; 3 the simulation could not go on; 4 stopped by a signal.");
  Command chosen;
  add_commands(program, chosen);

  check_command_name(program, argc, argv);
  try {
    const auto named = program.get_subcommands([&](const CLI::App* command) { return command->get_name() == argv[1]; });
    const std::vector<const char*> words = with_lists_ended(named.empty() ? program : *named.front(), argc, argv);
    program.parse(static_cast<int>(words.size()), words.data());
  } catch (const CLI::CallForHelp&) {
    const auto asked = program.get_subcommands();
    return Message{asked.empty() ? program.help() : asked.front()->help("lilyan")};
  } catch (const CLI::CallForVersion&) {
    return Message{program.version() + "\n"};
  } catch (const CLI::ParseError& error) {
    const auto asked = program.get_subcommands();
    const std::string name = asked.empty() ? std::string("lilyan") : "lilyan " + asked.front()->get_name();
    throw InputError({"usage", name, error.what(), "see `" + name + " --help`"});
  }
  return chosen;
}

}  // namespace lilyan::app
