// The methods of coarsening by name, and a model by one of them.
#pragma once

#include <lilyan/coarsening/model/coarse_model.hpp>

#include <optional>
#include <string>
#include <vector>

namespace lilyan {

struct CoarseningMethod {
  enum class Role {
    choice,
    standard,  // of the cells that it is for, if no method is named
    baseline,  // what reports compare the others with
  };

  std::string name;
  std::optional<BoxMethod> of_boxes = {};         // none: it is not for boxes
  std::optional<TensorMethod> of_simplices = {};  // none: it is not for tets and triangles
  Role role = Role::choice;

  bool is_for(const Cells& cells) const;
};

std::vector<std::string> coarsening_method_names();
std::vector<std::string> coarsening_method_names(const Cells& cells);  // of those that are for such cells
const CoarseningMethod& coarsening_method(const std::string& name);    // one of these names
const CoarseningMethod& standard_coarsening(const Cells& cells);
const CoarseningMethod& baseline_coarsening();

// By a method that is for such cells. `shape` is taken as it is.
CoarseModel coarse_model(const FineBody& body, const FineShape& shape, const CoarseMesh& mesh, const CoarseningMethod& method,
                         ProbeSupport support);

}  // namespace lilyan
