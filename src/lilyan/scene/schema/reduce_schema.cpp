#include <lilyan/scene/schema/reduce_schema.hpp>

#include <lilyan/reduction/reduce_elasticity.hpp>
#include <lilyan/scene/schema/scene_schema.hpp>

namespace lilyan {

Schema reduce_schema() {
  return Schema::object({
      {"modes", integer().at_least(1).at_most(kMostQuarticCoordinates),
       "r, the number of coordinates: columns of the basis that the body moves in; 20 if it is not given, or those of the model",
       Field::Need::optional},
      {"basis", choice({"derivatives", "modes", "pca"}),
       "derivatives: natural modes and how their shapes change with the amplitude, for large deformations; modes: the r lowest "
       "natural modes, for small ones; pca: what explains most of the frames of a run; derivatives if it is not given",
       Field::Need::optional},
      {"path", text(),
       "of pca: the folder of a run of this body alone, whose frames are taken; without a basis: a stored model, FILE.model as "
       "`lilyan reduce` writes it, or FILE.cub, VegaFEM's coefficients; relative to the scene file",
       Field::Need::optional},
      {"basis_path", text(), "of FILE.cub: the basis of its coordinates, VegaFEM's dense matrix; relative to the scene file",
       Field::Need::optional},
  });
}

}  // namespace lilyan
