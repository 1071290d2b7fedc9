// Lilyan's public interface: elastic bodies in motion that keep what nature keeps.
//
// From a scene to its motion (examples/hello/main.cpp is a whole program):
//
//   RunPlan plan = load_scene("bar.json");        // or parse_scene(text, name); throws InputError
//   History history(plan.initial);                // all that changes
//   Workspace workspace;                          // scratch, may be thrown away at any time
//   advance(plan, history, workspace);            // one step: a Result, a failure is a value
//   history.now().x                               // positions, 3 a vertex
//   plan.stepper->ledger(history)                 // energies and momenta
//   natural_modes(*plan.system, plan.rest, 10)    // frequencies and shapes of free vibration about rest
//   run(plan, {.folder = "out/bar"});             // all steps, with the files that `lilyan run` writes
//
// From a program's own mesh: box or read_tet_mesh, make_elasticity, System, find_integrator, make_stepper.
#pragma once

#include <lilyan/core/error.hpp>
#include <lilyan/core/result.hpp>
#include <lilyan/core/vector.hpp>

#include <lilyan/algebra/threads.hpp>

#include <lilyan/mesh/box.hpp>
#include <lilyan/mesh/tet_mesh.hpp>
#include <lilyan/mesh/transform.hpp>
#include <lilyan/mesh_files/read.hpp>
#include <lilyan/mesh_files/write.hpp>

#include <lilyan/meshing/embedding.hpp>
#include <lilyan/meshing/interp.hpp>
#include <lilyan/meshing/mesh_surface.hpp>
#include <lilyan/meshing/shape_registry.hpp>
#include <lilyan/meshing/shapes.hpp>

#include <lilyan/materials/registry.hpp>

#include <lilyan/energy/damping/drag.hpp>
#include <lilyan/energy/damping/rayleigh_damping.hpp>
#include <lilyan/energy/damping/strain_damping.hpp>
#include <lilyan/energy/damping/viscous_damping.hpp>
#include <lilyan/energy/elements/elasticity.hpp>
#include <lilyan/energy/expression_potential.hpp>
#include <lilyan/energy/gravity.hpp>
#include <lilyan/energy/load.hpp>
#include <lilyan/energy/springs.hpp>

#include <lilyan/adaption/adaptive_stepper.hpp>
#include <lilyan/adaption/variational_adaptive_stepper.hpp>
#include <lilyan/constraints/constraint_kinds.hpp>
#include <lilyan/dynamics/constraint_check.hpp>
#include <lilyan/dynamics/history.hpp>
#include <lilyan/dynamics/integrator.hpp>
#include <lilyan/dynamics/ledger.hpp>
#include <lilyan/dynamics/integrator.hpp>
#include <lilyan/dynamics/stage_stepper.hpp>
#include <lilyan/dynamics/system.hpp>

#include <lilyan/integrators/registry.hpp>

#include <lilyan/reduction/modes.hpp>

#include <lilyan/render/picture.hpp>
#include <lilyan/render/png.hpp>

#include <lilyan/convert/convert.hpp>
#include <lilyan/convert/run_frames.hpp>
#include <lilyan/output/run.hpp>
#include <lilyan/run/advance.hpp>
#include <lilyan/run/run_time.hpp>

#include <lilyan/report/report.hpp>

#include <lilyan/scene/load.hpp>
