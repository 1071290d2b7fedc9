// What a C++ program needs first of Lilyan: elastic bodies in motion that keep what nature keeps.
//
// From a scene to its motion (examples/hello/main.cpp and examples/pull/main.cpp are whole programs):
//
//   Scene scene = load_scene("bar.json");            // or parse_scene(text, "bar.json"); throws InputError
//   Simulation& simulation = scene.simulation;       // what moves and how: system, method, history
//   while (!simulation.is_finished() && simulation.step()) {}  // a step that fails is a value, the simulation stays where it was
//   simulation.positions(), simulation.velocities()  // [m], [m/s], 3 per vertex
//   simulation.ledger()                              // energies, momenta, work and dissipation
//   run(scene, {.folder = "out/bar"});               // all steps, with the files that `lilyan run` writes
//
// From a program's own mesh: box or read_tet_mesh; a Law from find_material; make_elasticity and vertex masses; a System of them; a
// method of find_integrator; a Simulation of both.
//
// Everything else has a header of its own: <lilyan/reduction/modes.hpp>, <lilyan/energy/springs.hpp>,
// <lilyan/render/picture.hpp>...; docs/tour.md lists the folders.
#pragma once

#include <lilyan/core/error.hpp>
#include <lilyan/core/result.hpp>
#include <lilyan/core/vector.hpp>

#include <lilyan/mesh/box.hpp>
#include <lilyan/mesh_files/read.hpp>

#include <lilyan/materials/registry.hpp>

#include <lilyan/energy/elements/elasticity.hpp>

#include <lilyan/dynamics/ledger.hpp>
#include <lilyan/dynamics/system.hpp>

#include <lilyan/integrators/registry.hpp>

#include <lilyan/run/scene.hpp>
#include <lilyan/run/simulation.hpp>

#include <lilyan/output/run.hpp>

#include <lilyan/scene/load.hpp>
