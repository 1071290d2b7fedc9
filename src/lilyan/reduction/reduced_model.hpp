// A reduced body, ready to be used: its rest shape and masses, a basis, and its elastic energy over that basis.
//
// Written to and read from one file (core/model_file.hpp), with the same bytes for the same model. Of the energy the file holds
// each derivative once.
#pragma once

#include <lilyan/core/model_file.hpp>
#include <lilyan/mesh/body_mesh.hpp>
#include <lilyan/mesh/cells.hpp>
#include <lilyan/reduction/basis.hpp>
#include <lilyan/reduction/quartic_energy.hpp>
#include <lilyan/space/mass.hpp>

#include <filesystem>

namespace lilyan {

struct ReducedModel {
  Vector X;                            // rest positions [m], 3 per vertex
  Mass mass = Vector();                // [kg]
  Basis basis;                         // of size r
  QuarticEnergy energy;                // of r coordinates
  std::vector<Triangle> surface = {};  // what it shows, in the numbers of its vertices

  std::map<std::string, std::vector<Index>> sets = {};  // of its vertices, by name
  KeptNumbers numbers = {};                             // by which scenes count its vertices

  Index size() const { return basis.size(); }
};

inline const ModelKind kReducedModelKind = {"reduced", 1};

// Throws InputError (id "output.write").
void write_reduced_model(const std::filesystem::path& file, const ReducedModel& model);

// Throws InputError as read_model_file does, and if the sections do not fit together or hold numbers that are not finite
// ("model.content").
ReducedModel read_reduced_model(const std::filesystem::path& file);

// The same without a file.
ModelFile to_model_file(const ReducedModel& model);
ReducedModel reduced_model_of(const ModelFile& file);

}  // namespace lilyan
