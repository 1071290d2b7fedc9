// Pairs of pieces of surface that something else holds together, so that contact leaves them alone.
//
// A constraint `glue`, `distance` or `rigid` joins pieces that both have vertices of it. Where surfaces touch at the start, all
// pieces next to vertices that are joined to the other body, or that are pinned and touch an obstacle, are left out too.
#pragma once

#include <lilyan/scene/build/contact/contact.hpp>

#include <lilyan/energy/contact/contact_search.hpp>

#include <map>
#include <set>

namespace lilyan {

class HeldPairs {
 public:
  HeldPairs(const ContactSituation& situation, std::vector<bool> held_whole);  // one per vertex

  bool may_hold_any() const;

  // Leaves out, from then on, those of the pairs that touch at the start that are held there.
  void leave_out_touching(const std::vector<NearPair>& touching);

  bool leaves_out(const NearPair& pair) const;

 private:
  std::size_t body_of(Index i) const;
  bool joins_pieces(const NearPair& pair) const;  // a set has vertices of both pieces
  bool is_held_at_start(const NearPair& pair) const;
  bool is_held(const NearPair& pair, std::size_t begin, std::size_t end, Index other) const;  // a piece at a point of the other

  std::vector<bool> held_whole_;
  std::vector<Index> first_vertices_;                                  // of the bodies
  std::map<Index, std::set<std::size_t>> sets_of_, bodies_joined_to_;  // of a vertex
  std::set<std::pair<PairKind, std::array<Index, 4>>> left_out_;
};

}  // namespace lilyan
