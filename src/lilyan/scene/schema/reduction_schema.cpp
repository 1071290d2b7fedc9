// What `reduce` and `domains` of a body may say.
#include <lilyan/scene/schema/scene_schema.hpp>

#include <lilyan/reduction/reduce_elasticity.hpp>

namespace lilyan {
namespace {

Schema placements_schema() {
  const Schema placement = Schema::object({
      {"scale", Schema::either({number().above(0), vec3().above(0)}), "factor of all lengths, the same along x, y and z", 1.0},
      {"rotate", rotation_schema(), "turns the scaled shape about the origin", Field::Need::optional},
      {"translate", in_reach(vec3("m")), "moves the turned shape", std::vector<double>{0, 0, 0}},
      {"parent", text(), "name of the domain that this one hangs on; that of the entry where it is not given",
       Field::Need::optional},
  });
  const Schema from_file = Schema::object({
      {"path", text(), "a file with a line for each: scale, axis x y z, degrees, translation x y z; relative to the scene file",
       Field::Need::optional},
      {"pieces", text(),
       "a triangle mesh whose connected pieces are copies of the surface, with its vertices in the same order; relative to the "
       "scene file",
       Field::Need::optional},
  });
  return Schema::either({list(placement, 1, kMostDomains), from_file});
}

}  // namespace

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

Schema domains_schema() {
  const Schema domain = Schema::object({
      {"name", text(), "unique in the body; domain0, domain1, ... where it is not given; copies are numbered from 0",
       Field::Need::optional},
      {"select", tet_select_schema(), "its cells, by their middles; every cell of the body's mesh belongs to one domain",
       Field::Need::optional},
      {"mesh", mesh_schema(), "a shape that `placements` copies, in place of `select`", Field::Need::optional},
      {"model", text(), "the same as a model that `lilyan reduce` made of a pinned body; relative to the scene file",
       Field::Need::optional},
      {"placements", placements_schema(), "where the copies are", Field::Need::optional},
      {"held", select_schema(),
       "vertices of `mesh`, in its own place, that are fastened to the parent; where it is not given those within `reach` of the "
       "parent of the first copy",
       Field::Need::optional},
      {"reach", in_reach(number("m").above(0)), "vertices of the parent so near to those that are held, as placed, carry the copy",
       Field::Need::optional},
      {"parent", text(), "name of the domain that it hangs on; where it is not given the one that leads to the root, or is nearest",
       Field::Need::optional},
      {"modes", integer().at_least(0).at_most(kMostQuarticCoordinates),
       "r, the number of its coordinates; 0: it is rigid; where no domain gives it, 12 for each", Field::Need::optional},
      {"basis", choice({"loaded", "derivatives", "modes"}),
       "loaded: modes with the mass of what hangs on the domain, and their derivatives; derivatives: the same without that mass; "
       "modes: loaded modes alone, for small deformations",
       "loaded"},
      {"weights", choice({"area", "equal"}), "how the vertices of its interface to its parent count; those of copies are equal",
       "area"},
      {"frequency", number().above(0), "multiplies its natural frequencies", 1.0},
  });
  const Schema automatic = Schema::object({
      {"count", integer().at_least(1).at_most(kMostDomains), "cuts the body into so many domains of like size"},
      {"modes", integer().at_least(1),
       "coordinates of all domains together, shared out in proportion to the logarithm of their "
       "cells; 12 for each where it is not given",
       Field::Need::optional},
  });
  return Schema::either({list(domain, 1, kMostDomains), automatic});
}

}  // namespace lilyan
