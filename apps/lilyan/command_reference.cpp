#include <apps/lilyan/command_reference.hpp>

#include <fmt/format.h>

#include <CLI/CLI.hpp>

namespace lilyan::app {
namespace {

// A `|` would end a cell of a table, a `<` begin a tag.
std::string in_a_cell(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '|') result += '\\';
    result += c == '<' ? std::string("&lt;") : std::string(1, c);
  }
  return result;
}

std::string with_full_stop(const std::string& text) { return text.ends_with('.') ? text : text + "."; }

std::string shown_name(const CLI::Option& option) {
  if (!option.nonpositional()) return option.get_name();
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  const bool takes_value = option.get_expected_max() != 0;
  return fmt::format("{}{}", fmt::join(names, ", "), takes_value ? " " + option.get_type_name() : "");
}

std::string usage(const CLI::App& command) {
  std::string text = "lilyan " + command.get_name();
  for (const CLI::Option* option : command.get_options())
    if (!option->nonpositional()) text += option->get_required() ? " " + option->get_name() : " [" + option->get_name() + "]";
  return text + " [options]";
}

}  // namespace

std::string command_reference(const CLI::App& program) {
  std::string text = "<!-- made by: lilyan reference commands -->\n\n# Commands\n\n" + program.get_footer() +
                     " Errors go to standard error; `--quiet` silences everything else. `lilyan COMMAND --help` prints the same.\n";
  for (const CLI::App* command : program.get_subcommands({})) {
    text += fmt::format("\n## {}\n\n{}\n\n    {}\n\n| argument | meaning |\n| --- | --- |\n", command->get_name(),
                        in_a_cell(with_full_stop(command->get_description())), usage(*command));
    for (const CLI::Option* option : command->get_options())
      text += fmt::format("| `{}` | {} |\n", in_a_cell(shown_name(*option)), in_a_cell(option->get_description()));
  }
  return text;
}

}  // namespace lilyan::app
