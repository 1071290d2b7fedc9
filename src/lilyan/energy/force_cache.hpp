// grad W of all potentials of a system at the last two places asked for.
//
// A step that ends where the next one begins, and a ledger that wants the force there, need one evaluation; the result is the same
// as without the cache, to the last bit.
#pragma once

#include <lilyan/energy/potential.hpp>

#include <memory>
#include <vector>

namespace lilyan {

class ForceCache {
 public:
  struct Entry {
    Vector x, force;  // force: grad W
    double t = 0, W = 0;
  };

  // Valid until the call after the next. All calls of one cache name the same potentials.
  const Entry& entry(const std::vector<std::unique_ptr<Potential>>& potentials, const Vector& x, double t) {
    for (const Entry& known : entries_)
      if (known.t == t && known.x.size() == x.size() && known.x == x) return known;
    Entry& entry = entries_[next_];
    next_ = 1 - next_;
    entry.x = x;
    entry.t = t;
    entry.W = 0;
    entry.force.setZero(x.size());
    for (const auto& potential : potentials) entry.W += potential->add_gradient(x, t, 1, entry.force);
    return entry;
  }

 private:
  Entry entries_[2];
  int next_ = 0;
};

}  // namespace lilyan
