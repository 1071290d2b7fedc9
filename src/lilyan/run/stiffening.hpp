// Reduced bodies whose columns cannot say how they bend.
//
// A bar or a leaf that bends far keeps its length and hardly stiffens. Columns that are straight, as modes without derivatives are,
// stretch it instead, and it locks. The elastic forces tell: how far they would move the body if its stiffness were that at rest,
//
//   stiffening = f.u / f.q,    f = grad W(rest + q),    K u = f,    K: the stiffness at rest
//
// What bends very far stiffens, too, as a bar that hangs down. But its q also has the shortening that goes with bending, at which a
// stiffness at rest takes offence: W(rest + q) < q.K q/2. Where that is so nothing locks.
#pragma once

#include <lilyan/core/vector.hpp>

#include <string>
#include <vector>

namespace lilyan {

class System;
struct Inventory;

// In the state y [m]; 1 where some body moves with all its vertices, which may have turned, or by domains, or where nothing is bent
// or locks.
double stiffening(const System& system, const Inventory& inventory, const Vector& y, double t);

// A note, or none.
std::vector<std::string> stiffening_notes(const Inventory& inventory, double stiffening);

}  // namespace lilyan
