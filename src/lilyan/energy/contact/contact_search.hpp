// Which pieces of surface come near each other: by a tree of boxes for each surface, whose boxes are fitted anew to every question.
#pragma once

#include <lilyan/energy/contact/contact_surface.hpp>
#include <lilyan/energy/contact/pair_distance.hpp>
#include <lilyan/mesh/box_tree.hpp>

#include <memory>
#include <optional>
#include <vector>

namespace lilyan {

// Two surfaces that may meet, or one that may meet itself.
struct Meeting {
  Index a, b;                // surfaces
  Index law;                 // number of what it belongs to
  double reach;              // [m] nearer than this its pieces are looked for: thickness and the barrier's distance
  double thickness = 0;      // [m] all of it: what a distance is more than the gap
  bool is_reported = false;  // the force on `a` is reported as that of the contact
};

// Pieces of two surfaces that are near each other. Points that a kind does not have are -1.
struct NearPair {
  PairKind kind;
  std::array<Index, 4> points;
  Index meeting;           // its number
  bool is_turned = false;  // the first piece is of the meeting's surface b
};

class ContactSearch {
 public:
  // `start`: positions of all points, for the shape of the trees.
  ContactSearch(std::vector<ContactSurface> surfaces, std::vector<Meeting> meetings, const Vector& start);

  const std::vector<ContactSurface>& surfaces() const { return surfaces_; }
  const std::vector<Meeting>& meetings() const { return meetings_; }

  // All pairs whose boxes are nearer than the reach of their meeting, without a common point; `boxes`: of each point. The order is
  // by meeting, kind and points, whatever the boxes.
  std::vector<NearPair> find(const std::vector<Box>& boxes) const;

 private:
  struct Trees {
    std::optional<BoxTree> points, edges, triangles;
  };

  std::vector<ContactSurface> surfaces_;
  std::vector<Meeting> meetings_;
  std::vector<Trees> trees_;
};

}  // namespace lilyan
