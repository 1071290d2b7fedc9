#include <lilyan/reduction/model_sections.hpp>

#include <lilyan/core/bytes.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>

namespace lilyan {

namespace {

// The numbers of one type that a section consists of.
template <class Numbers>
Numbers read_section(const ModelFile& file, const std::string& name) {
  using Number = typename Numbers::value_type;
  const std::span<const char> bytes = file.section(name);
  if (bytes.size() % sizeof(Number) != 0)
    file.refuse(fmt::format("section \"{}\" has {} bytes, which are no numbers", name, bytes.size()));
  Numbers numbers(bytes.size() / sizeof(Number));
  if (!bytes.empty()) std::memcpy(numbers.data(), bytes.data(), bytes.size());
  return numbers;
}

}  // namespace

void add_numbers(ModelFile& file, const std::string& name, const double* numbers, Eigen::Index count) {
  file.add(name, {reinterpret_cast<const char*>(numbers), static_cast<std::size_t>(count) * sizeof(double)});
}

Vector numbers_of(const ModelFile& file, const std::string& name) {
  Vector numbers = read_section<Vector>(file, name);
  if (!numbers.allFinite()) file.refuse(fmt::format("section \"{}\" holds numbers that are not finite", name));
  return numbers;
}

Vector numbers_of(const ModelFile& file, const std::string& name, std::int64_t count) {
  Vector numbers = numbers_of(file, name);
  if (numbers.size() != count)
    file.refuse(fmt::format("section \"{}\" has {} numbers; {} are needed", name, numbers.size(), count));
  return numbers;
}

void add_indices(ModelFile& file, const std::string& name, const std::vector<Index>& indices) {
  file.add(name, {reinterpret_cast<const char*>(indices.data()), indices.size() * sizeof(Index)});
}

std::vector<Index> indices_of(const ModelFile& file, const std::string& name, Index end) {
  std::vector<Index> indices = read_section<std::vector<Index>>(file, name);
  for (const Index i : indices)
    if (i < 0 || i >= end) file.refuse(fmt::format("section \"{}\" has the number {}; they are 0 to {}", name, i, end - 1));
  return indices;
}

void add_triangles(ModelFile& file, const std::string& name, const std::vector<Triangle>& triangles) {
  std::vector<Index> corners;
  for (const Triangle& triangle : triangles) corners.insert(corners.end(), triangle.begin(), triangle.end());
  add_indices(file, name, corners);
}

std::vector<Triangle> triangles_of(const ModelFile& file, const std::string& name, Index vertices) {
  const std::vector<Index> corners = indices_of(file, name, vertices);
  if (corners.size() % 3 != 0) file.refuse(fmt::format("section \"{}\" does not consist of triangles", name));
  std::vector<Triangle> triangles;
  for (std::size_t k = 0; k < corners.size(); k += 3) triangles.push_back({corners[k], corners[k + 1], corners[k + 2]});
  std::vector<Triangle> sorted = triangles;
  for (Triangle& triangle : sorted) std::sort(triangle.begin(), triangle.end());
  std::sort(sorted.begin(), sorted.end());
  if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
    file.refuse(fmt::format("section \"{}\" has a triangle twice", name));
  return triangles;
}

void add_sets(ModelFile& file, const std::string& name, const VertexSets& sets) {
  ByteWriter writer;
  for (const auto& [set, members] : sets) {
    std::string text = set;
    auto count = static_cast<std::uint64_t>(members.size());
    writer(text, count);
    for (Index i : members) writer(i);
  }
  file.add(name, writer.take());
}

VertexSets sets_of(const ModelFile& file, const std::string& name, Index vertices) {
  VertexSets sets;
  ByteReader reader(file.section(name), file.fault(fmt::format("section \"{}\" ends too early", name)));
  while (!reader.at_end()) {
    std::string set;
    std::uint64_t count = 0;
    reader(set, count);
    std::vector<Index>& members = sets[set];
    for (std::uint64_t k = 0; k < count; ++k) {
      Index i = 0;
      reader(i);
      if (i < 0 || i >= vertices || (!members.empty() && i <= members.back()))
        file.refuse(fmt::format("section \"{}\" has the vertex {} of {} out of order", name, i, vertices));
      members.push_back(i);
    }
  }
  return sets;
}

// The numbers, and behind them how many there were.
void add_kept_numbers(ModelFile& file, const std::string& name, const KeptNumbers& numbers) {
  if (numbers.old.empty()) return;
  std::vector<Index> all = numbers.old;
  all.push_back(numbers.old_count);
  add_indices(file, name, all);
}

KeptNumbers kept_numbers_of(const ModelFile& file, const std::string& name, Index vertices) {
  KeptNumbers numbers;
  if (!file.has(name)) return numbers;
  numbers.old = indices_of(file, name, std::numeric_limits<Index>::max());
  if (numbers.old.size() != static_cast<std::size_t>(vertices) + 1)
    file.refuse(fmt::format("section \"{}\" has {} numbers; {} are needed", name, numbers.old.size(), vertices + 1));
  if (std::adjacent_find(numbers.old.begin(), numbers.old.end(), std::greater_equal<>()) != numbers.old.end())
    file.refuse(fmt::format("section \"{}\" does not ascend", name));
  numbers.old_count = numbers.old.back();
  numbers.old.pop_back();
  return numbers;
}

void add_mass(ModelFile& file, const Mass& mass) {
  add_numbers(file, "masses", mass.vertex);
  ByteWriter shared;
  for (SharedMass pair : mass.shared) shared(pair.i, pair.j, pair.m);
  file.add("shared masses", shared.take());
}

Mass mass_of(const ModelFile& file, Eigen::Index vertices) {
  Mass mass(numbers_of(file, "masses", vertices));
  if (vertices > 0 && !(mass.vertex.minCoeff() >= 0)) file.refuse("a mass is negative");
  const std::span<const char> bytes = file.section("shared masses");
  ByteReader reader(bytes, file.fault("section \"shared masses\" ends too early"));
  while (!reader.at_end()) {
    SharedMass shared{};
    reader(shared.i, shared.j, shared.m);
    auto is_vertex = [&](Index v) { return v >= 0 && v < vertices; };
    if (!is_vertex(shared.i) || !is_vertex(shared.j) || shared.i == shared.j || !std::isfinite(shared.m))
      file.refuse(
          fmt::format("vertices {} and {} share the mass {}; there are {} vertices", shared.i, shared.j, shared.m, vertices));
    mass.shared.push_back(shared);
  }
  return mass;
}

void add_energy(ModelFile& file, const std::string& prefix, const QuarticEnergy& energy) {
  add_numbers(file, prefix + "stiffness", energy.linear());
  add_numbers(file, prefix + "third derivatives", energy.third());
  add_numbers(file, prefix + "fourth derivatives", energy.fourth());
}

QuarticEnergy energy_of(const ModelFile& file, const std::string& prefix, std::int64_t r) {
  const std::string third = prefix + "third derivatives", fourth = prefix + "fourth derivatives";
  const Eigen::MatrixXd A = numbers_of(file, prefix + "stiffness", r * r).reshaped(r, r);
  if (A != A.transpose()) file.refuse("the stiffness is not symmetric");
  if (file.section(fourth).empty() && file.section(third).empty()) return QuarticEnergy(A);
  if (r > kMostQuarticCoordinates)
    file.refuse(fmt::format("has {} coordinates; at most {} are possible", r, kMostQuarticCoordinates));
  return QuarticEnergy(A, numbers_of(file, third, QuarticEnergy::third_derivatives(r)),
                       numbers_of(file, fourth, QuarticEnergy::fourth_derivatives(r)));
}

}  // namespace lilyan
