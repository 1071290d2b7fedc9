#include <lilyan/mesh/parts/kept_numbers.hpp>

#include <lilyan/core/error.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace lilyan {

Index KeptNumbers::now(Index before) const {
  if (old.empty()) return before;
  const auto found = std::lower_bound(old.begin(), old.end(), before);
  return found != old.end() && *found == before ? static_cast<Index>(found - old.begin()) : -1;
}

KeptNumbers kept_numbers(const std::vector<bool>& is_kept) {
  KeptNumbers numbers;
  for (std::size_t i = 0; i < is_kept.size(); ++i)
    if (is_kept[i]) numbers.old.push_back(static_cast<Index>(i));
  if (numbers.old.size() == is_kept.size()) return {};
  numbers.old_count = static_cast<Index>(is_kept.size());
  return numbers;
}

std::vector<Index> numbers_now(const KeptNumbers& numbers, const std::vector<Index>& before, const std::string& what) {
  if (numbers.old.empty()) return before;
  std::vector<Index> now, removed;
  for (const Index i : before) {
    if (i < 0 || i >= numbers.old_count)
      throw InputError(Fault{"select.index", "", fmt::format("index {} is not in 0 to {}", i, numbers.old_count - 1), ""});
    now.push_back(numbers.now(i));
    if (now.back() < 0) removed.push_back(i);
  }
  if (removed.empty()) return now;
  const std::string others = removed.size() == 1 ? "" : fmt::format(", and {} of those listed in all", removed.size());
  throw InputError(Fault{"select.removed", "", fmt::format("{} {} was removed by a void region{}", what, removed.front(), others),
                         "name what is left, or select by place"});
}

Vector kept_part(const KeptNumbers& numbers, const Vector& before) {
  if (numbers.old.empty()) return before;
  Vector now(3 * static_cast<Eigen::Index>(numbers.old.size()));
  for (std::size_t i = 0; i < numbers.old.size(); ++i) vertex(now, static_cast<Index>(i)) = vertex(before, numbers.old[i]);
  return now;
}

}  // namespace lilyan
