// Every kind of bad input that is reported, by its id: `lilyan list errors` and the reference are made from this list.
//
// A test compares the list with the ids that stand in the sources, both ways.
#pragma once

#include <span>
#include <string_view>

namespace lilyan {

struct FaultKind {
  std::string_view id;       // Fault::id, stable
  std::string_view meaning;  // what was found
  std::string_view remedy;   // what usually helps
};

std::span<const FaultKind> fault_kinds();  // sorted by id

}  // namespace lilyan
