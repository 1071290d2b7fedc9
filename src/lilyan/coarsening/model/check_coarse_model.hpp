// Whether the numbers of a model that was read describe a body that can move.
#pragma once

#include <lilyan/coarsening/model/coarse_model.hpp>
#include <lilyan/core/model_file.hpp>

namespace lilyan {

// Of a model whose lists fit together and whose cells have volumes. Throws InputError (id "model.content") with the name of the
// file.
void check_coarse_model(const ModelFile& file, const CoarseModel& model);

}  // namespace lilyan
