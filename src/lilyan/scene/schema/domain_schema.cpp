#include <lilyan/scene/schema/domain_schema.hpp>

#include <lilyan/reduction/reduce_elasticity.hpp>
#include <lilyan/scene/schema/scene_schema.hpp>

namespace lilyan {

Schema domains_schema() {
  constexpr Field::Need optional = Field::Need::optional;
  constexpr double kMostDomains = 100000;
  const Schema domain = Schema::object({
      {"name", text(), "unique in the body; domain0, domain1, ... where it is not given", optional},
      {"select", tet_select_schema(), "its cells, by their middles; every cell belongs to one domain"},
      {"parent", text(), "name of the domain that it hangs on; where it is not given the one that leads to the root", optional},
      {"modes", integer().at_least(0).at_most(kMostQuarticCoordinates),
       "r, the number of its coordinates; 0: it is rigid; where no domain gives it, 12 for each", optional},
      {"frequency", number().above(0), "multiplies its natural frequencies", 1.0},
  });
  const Schema automatic = Schema::object({
      {"count", integer().at_least(1).at_most(kMostDomains), "cuts the body into so many domains of like size"},
      {"modes", integer().at_least(1),
       "coordinates of all domains together, shared out in proportion to the logarithm of their "
       "cells; 12 for each where it is not given",
       optional},
  });
  return Schema::either({list(domain, 1, static_cast<std::size_t>(kMostDomains)), automatic});
}

}  // namespace lilyan
