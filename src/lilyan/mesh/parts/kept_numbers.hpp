// The numbers that vertices or cells of a mesh had before some of them were removed.
//
// Those that stay keep their order. Whoever writes a scene counts the mesh as it was; the body that moves counts what is left.
#pragma once

#include <lilyan/core/vector.hpp>

#include <string>
#include <vector>

namespace lilyan {

struct KeptNumbers {
  std::vector<Index> old = {};  // of each that is left, the number that it had: ascending; empty: nothing was removed
  Index old_count = 0;          // how many there were, if something was removed

  bool operator==(const KeptNumbers&) const = default;

  Index before(Index now) const { return old.empty() ? now : old[static_cast<std::size_t>(now)]; }
  Index count_before(Index count_now) const { return old.empty() ? count_now : old_count; }
  Index now(Index before) const;  // -1: it was removed; before: one of 0 to count_before - 1
};

KeptNumbers kept_numbers(const std::vector<bool>& is_kept);

// The numbers now of what had the numbers `before`. Throws InputError if one of them was not there (id "select.index") or was
// removed (id "select.removed"). `what` is what is numbered, for example "tet".
std::vector<Index> numbers_now(const KeptNumbers& numbers, const std::vector<Index>& before, const std::string& what);

// Of three numbers for every vertex that there was, those of the vertices that are left.
Vector kept_part(const KeptNumbers& numbers, const Vector& before);

}  // namespace lilyan
