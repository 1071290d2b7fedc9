#include <lilyan/reduction/reduced_model.hpp>

#include <lilyan/reduction/model_sections.hpp>

#include <fmt/format.h>

namespace lilyan {

ModelFile to_model_file(const ReducedModel& model) {
  ModelFile file(kReducedModelKind);
  add_numbers(file, "positions", model.X);
  add_mass(file, model.mass);
  add_numbers(file, "frequencies", model.basis.frequencies);
  add_numbers(file, "left out", &model.basis.left_out, 1);
  add_numbers(file, "basis", model.basis.U);
  add_energy(file, "", model.energy);
  add_triangles(file, "surface", model.surface);
  add_sets(file, "sets", model.sets);
  add_kept_numbers(file, "vertex numbers", model.numbers);
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
  model.energy = energy_of(file, "", r);
  model.surface = triangles_of(file, "surface", static_cast<Index>(model.X.size() / 3));
  model.sets = sets_of(file, "sets", static_cast<Index>(model.X.size() / 3));
  model.numbers = kept_numbers_of(file, "vertex numbers", static_cast<Index>(model.X.size() / 3));
  return model;
}

void write_reduced_model(const std::filesystem::path& file, const ReducedModel& model) {
  write_model_file(file, to_model_file(model));
}

ReducedModel read_reduced_model(const std::filesystem::path& file) {
  return reduced_model_of(read_model_file(file, kReducedModelKind));
}

}  // namespace lilyan
