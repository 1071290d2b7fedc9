// What bodies meet, as a picture shows it: obstacles with a surface, and planes that have no end.
//
// Bodies decide where the camera stands. An obstacle counts for it only if it is at most twice as large as the bodies (by the
// diagonals of their boxes), and then with its vertices inside the bodies' box grown on all sides by its diagonal: a press around a
// ball is in the picture, a landscape below it does not make it small. A plane whose normal is within a degree of +y is the ground
// of the picture; it counts if it lies less than a diagonal below the bodies, and then with the places straight below them. Any
// other plane is drawn as a square, which does not count, from the side that its normal points to.
#pragma once

#include <lilyan/mesh/skin.hpp>
#include <lilyan/render/camera.hpp>

#include <optional>
#include <vector>

namespace lilyan::render {

struct Plane {
  Vec3 point, normal;  // [m]; of length 1, towards the bodies
};

struct Scenery {
  std::vector<Skin> obstacles = {};
  std::vector<Plane> planes = {};
};

// The room around bodies in which obstacles count.
class Vicinity {
 public:
  explicit Vicinity(const std::vector<Skin>& bodies);

  // Calls `call` with the place of each corner of a triangle that counts; with all of them if there are no bodies.
  template <class Call>
  void each_vertex(const Skin& obstacle, const Call& call) const {
    if (!counts(obstacle)) return;
    for (const Triangle& triangle : obstacle.triangles)
      for (Index i : triangle)
        if (const Vec3 p = vertex(obstacle.x, i); counts(p)) call(p);
  }
  bool counts_ground(double height) const;  // [m]

 private:
  bool counts(const Skin& obstacle) const;
  bool counts(const Vec3& point) const;

  Vec3 lowest_, highest_;  // of the bodies [m]
  double reach_ = 0;       // their diagonal [m]
  bool is_empty_ = false;
};

// The height [m] of the lowest plane that is level, if there is one.
std::optional<double> level_ground(const std::vector<Plane>& planes);

// Bodies, and of the scenery what counts.
void add_to(Framing& framing, const std::vector<Skin>& bodies, const Scenery& scenery);

// What is drawn of the scenery besides the shadow on the ground: the obstacles, and a square for each plane that is not the ground
// and that is seen by the camera from the side of the bodies; one for the ground, too, if it hides a part of what is drawn. A
// square lies below the middle of what `framing` has seen, and three times as wide as its diagonal.
//
// Of an obstacle whose box holds that of all bodies, like a drum or a bowl, the triangles whose plane lies between the camera and
// the middle of the bodies are left out: one looks into it.
std::vector<Skin> drawn_obstacles(const Scenery& scenery, const std::vector<Skin>& bodies, const Framing& framing,
                                  const Camera& camera);

}  // namespace lilyan::render
