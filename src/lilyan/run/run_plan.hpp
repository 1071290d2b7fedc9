// Everything a run needs, ready built: what moves, how it is stepped, for how long, and what is written.
#pragma once

#include <lilyan/dynamics/integrator.hpp>
#include <lilyan/dynamics/stepper.hpp>
#include <lilyan/dynamics/system.hpp>
#include <lilyan/energy/elements/elasticity.hpp>
#include <lilyan/energy/expression_potential.hpp>
#include <lilyan/mesh/cells.hpp>
#include <lilyan/meshing/embedding.hpp>
#include <lilyan/run/frame_format.hpp>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lilyan {

// A body's share of the system's vertices and cells.
struct Body {
  std::string name;
  Index first_vertex = 0, vertices = 0;
  CellKind kind = CellKind::tet;
  Index first_cell = 0, cells = 0;
  // The fine surface that is shown in its place, in the body's own vertex numbers; may be none.
  std::shared_ptr<const Embedding> render = nullptr;
  double poissons_ratio = 0;  // the largest of its materials, at rest
};

struct Probe {
  std::string name;
  Index vertex = 0;  // of the system
};

enum class OnFailure { stop, halve };

struct OutputPlan {
  std::int64_t ledger_every = 1;        // steps between rows of ledger, probes and reactions
  std::int64_t checkpoint_every = 100;  // steps
  std::optional<double> interval;       // [s] between frames; none: every step
  bool frames = false;                  // write .vtu files
  std::vector<FrameFormat> formats;     // what the frames are converted to when the run ends; needs `frames`
  std::vector<Probe> probes;
};

struct RunPlan {
  std::string name;        // of the scene
  std::string scene_text;  // its JSON as it was given, with what was changed on the command line
  std::string integrator_name;
  Properties properties;         // of the integrator with its parameters
  std::uint64_t scene_hash = 0;  // of all that may not differ in a resumed run
  std::unique_ptr<const System> system;
  std::vector<const Elasticity*> elasticity;  // among the system's potentials, for fields and for naming the worst cell
  Cells cells;                                // of all bodies, in the system's vertex numbers
  Vector rest;                                // positions of all vertices at rest [m]
  std::vector<const ExpressionPotential*> formulas;  // among the system's potentials: those given as formulas
  std::vector<std::string> formula_names;
  std::vector<Body> bodies;
  std::vector<std::string> pin_names;   // of the system's pins, in order
  std::vector<std::string> load_names;  // of the system's loads, in order
  std::unique_ptr<const Integrator> integrator;
  std::unique_ptr<const Stepper> stepper;
  Frame initial;
  double h = 0;                 // [s]; the longest step where the stepper chooses
  std::int64_t steps = 0;       // that are made at most
  std::optional<double> until;  // [s] where the run ends, with the first step that reaches it: where the stepper chooses
  std::string adaption;         // in words how steps are chosen; empty where all have the length h
  OnFailure on_failure = OnFailure::stop;
  OutputPlan output;
  std::vector<std::string> notes;  // for the user, e.g. what a mesh reader mended
};

}  // namespace lilyan
