#include <lilyan/multidomain/lanes/domain_packs.hpp>

#include <algorithm>
#include <map>

namespace lilyan {

DomainPacks pack_domains(const DomainTree& tree, Index fewest, const std::function<Index(Index)>& key_of) {
  std::map<Index, std::vector<Index>> groups;
  for (Index j = 0; j < tree.count(); ++j)
    if (const Index key = key_of(j); key >= 0) groups[key].push_back(j);
  DomainPacks result;
  for (const auto& [key, domains] : groups)
    for (std::size_t first = 0; first < domains.size(); first += kLanes) {
      const std::size_t count = std::min<std::size_t>(kLanes, domains.size() - first);
      const auto begin = domains.begin() + static_cast<std::ptrdiff_t>(first), end = begin + static_cast<std::ptrdiff_t>(count);
      if (count < static_cast<std::size_t>(fewest)) {
        result.singles.insert(result.singles.end(), begin, end);
        continue;
      }
      DomainPack& pack = result.packs.emplace_back();
      pack.count = static_cast<Index>(count);
      pack.domains.fill(*begin);
      std::copy(begin, end, pack.domains.begin());
    }
  std::sort(result.singles.begin(), result.singles.end());
  return result;
}

}  // namespace lilyan
