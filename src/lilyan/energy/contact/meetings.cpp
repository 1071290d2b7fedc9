#include <lilyan/energy/contact/meetings.hpp>

#include <algorithm>
#include <iterator>
#include <utility>

namespace lilyan {

namespace {

// How many meetings of n surfaces come before the first of surface i with a later one.
std::int64_t meetings_before(std::int64_t n, std::int64_t i) { return i * (2 * n - i - 1) / 2; }

}  // namespace

void Meetings::push_back(Group group) {
  const auto n = static_cast<std::int64_t>(group.surfaces.size());
  entries_.push_back({size_, std::move(group), {}});
  size_ += n * (n - 1) / 2;
}

std::int64_t Meetings::place_in(const Group& group, std::size_t i, std::size_t j) {
  const auto n = static_cast<std::int64_t>(group.surfaces.size());
  return meetings_before(n, static_cast<std::int64_t>(i)) + static_cast<std::int64_t>(j - i - 1);
}

Meeting Meetings::meeting_of(const Group& group, std::size_t i, std::size_t j) {
  const double thick = (group.thickness[i] + group.thickness[j]) / 2;
  return {group.surfaces[i], group.surfaces[j], group.law, group.distance + thick, thick, i == 0};
}

Meeting Meetings::operator[](std::int64_t number) const {
  const auto later = std::upper_bound(entries_.begin(), entries_.end(), number,
                                      [](std::int64_t value, const Entry& entry) { return value < entry.first; });
  const Entry& entry = *std::prev(later);
  if (entry.group.surfaces.empty()) return entry.alone;
  const auto n = static_cast<std::int64_t>(entry.group.surfaces.size());
  const std::int64_t place = number - entry.first;
  std::int64_t low = 0, high = n - 1;  // meetings_before(n, low) <= place < meetings_before(n, high)
  while (high - low > 1) {
    const std::int64_t middle = (low + high) / 2;
    (meetings_before(n, middle) <= place ? low : high) = middle;
  }
  return meeting_of(entry.group, static_cast<std::size_t>(low),
                    static_cast<std::size_t>(low + 1 + place - meetings_before(n, low)));
}

}  // namespace lilyan
