#include <lilyan/output/kept_run.hpp>
#include <lilyan/output/run_prediction.hpp>
#include <lilyan/scene/load.hpp>

#include <apps/lilyan/commands/commands.hpp>
#include <apps/lilyan/commands/scene_description.hpp>
#include <apps/lilyan/console/streams.hpp>

namespace lilyan::app {

ExitStatus check_command(const CheckOptions& options) {
  const Scene scene = load_scene(options.scene, options.overrides);
  for (const std::string& note : scene.record.notes) print_note(note);
  Simulation simulation = scene.simulation;
  simulation.prepare();  // refused here as `run` would
  const RunPrediction prediction = predict_run(scene, simulation);
  const std::filesystem::path folder = default_folder(scene);
  const FramesThere frames = earlier_run(folder).is_worth_keeping() ? FramesThere::stay : FramesThere::go;
  refuse_full_disk(prediction, folder, free_disk(folder, frames));
  print("ok: " + one_line(scene) + "\n");
  if (const std::string text = to_text(prediction); !text.empty()) print("  predicted " + text + "\n");
  return kDone;
}

}  // namespace lilyan::app
