#include <lilyan/convert/run_obstacles.hpp>
#include <lilyan/core/error.hpp>
#include <lilyan/core/platform/file_reader.hpp>
#include <lilyan/core/platform/file_writer.hpp>
#include <lilyan/core/terminal_text.hpp>

#include <array>
#include <nlohmann/json.hpp>

namespace lilyan {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

Json numbers(const Vec3& v) { return {v[0], v[1], v[2]}; }

Vec3 vector_of(const Json& json) {
  const auto values = json.get<std::array<double, 3>>();
  return {values[0], values[1], values[2]};
}

Json to_json(const Ramp& ramp) {
  return {{"translate", numbers(ramp.translation)},
          {"axis", numbers(ramp.axis)},
          {"radians", ramp.radians},
          {"center", numbers(ramp.center)},
          {"from", ramp.t0},
          {"to", ramp.t1}};
}

Ramp ramp_of(const Json& json) {
  Ramp ramp;
  ramp.translation = vector_of(json.at("translate"));
  ramp.axis = vector_of(json.at("axis"));
  ramp.radians = json.at("radians").get<double>();
  ramp.center = vector_of(json.at("center"));
  ramp.t0 = json.at("from").get<double>();
  ramp.t1 = json.at("to").get<double>();
  return ramp;
}

Json to_json(const ListedObstacle& obstacle) {
  Json json = {{"name", obstacle.name}, {"body", obstacle.body}};
  if (!obstacle.plane) return json;
  json["point"] = numbers(obstacle.plane->point);
  json["normal"] = numbers(obstacle.plane->normal);
  if (!obstacle.motion.empty()) {
    json["motion"] = Json::array();
    for (const Ramp& ramp : obstacle.motion) json["motion"].push_back(to_json(ramp));
  }
  return json;
}

ListedObstacle obstacle_of(const Json& json) {
  ListedObstacle obstacle{json.at("name").get<std::string>(), json.at("body").get<Index>()};
  if (!json.contains("point")) return obstacle;
  obstacle.plane = {vector_of(json.at("point")), vector_of(json.at("normal"))};
  if (json.contains("motion"))
    for (const Json& ramp : json.at("motion")) obstacle.motion.push_back(ramp_of(ramp));
  return obstacle;
}

// A plane is where three of its points are; two tell its place and its direction.
Obstacle::Plane moved(const Obstacle::Plane& plane, const Motion& motion, double t) {
  const Vec3 tip = plane.point + plane.normal;
  const Vec3 point = plane.point + displacement(motion, plane.point, t);
  const Vec3 normal = tip + displacement(motion, tip, t) - point;
  return {point, normal.norm() > 0 ? Vec3(normal.normalized()) : plane.normal};
}

}  // namespace

std::vector<ListedObstacle> list_obstacles(const Inventory& inventory) {
  std::vector<ListedObstacle> list;
  auto number = static_cast<Index>(inventory.bodies.size());
  for (const Obstacle& obstacle : inventory.obstacles) {
    list.push_back({obstacle.name, number++, obstacle.plane, obstacle.plane ? obstacle.motion : Motion{}});
  }
  return list;
}

void write_obstacle_list(const fs::path& file, const Inventory& inventory) {
  Json json = {{"obstacles", Json::array()}};
  for (const ListedObstacle& obstacle : list_obstacles(inventory)) json["obstacles"].push_back(to_json(obstacle));
  write_atomically(file, json.dump(2) + "\n");
}

std::vector<ListedObstacle> read_obstacle_list(const fs::path& run) {
  if (run.extension() == ".vtu") return {};  // which does not know its run
  const fs::path file = (run.extension() == ".pvd" ? run.parent_path() : run) / kObstacleListName;
  std::error_code ignored;
  if (!fs::exists(file, ignored)) return {};
  std::vector<ListedObstacle> list;
  try {
    const Json json = Json::parse(read_text_file(file).text);
    for (const Json& obstacle : json.at("obstacles")) list.push_back(obstacle_of(obstacle));
  } catch (const nlohmann::json::exception& error) {
    throw InputError({"frames.obstacles", file.string(), "is not what a run writes: " + shortened(error.what(), 200),
                      "remove the file to go on without planes and names, or run the scene again"});
  }
  return list;
}

std::vector<Obstacle::Plane> planes_at(const std::vector<ListedObstacle>& obstacles, double t) {
  std::vector<Obstacle::Plane> planes;
  for (const ListedObstacle& obstacle : obstacles)
    if (obstacle.plane) planes.push_back(moved(*obstacle.plane, obstacle.motion, t));
  return planes;
}

}  // namespace lilyan
