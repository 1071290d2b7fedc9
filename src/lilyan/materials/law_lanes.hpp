// The moduli of a law for eight elements at a time, and of any law, for code that is compiled once for each law and no element.
#pragma once

#include <lilyan/core/lanes.hpp>
#include <lilyan/materials/laws.hpp>

#include <array>
#include <span>
#include <tuple>
#include <utility>

namespace lilyan {

template <class L>
using LaneModuli = std::array<Lanes, std::tuple_size_v<std::decay_t<decltype(std::declval<L>().moduli())>>>;

// Of the batches of a list of elements.
template <class L>
struct LawLanes {
  std::span<const LaneModuli<L>> moduli;
};

template <class AnyLaw>
struct LanesOfEveryLaw;
template <class... L>
struct LanesOfEveryLaw<std::variant<L...>> {
  using Type = std::variant<LawLanes<L>...>;
};
using AnyLawLanes = LanesOfEveryLaw<Law>::Type;

}  // namespace lilyan
