// Expecting the one exception that bad input throws, by its stable id.
#pragma once

#include <lilyan/core/error.hpp>

#include <string>

namespace lilyan::test {

// The id of the first fault that `action` throws; "" where it throws none.
template <class Action>
std::string fault_of(Action&& action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.faults().front().id;
  }
  return {};
}

// The whole text of the error.
template <class Action>
std::string error_text_of(Action&& action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  }
  return {};
}

}  // namespace lilyan::test
