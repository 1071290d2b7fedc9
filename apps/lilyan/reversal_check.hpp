// `lilyan run --check-reversible`: forward, round and back, and how far from the start that ends.
#pragma once

#include <lilyan/run/scene.hpp>

#include <apps/lilyan/exit_status.hpp>

namespace lilyan::app {

// Prints what it finds and writes no files. Throws InputError where the scene's pins or loads change in time.
ExitStatus check_reversible(const Scene& scene, bool quiet);

}  // namespace lilyan::app
