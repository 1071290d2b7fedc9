// Reduced models that `reduce` of a body names by a file instead of asking for them to be made.
//
//   "reduce": {"path": "bar.model"}                              a model of Lilyan's (reduction/reduced_model.hpp)
//   "reduce": {"path": "bar.cub", "basis_path": "bar.basis"}     VegaFEM's coefficients and basis (vega_files.hpp)
#pragma once

#include <lilyan/scene/build/bodies/placed_bodies.hpp>
#include <lilyan/scene/models/body_model.hpp>

namespace lilyan {

enum class ModelSource { made, model_file, cubic_file };

// By how `path` ends. Also for JSON that has not passed its schema.
ModelSource model_source(const Json& reduce);

// The model of a body that `system` consists of, and its bytes into the context's hash. A basis that is not orthonormal with the
// masses is made so, and the energy with it. Throws InputError if the files cannot be read, and (id "scene.reduce") if they belong
// to another body or do not obey its pins. A note tells of another stiffness than that of the body's materials.
ReducedModel read_stored_model(const Json& reduce, const PlacedBody& placed, const System& system, BuildContext& context);

}  // namespace lilyan
