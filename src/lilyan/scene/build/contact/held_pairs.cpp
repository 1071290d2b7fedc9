#include <lilyan/scene/build/contact/held_pairs.hpp>

#include <lilyan/scene/schema/values.hpp>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace lilyan {
namespace {

// What an entry of `constraints` joins, so that it is not pushed apart: sets of vertices.
std::vector<std::vector<Index>> joined_vertices(const ContactSituation& situation) {
  std::map<std::string, bool> is_one;  // whether all of an entry is one set, by its place
  const Json& entries = list_or_empty(situation.scene, "constraints");
  for (std::size_t k = 0; k < entries.size(); ++k) {
    const std::string type = text_or(entries[k], "type", "");
    if (type == "glue" || type == "distance" || type == "rigid") is_one["constraints/" + std::to_string(k)] = type == "rigid";
  }
  std::vector<std::vector<Index>> sets;
  std::map<std::string, std::size_t> set_of;
  for (const auto& constraint : situation.constraints) {
    const auto entry = is_one.find(constraint->name());
    if (entry == is_one.end()) continue;
    std::size_t set = sets.size();
    if (entry->second) set = set_of.emplace(constraint->name(), set).first->second;
    if (set == sets.size()) sets.emplace_back();
    Entries G;
    constraint->add_gradient(situation.x, 0, 1, 0, G);
    for (const Entry& of : G) sets[set].push_back(of.column / 3);
  }
  for (std::vector<Index>& set : sets) {
    std::sort(set.begin(), set.end());
    set.erase(std::unique(set.begin(), set.end()), set.end());
  }
  return sets;
}

}  // namespace

HeldPairs::HeldPairs(const ContactSituation& situation, std::vector<bool> held_whole) : held_whole_(std::move(held_whole)) {
  for (const PlacedBody& placed : situation.bodies) first_vertices_.push_back(placed.first_vertex);
  const std::vector<std::vector<Index>> sets = joined_vertices(situation);
  for (std::size_t k = 0; k < sets.size(); ++k)
    for (Index i : sets[k]) {
      sets_of_[i].insert(k);
      for (Index j : sets[k])
        if (body_of(j) != body_of(i)) bodies_joined_to_[i].insert(body_of(j));
    }
}

bool HeldPairs::may_hold_any() const {
  return !sets_of_.empty() || std::find(held_whole_.begin(), held_whole_.end(), true) != held_whole_.end();
}

void HeldPairs::leave_out_touching(const std::vector<NearPair>& touching) {
  for (const NearPair& pair : touching)
    if (is_held_at_start(pair)) left_out_.insert({pair.kind, pair.points});
}

bool HeldPairs::leaves_out(const NearPair& pair) const {
  return joins_pieces(pair) || (!left_out_.empty() && left_out_.contains({pair.kind, pair.points}));
}

std::size_t HeldPairs::body_of(Index i) const {
  return static_cast<std::size_t>(std::upper_bound(first_vertices_.begin(), first_vertices_.end(), i) - first_vertices_.begin());
}

bool HeldPairs::joins_pieces(const NearPair& pair) const {
  if (sets_of_.empty()) return false;
  const std::size_t first = points_of_first(pair.kind);
  for (std::size_t i = 0; i < first; ++i) {
    const auto a = sets_of_.find(pair.points[i]);
    if (a == sets_of_.end()) continue;
    for (std::size_t j = first; j < 4; ++j)
      if (const auto b = sets_of_.find(pair.points[j]); b != sets_of_.end())
        for (std::size_t set : a->second)
          if (b->second.contains(set)) return true;
  }
  return false;
}

bool HeldPairs::is_held_at_start(const NearPair& pair) const {
  const std::size_t first = points_of_first(pair.kind);
  return is_held(pair, 0, first, pair.points[first]) || is_held(pair, first, 4, pair.points[0]);
}

bool HeldPairs::is_held(const NearPair& pair, std::size_t begin, std::size_t end, Index other) const {
  const auto vertices = static_cast<Index>(held_whole_.size());
  for (std::size_t i = begin; i < end; ++i) {
    const Index point = pair.points[i];
    if (point < 0 || point >= vertices) continue;
    if (other >= vertices && held_whole_[static_cast<std::size_t>(point)]) return true;
    const auto joined = bodies_joined_to_.find(point);
    if (other < vertices && joined != bodies_joined_to_.end() && joined->second.contains(body_of(other))) return true;
  }
  return false;
}

}  // namespace lilyan
