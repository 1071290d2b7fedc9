// The only place that knows threads. Work is cut the same way for any number of them, so results never depend on it.
#pragma once

#include <lilyan/core/vector.hpp>

#include <functional>

namespace lilyan {

void set_threads(int count);  // at least 1, which is also what a program starts with
int threads();

// body(i) for every i in [0, n), in any order and on any thread: the calls must not touch each other's output.
void parallel_for(Index n, const std::function<void(Index)>& body);

}  // namespace lilyan
