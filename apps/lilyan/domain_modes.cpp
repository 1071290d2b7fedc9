#include <lilyan/core/terminal_text.hpp>
#include <lilyan/multidomain/tree_matrices.hpp>

#include <apps/lilyan/domain_modes.hpp>
#include <apps/lilyan/streams.hpp>

#include <fmt/format.h>

#include <numbers>

namespace lilyan::app {

void print_domain_modes(const std::string& scene, const TreeStepper& stepper, const ModesOptions& options) {
  const auto refuse = [](const char* what, const char* hint) { throw InputError({"modes.domains", "bodies", what, hint}); };
  if (options.about != About::rest) refuse("bodies of domains have modes about rest only", "leave --prestressed out");
  if (options.check) refuse("frequencies of bodies of domains are not compared with those of finer cells", "leave --check out");
  if (options.folder) refuse("shapes of bodies of domains are not written", "leave -o out");
  const DomainTree& tree = stepper.body().tree();
  const Vector hertz = rest_frequencies(tree, stepper.coupling()) / (2 * std::numbers::pi);
  if (options.count > hertz.size())
    throw InputError({"modes.count", "", fmt::format("{} modes, and the domains have {}", options.count, hertz.size()),
                      fmt::format("ask for at most {}", hertz.size())});
  const Vector shown = hertz.head(options.count);
  if (options.json) {
    print(fmt::format(
        "{{\"about\": \"rest\", \"frequencies\": [{:.17g}], \"coupling\": \"{}\", \"domains\": {}, \"unknowns\": {}}}\n",
        fmt::join(shown, ", "), stepper.coupling().name(), tree.count(), hertz.size()));
    return;
  }
  std::string text = fmt::format(
      "{}: {} lowest frequencies at rest of {} domains with {} coordinates, coupling {}\n"
      "mode  frequency [Hz]\n",
      terminal_line(scene), options.count, tree.count(), tree.size(), stepper.coupling().name());
  for (Eigen::Index k = 0; k < shown.size(); ++k) text += fmt::format("{:4}  {:>14.6g}\n", k + 1, shown[k]);
  print(text);
}

}  // namespace lilyan::app
