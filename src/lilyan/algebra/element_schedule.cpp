#include <lilyan/algebra/element_schedule.hpp>

#include <lilyan/algebra/threads.hpp>

#include <algorithm>

namespace lilyan {

ElementSchedule::ElementSchedule(std::span<const Index> vertices, Index per_element, Index chunk_size) {
  const Index elements = static_cast<Index>(vertices.size()) / per_element;
  for (Index begin = 0; begin < elements; begin += chunk_size) chunks_.push_back({begin, std::min(elements, begin + chunk_size)});

  // Greedy: a chunk takes the first colour that none of its vertices has met yet.
  const Index highest = vertices.empty() ? -1 : *std::max_element(vertices.begin(), vertices.end());
  std::vector<std::vector<Index>> met(static_cast<std::size_t>(highest + 1));  // colours of the chunks at each vertex
  std::vector<bool> taken;
  for (Index c = 0; c < static_cast<Index>(chunks_.size()); ++c) {
    const auto own = vertices.subspan(static_cast<std::size_t>(chunks_[c].begin) * per_element,
                                      static_cast<std::size_t>(chunks_[c].end - chunks_[c].begin) * per_element);
    taken.assign(colours_.size() + 1, false);
    for (Index v : own)
      for (Index colour : met[v]) taken[colour] = true;
    const Index colour = static_cast<Index>(std::find(taken.begin(), taken.end(), false) - taken.begin());
    if (colour == static_cast<Index>(colours_.size())) colours_.emplace_back();
    colours_[colour].push_back(c);
    for (Index v : own)
      if (met[v].empty() || met[v].back() != colour) met[v].push_back(colour);
  }
}

void ElementSchedule::for_each(const std::function<void(const Chunk&)>& body) const {
  for (const std::vector<Index>& colour : colours_)
    parallel_for(static_cast<Index>(colour.size()), [&](Index i) { body(chunks_[colour[i]]); });
}

double ElementSchedule::sum(const std::function<double(const Chunk&)>& body) const {
  std::vector<double> parts(chunks_.size());
  parallel_for(static_cast<Index>(chunks_.size()), [&](Index c) { parts[c] = body(chunks_[c]); });
  double total = 0;
  for (double part : parts) total += part;
  return total;
}

double ElementSchedule::scatter_and_sum(const std::function<double(const Chunk&)>& body) const {
  std::vector<double> parts(chunks_.size());
  for (const std::vector<Index>& colour : colours_)
    parallel_for(static_cast<Index>(colour.size()), [&](Index i) { parts[colour[i]] = body(chunks_[colour[i]]); });
  double total = 0;
  for (double part : parts) total += part;
  return total;
}

}  // namespace lilyan
