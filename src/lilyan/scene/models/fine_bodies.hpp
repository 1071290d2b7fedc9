// The bodies of a scene with what coarsening them takes, for who wants to coarsen one.
#pragma once

#include <lilyan/coarsening/model/coarse_model.hpp>

#include <string>
#include <vector>

namespace lilyan {

struct BodyToCoarsen {
  std::string name;
  std::size_t entry = 0;       // in the scene's `bodies`
  std::string obstacle = {};   // why it cannot be coarsened, in words; if there is one, the rest is empty
  std::vector<Law> laws = {};  // that its cells obey
  FineBody body = {};          // without the stiffnesses of the laws
  FineShape shape = {};        // without its source
};

// With the stiffness that the laws have at rest. Throws InputError (ids "coarsening.body", "coarsening.stiffness").
FineBody fine_body_of(const BodyToCoarsen& body);

}  // namespace lilyan
