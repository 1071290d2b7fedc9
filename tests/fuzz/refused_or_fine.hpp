// A reader may refuse with InputError and with nothing else; everything further is for the sanitizers to find.
#pragma once

#include <lilyan/core/error.hpp>

#include <cstdint>
#include <string>

namespace lilyan::fuzz {

template <class Use>
void expect_refused_or_fine(const Use& use) {
  try {
    use();
  } catch (const InputError&) {
  }
}

}  // namespace lilyan::fuzz
