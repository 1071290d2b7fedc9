// Domains that are evaluated together, eight at a time, one per lane.
//
// A lane does what the others do, with numbers of its own: what a domain gets does not depend on which others are beside it.
#pragma once

#include <lilyan/core/lanes.hpp>
#include <lilyan/multidomain/domain_tree.hpp>

#include <array>
#include <functional>
#include <span>

namespace lilyan {

struct DomainPack {
  Index count = 0;                      // lanes that are used
  std::array<Index, kLanes> domains{};  // those behind the last used lane repeat the first domain; their results are not read

  std::span<const Index> used() const { return {domains.data(), static_cast<std::size_t>(count)}; }
};

struct DomainPacks {
  std::vector<DomainPack> packs;
  std::vector<Index> singles;  // the other domains of those asked for, ascending
};

// Packs of the domains with a key that is not negative, each of one key. Where fewer than `fewest` would share a pack they stay
// single: eight lanes cost as much as some single ones.
DomainPacks pack_domains(const DomainTree& tree, Index fewest, const std::function<Index(Index)>& key_of);

// numbers[l][lane] = that domain's number l of an array over all coordinates. r: as many coordinates as each domain of the pack
// has.
inline void gather(const DomainTree& tree, const DomainPack& pack, const Vector& all, Index r, Lanes* numbers) {
  for (int lane = 0; lane < kLanes; ++lane) {
    const double* own = all.data() + tree.first(pack.domains[static_cast<std::size_t>(lane)]);
    auto* target = reinterpret_cast<double*>(numbers) + lane;
    for (Index l = 0; l < r; ++l) target[kLanes * l] = own[l];
  }
}

}  // namespace lilyan
