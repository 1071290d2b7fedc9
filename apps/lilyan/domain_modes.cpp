#include <lilyan/core/terminal_text.hpp>
#include <lilyan/multidomain/tree_matrices.hpp>
#include <lilyan/multidomain/tree_modes.hpp>
#include <lilyan/output/mode_files.hpp>

#include <apps/lilyan/domain_modes.hpp>
#include <apps/lilyan/streams.hpp>

#include <fmt/format.h>

#include <numbers>

namespace lilyan::app {
namespace {

void refuse(const std::string& what, const char* hint) { throw InputError({"modes.domains", "bodies", what, hint}); }

void check_options(const TreeStepper& stepper, const ModesOptions& options) {
  if (options.about != About::rest) refuse("bodies of domains have modes about rest only", "leave --prestressed out");
  if (options.check) refuse("frequencies of bodies of domains are not compared with those of finer cells", "leave --check out");
  if (options.folder && stepper.coupling().lumps())
    refuse(fmt::format("the coupling {} has frequencies, but no shapes: domains follow their parents without reaction",
                       stepper.coupling().name()),
           "leave -o out, or leave `coupling` of the integrator out");
}

void write_shapes(const Scene& scene, const DomainBody& body, const TreeModes& modes, const ModesOptions& options,
                  StageLine& stage) {
  const DomainTree& tree = body.tree();
  std::vector<ModeRow> rows;
  for (Index k = 0; k < modes.count(); ++k)
    rows.push_back({modes.frequencies[k] / (2 * std::numbers::pi), k < modes.rigid ? ModeKind::rigid : ModeKind::elastic,
                    moving_share(tree, modes, k), modes.residuals[k]});
  TreeWorkspace workspace;
  write_modes(
      *options.folder, scene.inventory, rows,
      [&](Index mode) { return body.velocities(moving_along(tree, modes.shapes.col(mode)), workspace); },
      [&](Index mode) { stage.show(fmt::format("writing mode {} of {}", mode, modes.count())); });
}

std::string table(const Scene& scene, const TreeStepper& stepper, const Vector& hertz) {
  const DomainTree& tree = stepper.body().tree();
  std::string text = fmt::format(
      "{}: {} lowest frequencies at rest of {} domains with {} coordinates, coupling {}\n"
      "mode  frequency [Hz]\n",
      terminal_line(scene.record.name), hertz.size(), tree.count(), tree.size(), stepper.coupling().name());
  for (Eigen::Index k = 0; k < hertz.size(); ++k) text += fmt::format("{:4}  {:>14.6g}\n", k + 1, hertz[k]);
  return text;
}

}  // namespace

ExitStatus domain_modes(const Scene& scene, const TreeStepper& stepper, const ModesOptions& options, StageLine& stage) {
  check_options(stepper, options);
  const DomainTree& tree = stepper.body().tree();
  const bool lumps = stepper.coupling().lumps();
  const Index most = lumps ? tree.size() : mode_count(tree);
  if (options.count > most)
    throw InputError({"modes.count", "", fmt::format("{} modes, and the domains have {}", options.count, most),
                      fmt::format("ask for at most {}", most)});
  stage.show("searching for the modes");
  TreeModes modes;
  if (lumps)
    modes.frequencies = rest_frequencies(tree, stepper.coupling()).head(options.count);
  else
    modes = rest_modes(tree, options.count);
  if (options.folder) write_shapes(scene, stepper.body(), modes, options, stage);
  stage.finish();
  const Vector hertz = modes.frequencies / (2 * std::numbers::pi);
  if (options.json)
    print(fmt::format(
        "{{\"about\": \"rest\", \"frequencies\": [{:.17g}], \"coupling\": \"{}\", \"domains\": {}, \"unknowns\": {}}}\n",
        fmt::join(hertz, ", "), stepper.coupling().name(), tree.count(), most));
  else
    print(table(scene, stepper, hertz) + (options.folder ? fmt::format("  output    {}\n", options.folder->string()) : ""));
  if (modes.missing == 0) return kDone;
  print_error(fmt::format("{} of {} modes did not converge", modes.missing, options.count), "ask for fewer modes");
  return kCannotGoOn;
}

}  // namespace lilyan::app
