#include <lilyan/core/error.hpp>
#include <lilyan/scene/schema/json_schema.hpp>
#include <lilyan/scene/schema/reference.hpp>

#include <apps/lilyan/commands/commands.hpp>
#include <apps/lilyan/console/streams.hpp>

#include <fmt/format.h>

namespace lilyan::app {
namespace {

std::vector<std::string> reference_pages() {
  std::vector<std::string> pages = {"scene", "commands"};
  for (const std::string& kind : catalogue_kinds()) pages.push_back(kind);
  return pages;
}

}  // namespace

ExitStatus reference_command(const ReferenceOptions& options) {
  if (options.page.empty()) {
    print(fmt::format("pages: {}\n", fmt::join(reference_pages(), ", ")));
    return kDone;
  }
  if (options.page == "scene") {
    print(scene_reference());
  } else if (const std::optional<Catalogue> found = catalogue(options.page)) {
    print(catalogue_reference(*found));
  } else {
    const std::string nearest = nearest_name(options.page, reference_pages());
    throw InputError({"usage", "lilyan reference", fmt::format("there is no page \"{}\"", options.page.substr(0, 60)),
                      nearest.empty() ? fmt::format("there are: {}", fmt::join(reference_pages(), ", "))
                                      : fmt::format("did you mean \"{}\"?", nearest)});
  }
  return kDone;
}

ExitStatus schema_command() {
  print(scene_json_schema() + "\n");
  return kDone;
}

}  // namespace lilyan::app
