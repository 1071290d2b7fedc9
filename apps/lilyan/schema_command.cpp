#include <lilyan/scene/schema/json_schema.hpp>

#include <apps/lilyan/commands.hpp>
#include <apps/lilyan/streams.hpp>

namespace lilyan::app {

ExitStatus schema_command() {
  print(scene_json_schema() + "\n");
  return kDone;
}

}  // namespace lilyan::app
