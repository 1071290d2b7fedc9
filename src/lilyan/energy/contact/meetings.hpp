// Which surfaces may meet: two, or one that may meet itself, or every two of many. Meetings are numbered through; those of many
// surfaces are counted and not stored, as thousands of bodies have millions of them.
#pragma once

#include <lilyan/core/vector.hpp>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
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

class Meetings {
 public:
  // Surfaces of which every two meet, the first with all others first of all: (0, 1), (0, 2), ... (1, 2), ... What the first meets
  // is reported.
  struct Group {
    std::vector<Index> surfaces;
    std::vector<double> thickness;  // of each [m]; half of it counts
    Index law = 0;
    double distance = 0;  // of the barrier [m]
  };

  Meetings() = default;
  Meetings(std::initializer_list<Meeting> meetings) {
    for (const Meeting& meeting : meetings) push_back(meeting);
  }

  void push_back(const Meeting& meeting) { entries_.push_back({size_, {}, meeting}), size_ += 1; }
  void push_back(Group group);  // of at least two surfaces

  std::int64_t size() const { return size_; }

  // Calls alone(number, meeting) and every_two(number of the first, group), in the order in which they were added.
  template <class Alone, class EveryTwo>
  void for_each(const Alone& alone, const EveryTwo& every_two) const {
    for (const Entry& entry : entries_)
      if (entry.group.surfaces.empty())
        alone(entry.first, entry.alone);
      else
        every_two(entry.first, entry.group);
  }

  // Of the surfaces at i < j of a group.
  static std::int64_t place_in(const Group& group, std::size_t i, std::size_t j);
  static Meeting meeting_of(const Group& group, std::size_t i, std::size_t j);

 private:
  struct Entry {
    std::int64_t first;  // number of its first meeting
    Group group;         // without surfaces: one meeting
    Meeting alone;
  };
  std::vector<Entry> entries_;
  std::int64_t size_ = 0;
};

}  // namespace lilyan
