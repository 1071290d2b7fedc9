#include <lilyan/scene/load.hpp>

#include <apps/lilyan/commands.hpp>
#include <apps/lilyan/scene_text.hpp>
#include <apps/lilyan/streams.hpp>

namespace lilyan::app {

ExitStatus check_command(const CheckOptions& options) {
  const Scene scene = load_scene(options.scene, options.overrides);
  for (const std::string& note : scene.record.notes) print_note(note);
  print("ok: " + one_line(scene) + "\n");
  return kDone;
}

}  // namespace lilyan::app
