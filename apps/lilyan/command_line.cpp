#include <apps/lilyan/command_line.hpp>

#include <lilyan/core/error.hpp>

#include <CLI/CLI.hpp>

namespace lilyan::app {
namespace {

constexpr int kMostThreads = 1024;

// Every occurrence of --set takes one assignment.
void add_overrides(CLI::App& command, std::vector<std::string>& overrides) {
  command.add_option("--set", overrides, "Change a value of the scene: a.b.0.c=VALUE, VALUE read as JSON, else as a text")
      ->type_name("PATH=VALUE")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

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

}  // namespace

Command parse_command_line(int argc, const char* const* argv) {
  CLI::App program("Lilyan simulates elastic bodies in motion and keeps what nature keeps.", "lilyan");
  program.require_subcommand(1);
  program.set_version_flag("--version", "lilyan " LILYAN_VERSION);
  program.footer("Exit status: 0 done; 2 bad input or usage; 3 the simulation could not go on; 4 stopped by a signal.");

  RunOptions run;
  std::string folder;
  CLI::App* run_app = program.add_subcommand("run", "Simulate a scene");
  run_app->add_option("SCENE", run.scene, "Scene file")->required();
  CLI::Option* folder_option =
      run_app->add_option("-o,--output", folder, "Folder for the output; default: out/<scene name>")->type_name("DIR");
  add_overrides(*run_app, run.overrides);
  run_app->add_option("--threads", run.threads, "Threads; results do not depend on it")
      ->check(CLI::Range(1, kMostThreads))
      ->type_name("N");
  run_app->add_flag("--resume", run.resume, "Go on from the last checkpoint in the folder");
  run_app->add_flag("--quiet", run.quiet, "Print nothing but errors");

  CheckOptions check;
  CLI::App* check_app = program.add_subcommand("check", "Check a scene and report every error at once");
  check_app->add_option("SCENE", check.scene, "Scene file")->required();
  add_overrides(*check_app, check.overrides);

  ListOptions list;
  CLI::App* list_app = program.add_subcommand("list", "List what a scene can name: integrators, materials, scenes, ...");
  list_app->add_option("KIND", list.kind, "What to list; without it, what there is to list");
  list_app->add_flag("--json", list.json, "For programs");

  InfoOptions info;
  CLI::App* info_app = program.add_subcommand("info", "Describe a mesh or a scene file");
  info_app->add_option("FILE", info.file, "Mesh or scene file")->required();

  CLI::App* schema_app = program.add_subcommand("schema", "Print the JSON Schema of scene files");

  check_command_name(program, argc, argv);
  try {
    program.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    const auto chosen = program.get_subcommands();
    return Message{chosen.empty() ? program.help() : chosen.front()->help("lilyan")};
  } catch (const CLI::CallForVersion&) {
    return Message{program.version() + "\n"};
  } catch (const CLI::ParseError& error) {
    const auto chosen = program.get_subcommands();
    const std::string name = chosen.empty() ? std::string("lilyan") : "lilyan " + chosen.front()->get_name();
    throw InputError({"usage", name, error.what(), "see `" + name + " --help`"});
  }
  if (*folder_option && folder.empty())
    throw InputError({"usage", "-o", "the name of the folder is empty", "for example -o out/bar"});
  if (*folder_option) run.folder = folder;
  if (*run_app) return run;
  if (*check_app) return check;
  if (*list_app) return list;
  if (*info_app) return info;
  if (*schema_app) return SchemaOptions{};
  return Message{program.help()};
}

}  // namespace lilyan::app
