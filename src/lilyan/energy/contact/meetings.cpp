#include <lilyan/energy/contact/meetings.hpp>

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

}  // namespace lilyan
