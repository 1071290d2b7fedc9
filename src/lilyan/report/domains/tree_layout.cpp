#include <lilyan/report/domains/tree_layout.hpp>

#include <algorithm>
#include <cassert>

namespace lilyan {

TreeLayout tree_layout(const std::vector<Index>& parent) {
  const std::size_t count = parent.size();
  TreeLayout layout{std::vector<double>(count), std::vector<Index>(count, 0)};
  const auto up = [&](std::size_t i) { return static_cast<std::size_t>(parent[i]); };
  std::vector<Index> ends(count, 0);  // below each node, itself if it is one
  for (std::size_t i = count; i-- > 0;) {
    assert(parent[i] < static_cast<Index>(i) && (parent[i] >= 0) == (i > 0));
    if (ends[i] == 0) ends[i] = 1;
    if (i > 0) ends[up(i)] += ends[i];
  }
  std::vector<Index> next(count, 0);  // where the ends of the next child begin
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) {
      layout.depth[i] = layout.depth[up(i)] + 1;
      next[i] = next[up(i)];
      next[up(i)] += ends[i];
    }
    layout.across[i] = next[i] + 0.5 * (ends[i] - 1);
    layout.deepest = std::max(layout.deepest, layout.depth[i]);
  }
  layout.ends = count > 0 ? ends[0] : 0;
  return layout;
}

}  // namespace lilyan
