// obstacles.json in the folder of a run: the obstacles of its frames by name, and where planes are, which no frame holds.
//
//   {"obstacles": [{"name": "bowl", "body": 2},
//                  {"name": "floor", "body": 3, "point": [0, 0, 0], "normal": [0, 1, 0],
//                   "motion": [{"translate": [0, 0.1, 0], "axis": [0, 0, 1], "radians": 0, "center": [0, 0, 0], "from": 0, "to":
//                   2}]}]}
//
// `body` is the number of the obstacle in the cell field of that name.
#pragma once

#include <lilyan/run/inventory.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace lilyan {

inline constexpr const char* kObstacleListName = "obstacles.json";  // beside the index of the frames

struct ListedObstacle {
  std::string name;
  Index body = 0;
  std::optional<Obstacle::Plane> plane = {};  // at the start
  Motion motion = {};                         // of the plane
};

std::vector<ListedObstacle> list_obstacles(const Inventory& inventory);
void write_obstacle_list(const std::filesystem::path& file, const Inventory& inventory);

// Of what list_frames takes. None if there is no such file. Throws InputError (id "frames.obstacles") if it is not one that a run
// writes.
std::vector<ListedObstacle> read_obstacle_list(const std::filesystem::path& run);

// Where the planes among them are at time t [s].
std::vector<Obstacle::Plane> planes_at(const std::vector<ListedObstacle>& obstacles, double t);

}  // namespace lilyan
