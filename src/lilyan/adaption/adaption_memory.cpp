#include <lilyan/adaption/adaption_memory.hpp>

#include <lilyan/dynamics/velocities.hpp>

#include <algorithm>

namespace lilyan {

std::optional<AdaptionMemory> AdaptionMemory::find(const Memory& memory) {
  const Memory::Section section = memory.find("adaption");
  if (!section) return std::nullopt;
  if (section->size() != 5) refuse_memory("adaption", "has another length than it was written with");
  const std::vector<double>& s = *section;
  const AdaptionMemory found{s[0], s[1], s[2], s[3], s[4]};
  if (!(found.shortest > 0 && found.longest >= 0 && found.largest_lambda >= 0))
    refuse_memory("adaption", "holds lengths or multipliers that no step has");
  return found;
}

AdaptionMemory AdaptionMemory::recall(const History& history, const System& system) {
  if (const auto found = find(history.memory())) return *found;
  const Frame& now = history.now();
  AdaptionMemory memory;
  memory.energy_0 = system.kinetic_energy(now.p, velocities(system, now)) + system.potential_energy(now.x, now.t);
  return memory;
}

void AdaptionMemory::store(Memory& memory) const {
  memory.set("adaption", std::vector{energy_0, shortest, longest, lambda, largest_lambda});
}

void AdaptionMemory::see(double dt) {
  shortest = std::min(shortest, dt);
  longest = std::max(longest, dt);
}

double AdaptionMemory::expected_energy(const History& history) const {
  return energy_0 + history.memory().number("work", 0) - history.memory().number("dissipated", 0);
}

History AdaptionMemory::turned(const History& history) const {
  AdaptionMemory kept = *this;
  kept.energy_0 = expected_energy(history);
  Memory memory;
  kept.store(memory);
  return History({0, 0, 0, history.now().x, -history.now().p}, std::move(memory));
}

}  // namespace lilyan
