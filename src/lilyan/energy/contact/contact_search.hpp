// Which pieces of surface come near each other: by a tree of boxes for each surface, whose boxes are fitted anew to every question.
#pragma once

#include <lilyan/energy/contact/contact_surface.hpp>
#include <lilyan/energy/contact/meetings.hpp>
#include <lilyan/energy/contact/pair_distance.hpp>
#include <lilyan/mesh/box_tree.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace lilyan {

// Pieces of two surfaces that are near each other. Points that a kind does not have are -1. There are millions: it is small, and
// what it needs of its meeting is copied, which takes long to find for a number.
struct NearPair {
  PairKind kind;
  bool is_turned = false;    // the first piece is of the meeting's surface b
  bool is_reported = false;  // as in Meeting
  std::array<Index, 4> points;
  Index law = 0;
  double thickness = 0;      // [m] all of it
  std::int64_t meeting = 0;  // its number

  double gap(const PairPoints& y) const { return pair_distance(kind, y).r.norm() - thickness; }  // [m]
};

class ContactSearch {
 public:
  // `start`: positions of all points, for the shape of the trees.
  ContactSearch(std::vector<ContactSurface> surfaces, Meetings meetings, const Vector& start);

  const std::vector<ContactSurface>& surfaces() const { return surfaces_; }
  const Meetings& meetings() const { return meetings_; }

  // Those whose surfaces have boxes that are nearer than their reach, by their numbers.
  struct Near {
    std::int64_t number;
    Meeting meeting;
  };
  std::vector<Near> meetings_near(const std::vector<Box>& boxes) const;

  // All pairs whose boxes are nearer than the reach of their meeting, without a common point, that are wanted; `boxes`: of each
  // point. The order is by meeting, kind and points, whatever the boxes. Several threads ask what is wanted.
  using IsWanted = std::function<bool(const NearPair&)>;
  std::vector<NearPair> find(const std::vector<Box>& boxes, const IsWanted& is_wanted) const;

 private:
  struct Trees {
    std::optional<BoxTree> points, edges, triangles;
  };

  // Of a group of surfaces, over those that have points.
  struct GroupTree {
    std::vector<std::size_t> members;  // their places in the group
    std::optional<BoxTree> tree;
  };

  std::vector<Near> near_surfaces(const std::vector<Box>& all) const;  // given the boxes of the surfaces

  std::vector<ContactSurface> surfaces_;
  Meetings meetings_;
  std::vector<Trees> trees_;
  std::vector<GroupTree> groups_;
};

}  // namespace lilyan
