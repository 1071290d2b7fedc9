// A term of what moves by itself during a step: at the end of the step it may stand where the body was at the beginning.
#pragma once

#include <lilyan/core/vector.hpp>

namespace lilyan {

class ClearingTerm {
 public:
  virtual ~ClearingTerm() = default;

  // Moves vertices out of the way of what comes to where they are, so that a solve may start from x. Changes nothing if nothing
  // has moved.
  virtual void clear(Vector& x) const = 0;
};

}  // namespace lilyan
