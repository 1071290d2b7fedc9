#include <lilyan/core/error.hpp>
#include <lilyan/core/platform/file.hpp>
#include <lilyan/core/terminal_text.hpp>
#include <lilyan/integrators/registry.hpp>
#include <lilyan/output/earlier_run.hpp>
#include <lilyan/output/kept_run.hpp>
#include <lilyan/output/run_folder.hpp>
#include <lilyan/report/report.hpp>
#include <lilyan/run/run_time.hpp>
#include <lilyan/scene/load.hpp>

#include <apps/lilyan/commands/commands.hpp>
#include <apps/lilyan/commands/recorded_run.hpp>
#include <apps/lilyan/console/streams.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <sstream>

namespace lilyan::app {
namespace {

// "variational:alpha=0.5": an integrator as the command takes it.
struct ComparedMethod {
  std::string name;      // as given
  std::string folder;    // its name as part of a path, by letters, digits, - . and _ alone
  std::string override;  // the assignment to the scene that chooses it: integrator={...}
};

// What one finds elsewhere, and what keeps energy or momenta: methods whose differences one can see.
const std::vector<std::string> kUsual = {"avf",   "implicit_midpoint", "newmark",        "bdf2",
                                         "bathe", "backward_euler",    "velocity_verlet"};

[[noreturn]] void fail(const std::string& entry, const std::string& message, const std::string& hint) {
  throw InputError({"usage", "--integrators " + entry.substr(0, 80), message, hint});
}

std::vector<std::string> split_at_colons(const std::string& entry) {
  std::vector<std::string> parts;
  std::istringstream in(entry);
  for (std::string part; std::getline(in, part, ':');) parts.push_back(part);
  return parts;
}

void check_name(const std::string& entry, const std::string& name) {
  if (find_integrator(name)) return;
  std::vector<std::string> names;
  for (const IntegratorEntry& method : integrator_registry()) names.push_back(method.name);
  const std::string nearest = nearest_name(name, names);
  fail(
      entry, fmt::format("there is no integrator \"{}\"", name.substr(0, 60)),
      fmt::format("{}known are: {}", nearest.empty() ? "" : fmt::format("did you mean \"{}\"? ", nearest), fmt::join(names, ", ")));
}

std::string folder_name(const std::string& entry) {
  std::string name = entry;
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '-' && c != '.' && c != '_') c = '_';
  return name;
}

ComparedMethod parse(const std::string& entry) {
  const std::vector<std::string> parts = split_at_colons(entry);
  if (parts.empty()) fail(entry, "the name of an integrator is empty", "for example --integrators avf,backward_euler");
  check_name(entry, parts.front());
  nlohmann::json integrator = {{"type", parts.front()}};
  for (std::size_t k = 1; k < parts.size(); ++k) {
    const std::size_t equals = parts[k].find('=');
    if (equals == std::string::npos || equals == 0)
      fail(entry, fmt::format("\"{}\" is not of the form name=value", parts[k].substr(0, 60)), "for example variational:alpha=0.5");
    const std::string value = parts[k].substr(equals + 1);
    nlohmann::json read = nlohmann::json::parse(value, nullptr, false);
    integrator[parts[k].substr(0, equals)] = read.is_discarded() ? nlohmann::json(value) : read;
  }
  return {entry, folder_name(entry), "integrator=" + integrator.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace)};
}

// None given: a list of our own. Throws InputError (id "usage") where a name is unknown, a parameter is not of the form name=value
// or a method is there twice; whether the parameters fit is for the scene's schema to say.
std::vector<ComparedMethod> compared_methods(const std::vector<std::string>& given) {
  std::vector<ComparedMethod> methods;
  for (const std::string& entry : given.empty() ? kUsual : given) {
    ComparedMethod method = parse(entry);
    const auto same = [&](const ComparedMethod& other) { return other.folder == method.folder; };
    if (std::any_of(methods.begin(), methods.end(), same)) fail(entry, "is given twice", "name every method once");
    methods.push_back(std::move(method));
  }
  return methods;
}

std::vector<std::string> with(std::vector<std::string> overrides, const std::string& one_more) {
  overrides.push_back(one_more);
  return overrides;
}

}  // namespace

ExitStatus compare_command(const CompareOptions& options) {
  use_threads(options.threads);
  const std::vector<ComparedMethod> methods = compared_methods(options.integrators);
  // Every method's scene is known to be good before the first of them is run.
  std::string name;
  std::vector<std::uint64_t> hashes;
  for (const ComparedMethod& method : methods) {
    const Scene scene = load_scene(options.scene, with(options.overrides, method.override));
    if (name.empty() && !options.quiet) {
      for (const std::string& note : scene.record.notes) print_note(note);
      print(fmt::format("{}: {} vertices, {}, {} by {} methods\n", terminal_line(scene.record.name), scene.inventory.vertices(),
                        counted(scene.inventory.cells), time_words(scene), methods.size()));
    }
    name = scene.record.name;
    hashes.push_back(scene.record.hash);
  }
  const std::filesystem::path folder = options.folder.value_or(std::filesystem::path("out/compare") / name);

  const FolderLock lock(folder);
  if (!options.replace)
    require_replaceable_by_comparison(folder);
  else if (RunFolder(folder).is_written_by_run())
    RunFolder(folder).clear();
  // All of them until the comparison is written: it tells of what lies in the methods' folders.
  std::vector<FolderLock> locks;
  for (const ComparedMethod& method : methods) {
    require_no_link(folder / method.folder);
    locks.emplace_back(folder / method.folder);
    take_back_half_kept(RunFolder(folder / method.folder));
  }
  for (std::size_t k = 0; k < methods.size() && !options.replace; ++k)
    require_replaceable_by_run(folder / methods[k].folder, hashes[k]);

  std::vector<NamedRun> runs;
  bool stopped = false, failed = false;
  for (const ComparedMethod& method : methods) {
    const std::vector<std::string> overrides = with(options.overrides, method.override);
    const Scene scene = load_scene(options.scene, overrides);
    auto run = recorded_run(scene, {.folder = folder / method.folder,
                                    .overrides = overrides,
                                    .quiet = options.quiet,
                                    .replace = options.replace,
                                    .lock = &locks[runs.size()]});
    if (!run) return kCannotGoOn;
    failed = failed || run->result.failure;
    runs.push_back({method.name, method.folder, std::move(run->record)});
    stopped = run->result.status == RunStatus::stopped;
    if (stopped) break;  // by a signal: what there is is compared
  }
  write_comparison(folder, name, runs);
  if (!options.quiet) {
    print("\n" + table_text(comparison_table(runs)) + "\n");
    if (failed) print("a method that stopped early is a result; its own report tells why\n");
    print(fmt::format("report: {}\n", RunFolder(folder).report().string()));
  }
  if (stopped)
    print_error(fmt::format("stopped by a signal during {}, method {} of {}", runs.back().name, runs.size(), methods.size()),
                fmt::format("what was computed up to there is compared in {}; a comparison starts from the beginning",
                            RunFolder(folder).report().string()));
  return stopped ? kStopped : kDone;
}

}  // namespace lilyan::app
