#pragma once

#include <lilyan/core/error.hpp>

#include <gtest/gtest.h>

namespace lilyan::test {

// The first fault of the InputError that `action` throws; that it throws one is part of the test.
template <class Action>
Fault fault_of(const Action& action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.faults().front();
  }
  ADD_FAILURE() << "accepted";
  return {};
}

}  // namespace lilyan::test
