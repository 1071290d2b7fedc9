#include <lilyan/scene/schema/potential_schema.hpp>

#include <lilyan/scene/schema/scene_schema.hpp>

namespace lilyan {

Schema potential_schema() {
  constexpr std::size_t kMostParticles = 32, kMostParameters = 100;
  const Schema particle = Schema::object(
      {{"body", text(), "name of the body"}, {"vertex", integer().at_least(0), "number of the vertex, from 0", 0.0}});
  return Schema::object({
      {"name", text(), "unique; potential0, potential1, ... where it is not given", Field::Need::optional},
      {"expression", text(),
       "the energy [J] as a formula of positions [m], masses [kg], the time t [s] and parameters: of each vertex of a body as x, "
       "y, "
       "z and m, of a particle a as a.x, a.y, a.z and a.m, with distance(a, b) of two; `lilyan list functions`"},
      {"parameters", named(number(), kMostParameters), "numbers that the formula calls by name", Field::Need::optional},
      {"body", text(), "a body: each of its vertices has this energy, alone", Field::Need::optional},
      {"select", select_schema(), "the vertices of the body that have it; all where it is not given", Field::Need::optional},
      {"particles", Schema::either({list(text(), 1, kMostParticles), named(Schema::either({text(), particle}), kMostParticles)}),
       "bodies of a single vertex, which the formula calls by their names; or names of the formula's own, each with such a body or "
       "with a vertex of a larger one",
       Field::Need::optional},
      {"energy", choice({"elastic", "gravity"}), "the column of the ledger that counts it", "elastic"},
  });
}

}  // namespace lilyan
