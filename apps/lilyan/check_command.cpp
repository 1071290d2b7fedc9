#include <lilyan/scene/load.hpp>

#include <apps/lilyan/commands.hpp>
#include <apps/lilyan/plan_text.hpp>
#include <apps/lilyan/streams.hpp>

namespace lilyan::app {

ExitStatus check_command(const CheckOptions& options) {
  const RunPlan plan = load_scene(options.scene, options.overrides);
  for (const std::string& note : plan.notes) print_note(note);
  print("ok: " + one_line(plan) + "\n");
  return kDone;
}

}  // namespace lilyan::app
