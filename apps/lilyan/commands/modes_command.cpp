#include <lilyan/core/error.hpp>
#include <lilyan/core/platform/folder_lock.hpp>
#include <lilyan/core/terminal_text.hpp>
#include <lilyan/output/mode_files.hpp>
#include <lilyan/scene/load.hpp>
#include <lilyan/scene/scene_modes.hpp>

#include <apps/lilyan/commands/commands.hpp>
#include <apps/lilyan/console/progress.hpp>
#include <apps/lilyan/console/streams.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <numbers>
#include <optional>
#include <utility>

namespace lilyan::app {
namespace {

std::string name_of(Completeness completeness) {
  switch (completeness) {
    case Completeness::unknown: return "unknown";
    case Completeness::dense: return "dense";
    case Completeness::complement: return "complement";
    case Completeness::counted: return "counted";
  }
  return "unknown";
}

std::string name_of(ModeKind kind) {
  switch (kind) {
    case ModeKind::rigid: return "rigid";
    case ModeKind::mechanism: return "mechanism";
    case ModeKind::elastic: return "elastic";
  }
  return "elastic";
}

std::string name_of(About about) { return about == About::rest ? "rest" : "equilibrium"; }

// "1 mechanism", "3 mechanisms"
std::string counted(Index count, const std::string& thing) { return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s"); }

std::string lines_of(const std::vector<std::string>& notes) {
  std::string text;
  for (const std::string& note : notes) text += "  NOTE      " + note + "\n";
  return text;
}

// What is known about the frequencies beside them.
struct Trust {
  std::vector<double> errors;      // estimated, of each mode; empty where they were not asked for
  std::vector<std::string> notes;  // of the mesh
};

std::string json(const Scene& scene, About about, const Modes& modes, const Trust& trust) {
  std::string shares;
  for (Index k = 0; k < modes.count(); ++k) {
    const Vec3 share = moving_share(scene.simulation.system(), modes, k);
    shares += fmt::format("{}[{:.17g}, {:.17g}, {:.17g}]", k > 0 ? ", " : "", share[0], share[1], share[2]);
  }
  std::string rest = fmt::format(", \"notes\": {}", nlohmann::json(trust.notes).dump());
  if (!trust.errors.empty()) rest += fmt::format(", \"estimated_errors\": [{:.4g}]", fmt::join(trust.errors, ", "));
  return fmt::format(
      "{{\"about\": \"{}\", \"frequencies\": [{:.17g}], \"rigid\": {}, \"mechanisms\": {}, \"residuals\": [{:.17g}], "
      "\"moving_share\": [{}], "
      "\"unknowns\": {}, \"constraints\": {}, "
      "\"missing\": {}, \"completeness\": \"{}\"{}}}\n",
      name_of(about), fmt::join(modes.frequencies, ", "), modes.rigid, modes.mechanisms, fmt::join(modes.residuals, ", "), shares,
      scene.simulation.system().coordinates().size(), modes.constraints, modes.missing, name_of(modes.completeness), rest);
}

std::string table(const Scene& scene, About about, const Modes& modes, const Trust& trust) {
  std::string text =
      fmt::format("{}: {} about {}, among them {} and {}; {} vertices, {}, {} unknowns", terminal_line(scene.record.name),
                  counted(modes.count(), "mode"), about == About::rest ? "rest" : "the equilibrium",
                  counted(modes.rigid, "rigid motion"), counted(modes.mechanisms, "mechanism"), scene.inventory.vertices(),
                  lilyan::counted(scene.inventory.cells), scene.simulation.system().coordinates().size());
  text += modes.constraints > 0 ? fmt::format(" under {}\n", counted(modes.constraints, "constraint")) : "\n";
  text += "mode  frequency [Hz]  kind        mass moved along x, y, z  residual";
  text += trust.errors.empty() ? "\n" : "  estimated error\n";
  for (Index k = 0; k < modes.count(); ++k) {
    const Vec3 share = 100 * moving_share(scene.simulation.system(), modes, k);
    // Where a motion costs no energy only the size of its frequency means something: it is rounding.
    const ModeKind kind = modes.kind(k);
    const std::string frequency =
        kind != ModeKind::elastic ? fmt::format("{:.0e}", modes.frequencies[k]) : fmt::format("{:.6g}", modes.frequencies[k]);
    text += fmt::format("{:4}  {:>14}  {:9}  {:5.1f} % {:5.1f} % {:5.1f} %   {:.0e}", k + 1, frequency, name_of(kind), share[0],
                        share[1], share[2], modes.residuals[k]);
    if (!trust.errors.empty())
      text += kind == ModeKind::elastic ? fmt::format("  {:+13.1f} %", 100 * trust.errors[static_cast<std::size_t>(k)]) : "";
    text += "\n";
  }
  return text + lines_of(trust.notes);
}

// Nothing where no equilibrium was found, which it has said.
std::optional<Modes> find_modes(Scene& scene, const ModesOptions& options, StageLine& stage) {
  EigenSettings settings;
  settings.progress = [&](const std::string& name) { stage.show(name); };
  if (options.about == About::equilibrium) stage.show("searching for the equilibrium");
  Result<Modes, StepFailure> modes = modes_of_scene(scene, options.about, options.count, settings);
  if (modes) return std::move(*modes);
  stage.finish();
  print_error(fmt::format("no equilibrium was found: {}", modes.failure().reason),
              "let `lilyan run` with the integrator \"static\" show where it gives way");
  return std::nullopt;
}

[[noreturn]] void refuse_modes(const std::string& what, const char* hint) {
  throw InputError({"modes.domains", "bodies", what, hint});
}

void check_options(const TreeStepper& stepper, const ModesOptions& options) {
  if (options.about != About::rest) refuse_modes("bodies of domains have modes about rest only", "leave --prestressed out");
  if (options.check)
    refuse_modes("frequencies of bodies of domains are not compared with those of finer cells", "leave --check out");
  if (options.folder && stepper.coupling().lumps())
    refuse_modes(fmt::format("the coupling {} has frequencies, but no shapes: domains follow their parents without reaction",
                             stepper.coupling().name()),
                 "leave -o out, or leave `coupling` of the integrator out");
}

std::string table(const Scene& scene, const TreeStepper& stepper, const Vector& hertz, const std::vector<std::string>& notes) {
  const DomainTree& tree = stepper.body().tree();
  std::string text = fmt::format(
      "{}: {} lowest frequencies at rest of {} domains with {} coordinates, coupling {}\n"
      "mode  frequency [Hz]\n",
      terminal_line(scene.record.name), hertz.size(), tree.count(), tree.size(), stepper.coupling().name());
  for (Eigen::Index k = 0; k < hertz.size(); ++k) text += fmt::format("{:4}  {:>14.6g}\n", k + 1, hertz[k]);
  return text + lines_of(notes);
}

// `lilyan modes` of a body of domains: the frequencies at rest of its tree by the coupling that the scene chooses, and the shapes
// of the exact coupling.
ExitStatus domain_modes(const Scene& scene, const TreeStepper& stepper, const ModesOptions& options, StageLine& stage) {
  check_options(stepper, options);
  stage.show("searching for the modes");
  const TreeModes modes = modes_at_rest(stepper, options.count);
  if (options.folder)
    write_modes(*options.folder, scene.inventory, stepper.body(), modes,
                [&](Index mode) { stage.show(fmt::format("writing mode {} of {}", mode, modes.count())); });
  stage.finish();
  const Vector hertz = modes.frequencies / (2 * std::numbers::pi);
  const std::vector<std::string> notes = mode_notes(scene, stepper.body(), modes);
  if (options.json)
    print(
        fmt::format("{{\"about\": \"rest\", \"frequencies\": [{:.17g}], \"coupling\": \"{}\", \"domains\": {}, \"unknowns\": {}, "
                    "\"notes\": {}}}\n",
                    fmt::join(hertz, ", "), stepper.coupling().name(), stepper.body().tree().count(), mode_count(stepper),
                    nlohmann::json(notes).dump()));
  else
    print(table(scene, stepper, hertz, notes) + (options.folder ? fmt::format("  output    {}\n", options.folder->string()) : ""));
  if (modes.missing == 0) return kDone;
  print_error(fmt::format("{} of {} modes did not converge", modes.missing, options.count), "ask for fewer modes");
  return kCannotGoOn;
}

}  // namespace

ExitStatus modes_command(const ModesOptions& options) {
  use_threads(options.threads);
  std::optional<FolderLock> lock;  // until all is written
  if (options.folder) lock.emplace(*options.folder);
  StageLine stage(options.json);
  stage.show("reading the scene");
  Scene scene = load_scene(options.scene, options.overrides);
  if (const TreeStepper* tree = scene.simulation.stepper().tree()) return domain_modes(scene, *tree, options, stage);
  Trust trust;
  std::vector<std::string> finer = options.overrides;
  if (options.check) {
    const std::vector<std::string> refining = refining_overrides(scene);
    finer.insert(finer.end(), refining.begin(), refining.end());
  }
  const std::optional<Modes> found = find_modes(scene, options, stage);
  if (!found) return kCannotGoOn;
  const Modes& modes = *found;
  if (options.folder)
    write_modes(*options.folder, scene.simulation.system(), scene.inventory, modes,
                [&](Index mode) { stage.show(fmt::format("writing mode {} of {}", mode, modes.count())); });
  trust.notes = mode_notes(scene, modes);
  if (options.check) {
    stage.show("dividing every cell");
    Scene fine = load_scene(options.scene, finer);
    const std::optional<Modes> fine_modes = find_modes(fine, options, stage);
    if (!fine_modes) return kCannotGoOn;
    trust.errors = estimated_errors(modes, *fine_modes);
  }
  stage.finish();

  if (options.json) {
    print(json(scene, options.about, modes, trust));
  } else {
    for (const std::string& note : scene.record.notes) print_note(note);
    print(table(scene, options.about, modes, trust));
    if (options.folder) print(fmt::format("  output    {}\n", options.folder->string()));
  }
  if (modes.missing == 0 && modes.completeness != Completeness::unknown) return kDone;
  print_error(modes.missing > 0 ? fmt::format("{} of {} modes did not converge, and some below those found may be missing",
                                              modes.missing, options.count)
                                : "it could not be made sure that no mode is missing",
              "ask for fewer modes, or look for tets of very bad shape: `lilyan info`");
  return kCannotGoOn;
}

}  // namespace lilyan::app
