// A coarse body in a model file (core/model_file.hpp): the same bytes for the same model, however long it took to make it.
#pragma once

#include <lilyan/coarsening/model/coarse_model.hpp>
#include <lilyan/core/model_file.hpp>

namespace lilyan {

inline const ModelKind kCoarseModelKind = {"coarse", 2};  // 2 counts more guards

ModelFile to_model_file(const CoarseModel& model);

// Throws InputError (id "model.content") if the sections do not fit together, hold numbers that are not finite, or describe no body
// that can move: cells that are no boxes or are filled beyond their volume, a stiffness that is not symmetric, is negative or
// resists rigid motions, a vertex without mass or that shares more than it has, fine vertices far from their cells or of another
// mass.
CoarseModel coarse_model_of(const ModelFile& file);

}  // namespace lilyan
