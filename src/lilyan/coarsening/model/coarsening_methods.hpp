// The methods of coarsening by name, and a model by one of them.
#pragma once

#include <lilyan/coarsening/model/coarse_model.hpp>

#include <optional>
#include <string>
#include <vector>

namespace lilyan {

struct CoarseningMethod {
  std::string name;
  std::optional<BoxMethod> of_boxes = {};         // none: it is not for boxes
  std::optional<TensorMethod> of_simplices = {};  // none: it is not for tets and triangles

  bool is_for(const CoarseMesh& mesh) const;
};

const std::vector<CoarseningMethod>& coarsening_methods();
const CoarseningMethod& coarsening_method(const std::string& name);  // one of these
std::vector<std::string> coarsening_method_names();

// Of hexes or quads; the others are tets or triangles.
bool is_of_boxes(const CoarseMesh& mesh);

// By a method that is for such cells. `shape` is taken as it is.
CoarseModel coarse_model(const FineBody& body, const FineShape& shape, const CoarseMesh& mesh, const CoarseningMethod& method,
                         ProbeSupport support);

}  // namespace lilyan
