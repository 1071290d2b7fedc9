// Numbers and reduced energies as sections of a model file.
//
// Reading throws InputError (id "model.content") for sections of another length and for numbers that are not finite.
#pragma once

#include <lilyan/core/model_file.hpp>
#include <lilyan/mesh/body_mesh.hpp>
#include <lilyan/mesh/cells.hpp>
#include <lilyan/reduction/quartic_energy.hpp>
#include <lilyan/space/mass.hpp>

#include <map>
#include <string>
#include <vector>

namespace lilyan {

void add_numbers(ModelFile& file, const std::string& name, const double* numbers, Eigen::Index count);
template <class Matrix>
void add_numbers(ModelFile& file, const std::string& name, const Matrix& matrix) {
  add_numbers(file, name, matrix.data(), matrix.size());
}
Vector numbers_of(const ModelFile& file, const std::string& name);
Vector numbers_of(const ModelFile& file, const std::string& name, std::int64_t count);

void add_indices(ModelFile& file, const std::string& name, const std::vector<Index>& indices);
// Each from 0 to end - 1.
std::vector<Index> indices_of(const ModelFile& file, const std::string& name, Index end);

// None twice.
void add_triangles(ModelFile& file, const std::string& name, const std::vector<Triangle>& triangles);
std::vector<Triangle> triangles_of(const ModelFile& file, const std::string& name, Index vertices);

// Named sets of vertices.
using VertexSets = std::map<std::string, std::vector<Index>>;
void add_sets(ModelFile& file, const std::string& name, const VertexSets& sets);
VertexSets sets_of(const ModelFile& file, const std::string& name, Index vertices);

// No section if nothing was removed. vertices: how many are left.
void add_kept_numbers(ModelFile& file, const std::string& name, const KeptNumbers& numbers);
KeptNumbers kept_numbers_of(const ModelFile& file, const std::string& name, Index vertices);

// In the sections "masses" and "shared masses".
void add_mass(ModelFile& file, const Mass& mass);
Mass mass_of(const ModelFile& file, Eigen::Index vertices);

// Each derivative once, in sections whose names begin with `prefix`.
void add_energy(ModelFile& file, const std::string& prefix, const QuarticEnergy& energy);
QuarticEnergy energy_of(const ModelFile& file, const std::string& prefix, std::int64_t r);

}  // namespace lilyan
