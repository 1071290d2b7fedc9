// A run before it starts, in words and for programs.
#pragma once

#include <lilyan/run/scene.hpp>

#include <filesystem>
#include <string>

namespace lilyan::app {

// "twisting bar: 81 vertices, 160 tets, 243 unknowns, 300 steps of 0.0333 s with avf"
std::string one_line(const Scene& scene);

// A few lines: bodies with their sizes and masses, pins, loads, integrator, length, output, energies at the start.
std::string description(const Scene& scene);

// The same as JSON; `file` is the scene's.
std::string json_description(const std::string& file, const Scene& scene);

// Where a run is written unless -o says otherwise: out/<scene name>.
std::filesystem::path default_folder(const Scene& scene);

}  // namespace lilyan::app
