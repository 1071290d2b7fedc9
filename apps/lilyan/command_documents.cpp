#include <apps/lilyan/command_line.hpp>

#include <lilyan/integrators/registry.hpp>
#include <lilyan/scene/schema/catalogue.hpp>

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <vector>

namespace lilyan::app {
namespace {

using Words = std::vector<std::string>;

std::string joined(const Words& words) { return fmt::format("{}", fmt::join(words, " ")); }

Words integrator_names() {
  Words names;
  for (const IntegratorEntry& entry : integrator_registry()) names.push_back(entry.name);
  return names;
}

// What bash offers for a value, by the name that the usage gives it: FILE, DIR, KIND, ... Where it offers nothing, bash completes
// the names of files.
std::string offer(const std::string& value) {
  if (value == "DIR") return "compgen -d -- \"$word\"";
  if (value == "SCENE") return "compgen -f -X '!*.json' -- \"$word\"; compgen -d -- \"$word\"";
  if (value == "SOURCE" || value == "OUT") return "compgen -f -- \"$word\"";
  if (value.find("FILE") != std::string::npos || value.find("DIR") != std::string::npos || value.find("SCENE") != std::string::npos)
    return "compgen -f -- \"$word\"";
  if (value == "PAGE") return fmt::format("compgen -W 'scene commands {}' -- \"$word\"", joined(catalogue_kinds()));
  if (value == "KIND") {
    Words kinds = catalogue_kinds();
    kinds.emplace_back("scenes");
    return fmt::format("compgen -W '{}' -- \"$word\"", joined(kinds));
  }
  // The last of a list separated by commas.
  if (value == "NAME,...") return fmt::format("lilyan_list '{}'", joined(integrator_names()));
  return ":";
}

// The choices of an option that takes one of few words stand in its type name: {a,b,c}.
std::string offer_choices(const std::string& type) {
  std::string words = type.substr(1, type.find('}') - 1);
  std::replace(words.begin(), words.end(), ',', ' ');
  return fmt::format("compgen -W '{}' -- \"$word\"", words);
}

Words names_of(const CLI::Option& option) {
  Words names;
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  return names;
}

struct Completion {
  Words options;            // of the command
  std::string values;       // a case for every option that takes a value
  std::string positionals;  // what to offer where no option stands
};

Completion completion_of(const CLI::App& command) {
  Completion result;
  std::vector<std::string> offers;
  for (const CLI::Option* option : command.get_options()) {
    if (option->nonpositional()) {
      const Words names = names_of(*option);
      result.options.insert(result.options.end(), names.begin(), names.end());
      if (option->get_expected_max() == 0) continue;  // a flag
      const std::string type = option->get_type_name();
      result.values += fmt::format("        {}) {}; return ;;\n", fmt::join(names, "|"),
                                   type.starts_with('{') ? offer_choices(type) : offer(type));
    } else {
      offers.push_back(offer(option->get_name()));
    }
  }
  result.positionals = offers.empty() ? ":" : fmt::format("{}", fmt::join(offers, "; "));
  return result;
}

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

std::string bash_completion(const CLI::App& program) {
  Words commands;
  std::string cases;
  for (const CLI::App* command : program.get_subcommands({})) {
    commands.push_back(command->get_name());
    const Completion completion = completion_of(*command);
    cases += fmt::format(
        "    {})\n      case $before in\n{}      esac\n"
        "      if [[ $word == -* ]]; then compgen -W '{}' -- \"$word\"; else {}; fi ;;\n",
        command->get_name(), completion.values, joined(completion.options), completion.positionals);
  }
  return fmt::format(R"script(# Completion of lilyan's command line. Load it with:  source <(lilyan completion)
lilyan_list() {{
  local head=
  [[ $word == *,* ]] && head=${{word%,*}},
  compgen -P "$head" -W "$1" -- "${{word##*,}}"
}}
lilyan_offers() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}}
  # bash takes --option=value for three words.
  if [[ $word == = ]]; then word=; elif [[ $before == = ]]; then before=${{COMP_WORDS[COMP_CWORD - 2]}}; fi
  if ((COMP_CWORD == 1)); then
    compgen -W '{} --help --version' -- "$word"
    return
  fi
  case ${{COMP_WORDS[1]}} in
{}  esac
}}
lilyan_complete() {{
  mapfile -t COMPREPLY < <(lilyan_offers)
}}
complete -o filenames -o default -F lilyan_complete lilyan
)script",
                     joined(commands), cases);
}

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
