// The basis of a reduced body, from `reduce`.
#pragma once

#include <lilyan/reduction/basis.hpp>
#include <lilyan/scene/build/placed_bodies.hpp>

namespace lilyan {

// Whether the shapes of modes change with their amplitude; those of a linear law do not.
enum class Shapes { fixed, that_bend };

// Of r columns, or of fewer if what it is made from has no more directions. `system` is the body alone. Throws InputError.
Basis build_basis(const Json& reduce, Index r, Shapes shapes, const System& system, const PlacedBody& placed,
                  BuildContext& context);

}  // namespace lilyan
