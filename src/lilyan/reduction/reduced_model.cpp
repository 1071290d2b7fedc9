#include <lilyan/reduction/reduced_model.hpp>

#include <lilyan/core/bytes.hpp>

#include <fmt/format.h>

#include <cmath>

namespace lilyan {

namespace {

using Dense = Eigen::MatrixXd;

void add_numbers(ModelFile& file, const std::string& name, const double* numbers, Eigen::Index count) {
  file.add(name, {reinterpret_cast<const char*>(numbers), static_cast<std::size_t>(count) * sizeof(double)});
}

// The numbers of a section, all of them finite.
Vector numbers_of(const ModelFile& file, const std::string& name) {
  const std::span<const char> bytes = file.section(name);
  if (bytes.size() % sizeof(double) != 0)
    file.refuse(fmt::format("section \"{}\" has {} bytes, which are no numbers", name, bytes.size()));
  Vector numbers(static_cast<Eigen::Index>(bytes.size() / sizeof(double)));
  if (!bytes.empty()) std::memcpy(numbers.data(), bytes.data(), bytes.size());
  if (!numbers.allFinite()) file.refuse(fmt::format("section \"{}\" holds numbers that are not finite", name));
  return numbers;
}

Vector numbers_of(const ModelFile& file, const std::string& name, std::int64_t count) {
  Vector numbers = numbers_of(file, name);
  if (numbers.size() != count)
    file.refuse(fmt::format("section \"{}\" has {} numbers; {} are needed", name, numbers.size(), count));
  return numbers;
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

QuarticEnergy energy_of(const ModelFile& file, std::int64_t r) {
  const Dense A = numbers_of(file, "stiffness", r * r).reshaped(r, r);
  if (A != A.transpose()) file.refuse("the stiffness is not symmetric");
  const bool is_quadratic = file.section("fourth derivatives").empty() && file.section("third derivatives").empty();
  if (is_quadratic) return QuarticEnergy(A);
  if (r > kMostQuarticCoordinates)
    file.refuse(fmt::format("has {} coordinates; at most {} are possible", r, kMostQuarticCoordinates));
  return QuarticEnergy(A, numbers_of(file, "third derivatives", QuarticEnergy::third_derivatives(r)),
                       numbers_of(file, "fourth derivatives", QuarticEnergy::fourth_derivatives(r)));
}

}  // namespace

ModelFile to_model_file(const ReducedModel& model) {
  ModelFile file(kReducedModelKind);
  const Vector third = model.energy.third(), fourth = model.energy.fourth();
  add_numbers(file, "positions", model.X.data(), model.X.size());
  add_numbers(file, "masses", model.mass.vertex.data(), model.mass.vertex.size());
  ByteWriter shared;
  for (SharedMass pair : model.mass.shared) shared(pair.i, pair.j, pair.m);
  file.add("shared masses", shared.take());
  add_numbers(file, "frequencies", model.basis.frequencies.data(), model.basis.frequencies.size());
  add_numbers(file, "left out", &model.basis.left_out, 1);
  add_numbers(file, "basis", model.basis.U.data(), model.basis.U.size());
  add_numbers(file, "stiffness", model.energy.linear().data(), model.energy.linear().size());
  add_numbers(file, "third derivatives", third.data(), third.size());
  add_numbers(file, "fourth derivatives", fourth.data(), fourth.size());
  return file;
}

ReducedModel reduced_model_of(const ModelFile& file) {
  ReducedModel model;
  model.X = numbers_of(file, "positions");
  if (model.X.size() % 3 != 0)
    file.refuse(fmt::format("has {} coordinates of vertices, which are not three for each", model.X.size()));
  model.mass = mass_of(file, model.X.size() / 3);
  model.basis.frequencies = numbers_of(file, "frequencies");
  const std::int64_t r = model.basis.frequencies.size();
  model.basis.left_out = numbers_of(file, "left out", 1)[0];
  model.basis.U = numbers_of(file, "basis", model.X.size() * r).reshaped(model.X.size(), r);
  model.energy = energy_of(file, r);
  return model;
}

void write_reduced_model(const std::filesystem::path& file, const ReducedModel& model) {
  write_model_file(file, to_model_file(model));
}

ReducedModel read_reduced_model(const std::filesystem::path& file) {
  return reduced_model_of(read_model_file(file, kReducedModelKind));
}

}  // namespace lilyan
