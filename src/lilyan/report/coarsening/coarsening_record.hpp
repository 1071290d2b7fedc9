// What the page about a coarse body tells, computed: how it and the fine one that it stands for behave at rest and in one motion.
#pragma once

#include <lilyan/coarsening/model/coarse_model.hpp>
#include <lilyan/report/coarsening/coarsening_page.hpp>
#include <lilyan/run/scene.hpp>

#include <functional>
#include <string>

namespace lilyan {

// A body of a scene and its coarse model.
struct CoarsenedBody {
  std::string name;
  const FineBody& body;
  const FineShape& shape;  // held as the scene pins it
  const CoarseMesh& mesh;  // that the model was made on
  const CoarseModel& model;
};

// Without `file`, `model_file`, `bytes` and `seconds`. Besides the model one by the method "arithmetic" is compared. `coarse` is
// the scene with the model in place of the body; both scenes are moved by their first steps. `progress`: of what it is busy with.
CoarseningRecord coarsening_record(const CoarsenedBody& coarsened, Scene& fine, Scene& coarse,
                                   const std::function<void(const std::string&)>& progress = {});

}  // namespace lilyan
