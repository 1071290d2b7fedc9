// The scene file from its first key to its last: one list, long because scenes have many keys, and in one file so that it is read
// as one, from the bottom up.
#include <lilyan/scene/schema/scene_schema.hpp>

#include <lilyan/convert/convert.hpp>
#include <lilyan/integrators/registry.hpp>
#include <lilyan/materials/presets.hpp>
#include <lilyan/materials/registry.hpp>
#include <lilyan/meshing/shape_registry.hpp>
#include <lilyan/minimise/newton.hpp>
#include <lilyan/scene/schema/solver_names.hpp>

#include <algorithm>

namespace lilyan {
namespace {

constexpr Field::Need optional = Field::Need::optional;
using Numbers = std::vector<double>;
const char* const kChangesRestShape = "changes the rest shape: scale, then rotate, then translate";

Field refine_field() {
  return {"refine", integer().at_least(0).at_most(4),
          "how many times every tet or hex is divided into eight and every triangle into four, before `transform`", optional};
}

Schema tube() {
  return Schema::object({{"points", list(vec3("m"), 2), "where the path begins, bends and ends"},
                         {"radius", number("m").above(0), "distance from the path"}});
}

std::vector<std::string> law_names() {
  std::vector<std::string> names;
  for (const MaterialEntry& entry : material_registry()) names.push_back(entry.name);
  return names;
}

// The laws with their moduli, and the presets.
std::vector<Alternative> stuffs() {
  std::vector<Alternative> laws;
  for (const MaterialEntry& entry : material_registry())
    laws.push_back({entry.name, entry.meaning, Schema::object(entry.parameters)});
  std::vector<std::string> presets;
  for (const Preset& preset : preset_registry()) presets.push_back(preset.name);
  laws.push_back(
      {"preset", "a law with moduli and density by the name of the stuff",
       Schema::object(
           {{"name", choice(presets), "the stuff, described by `lilyan list presets`"},
            {"law", choice(law_names()),
             "another law with the same moduli; for wood one that takes directions: orthotropic, anisotropic or corotated",
             optional},
            {"axes", list(vec3(), 3, 3), "wood only: directions along the grain, radial, tangential; x, y, z where it is not given",
             optional}})});
  return laws;
}

Schema velocity() {
  return Schema::object({
      {"linear", vec3("m/s"), "of every vertex", Numbers{0, 0, 0}},
      {"angular", vec3("rad/s"), "about the body's deformed centre of mass", Numbers{0, 0, 0}},
      {"path", text(), "file with a line `x y z` [m/s] a vertex, added to the others; relative to the scene file", optional},
  });
}

Schema render() {
  return Schema::object({
      {"path", text(),
       "triangle mesh, in the place of the body's mesh before `transform`, which moves both; relative to the scene file", optional},
      {"interp", text(), "VegaFEM file of the weights that carry it; computed where it is not given; relative to the scene file",
       optional},
      {"shown", choice({"cells", "trilinear", "reconstructed"}),
       "of a coarse body: its cells, or the surface of the fine body, carried by the cells' own functions or with what the probes "
       "tell of the inside of the cells; reconstructed where neither this nor `path` is given",
       optional},
  });
}

Schema region() {
  std::vector<Alternative> materials = stuffs();
  materials.push_back(void_material());
  return Schema::object({
      {"select", tet_select_schema(), "which cells, by their middles"},
      {"material", Schema::tagged(std::move(materials)), "elastic law and moduli of these cells, or void: they are removed"},
      {"density", number("kg/m^3").above(0), "mass per rest volume; a preset's own, else the body's, where it is not given",
       optional},
  });
}

// The shapes, and a model that brings all that it was made from.
Schema body_mesh_schema() {
  Schema schema = mesh_schema();
  schema.alternatives.push_back({"model",
                                 "a body that `lilyan reduce` or `lilyan coarsen` made a model of, with its material and density",
                                 Schema::object({path_field("the model file"),
                                                 {"source", text(),
                                                  "of a coarse body: what it must have been made from, as `lilyan coarsen` writes "
                                                  "it; another model is refused",
                                                  optional}})});
  return schema;
}

Schema material_schema() {
  std::vector<Alternative> laws = stuffs();
  laws.push_back({"file", "moduli and densities from the mesh file",
                  Schema::object({{"law", choice(law_names()), "the law that the file's moduli are given to"}})});
  for (Alternative& springs : spring_materials()) laws.push_back(std::move(springs));
  return Schema::tagged(std::move(laws));
}

Schema body() {
  return Schema::object({
      {"name", text(), "unique; body0, body1, ... where it is not given", optional},
      {"mesh", body_mesh_schema(), "rest shape; required unless all of its domains are copies of shapes of their own", optional},
      {"material", material_schema(), "elastic law and moduli, or springs; required but for points and models", optional},
      {"regions", list(region()), "parts of another material, or of none; later entries win", Numbers{}},
      {"density", number("kg/m^3").above(0), "mass per rest volume; either this or mass", optional},
      {"mass", number("kg").above(0), "total mass; either this or density", optional},
      {"mass_matrix", choice({"lumped", "consistent"}),
       "each vertex has its share of its cells' mass, or M = integral of rho N_i N_j dV: tets, hexes and flat triangles of elastic "
       "laws",
       "lumped"},
      {"deform", list(deform_schema()), "initial deformations, in order, about the rest centre of mass", Numbers{}},
      {"velocity", velocity(), "initial velocity", optional},
      {"reduce", reduce_schema(),
       "moves the body in few coordinates instead of with all its vertices: tets and hexes of stvk, or "
       "of linear, that pins hold",
       optional},
      {"domains", domains_schema(),
       "cuts the body into domains that form a tree, each with coordinates of its own; for the integrators multidomain_*",
       optional},
      {"render", render(), "a fine surface that is carried by the body and shown in its place", optional},
  });
}

Schema pin() {
  return Schema::object({
      {"name", text(), "unique; pin0, pin1, ... where it is not given", optional},
      {"body", text(), "name of the body"},
      {"select", select_schema(), "which vertices are held"},
      {"axes", list(choice({"x", "y", "z"}), 1, 3), "the components held; all three where it is not given", optional},
      {"motion", motion_schema(), "moves the held vertices linearly in time; a list of ramps adds up", optional},
  });
}

Schema adaption_schema() {
  const Field speed{"speed", number("m/s").above(0), "root mean square over the body from which steps become shorter"};
  const Field acceleration{"acceleration", number("m/s^2").above(0),
                           "root mean square over the body from which steps become shorter"};
  const auto rule = [](std::vector<Field> fields) {
    fields.push_back({"shortest", number().above(0).at_most(1), "the least share of `step` that a step may be", 0.01});
    fields.push_back(
        {"enforced", choice({"naive", "naive_implicit", "reversible", "variational"}),
         "reversible: a symmetric rule, for methods that are reversible in time; variational: a constraint of the action, for "
         "implicit_midpoint, symplectic_euler and variational; naive: by the state before the step, naive_implicit: after it",
         "reversible"});
    return Schema::object(std::move(fields));
  };
  return Schema::tagged({
      {"energy", "shorter the larger the elastic energy W: step/(1 + W/energy)",
       rule({{"energy", number("J").above(0), "at which steps are half as long"}})},
      {"acceleration", "shorter the larger the body's acceleration a: step/(1 + a/acceleration)", rule({acceleration})},
      {"poses", "about equal distances between states: step/sqrt(1 + v^2/speed^2), v the body's speed", rule({speed})},
      {"phase", "about equal distances in positions and velocities: step/sqrt(1 + v^2/speed^2 + a^2/acceleration^2)",
       rule({speed, acceleration})},
  });
}

Schema time() {
  return Schema::object({
      {"step", number("s").above(0), "length of a time step; the longest where they are adapted"},
      {"duration", number("s").above(0),
       "how long to simulate, rounded to whole steps, or up to the first adapted step that reaches it; either this or steps",
       optional},
      {"steps", integer().at_least(1), "how many steps to make; either this or duration", optional},
      {"adaption", adaption_schema(), "a rule for how long steps are; all alike where it is not given", optional},
  });
}

Schema solver() {
  const NewtonSettings standard;
  return Schema::object({
      {"tolerance", number().above(0).below(1),
       "relative energy that a Newton step may still be worth; 1e-13 in scenes with contact, where all steps of an impact may miss "
       "as "
       "much",
       standard.tolerance},
      {"max_iterations", integer().at_least(1).at_most(1e6), "Newton steps before a time step counts as failed",
       static_cast<double>(standard.max_iterations)},
      {"hessian", choice(hessian_names()), "what is done where the energy is not convex", hessian_name(standard.hessian)},
      {"linear", choice(linear_names()),
       "what solves the linear systems of Newton's method: a Cholesky factor, or conjugate gradients with multigrid; auto decides "
       "by "
       "the number of unknowns, Poisson's ratio and whether there is inertia",
       linear_names().front()},
      {"find", choice({"minimum", "root"}),
       "minimum: of the step's energy-like function; root: of its gradient, which may get stuck, for comparison", "minimum"},
      {"constraint_velocities", choice({"free", "consistent"}),
       "free: velocities leave constraints by the order of the method, and energy is kept; consistent: they are projected after "
       "each step and the energy given back, over several steps on violent motion",
       "free"},
      {"on_failure", choice({"stop", "halve"}), "a failed time step ends the run, or is made in halves", "stop"},
  });
}

std::vector<std::string> frame_formats() {
  std::vector<std::string> names = frame_format_names();
  names.insert(names.begin(), "vtu");
  return names;
}

Schema output() {
  const Schema probe = Schema::object({
      {"name", text(), "unique; probe0, probe1, ... where it is not given", optional},
      {"body", text(), "name of the body"},
      {"nearest", in_reach(vec3("m")), "the vertex whose rest position is nearest is followed"},
  });
  return Schema::object({
      {"interval", number("s").above(0), "time between frames; every step where it is not given", optional},
      {"frames", list(choice(frame_formats())),
       "formats of the frames: vtu while the run goes, the others from it when the run ends", Numbers{}},
      {"probes", list(probe), "vertices whose paths are written to probes.csv", Numbers{}},
      {"ledger", Schema::object({{"every", integer().at_least(1), "steps between rows", 1.0}}),
       "rows of ledger, probes and reactions", optional},
      {"checkpoint", Schema::object({{"steps", integer().at_least(1), "steps between checkpoints", 100.0}}),
       "how often the run can be resumed from", optional},
  });
}

Schema integrator_schema() {
  std::vector<Alternative> methods;
  for (const IntegratorEntry& entry : integrator_registry())
    methods.push_back({entry.name, entry.meaning, Schema::object(entry.parameters)});
  return Schema::tagged(std::move(methods));
}

}  // namespace

Field path_field(const std::string& meaning) { return {"path", text(), meaning + "; relative to the scene file"}; }

Schema rotation_schema() {
  return Schema::object({
      {"axis", vec3(), "direction of the axis, of any length"},
      {"degrees", number("degrees"), "angle, right-handed about the axis"},
  });
}

Field transform_field(const std::string& meaning) {
  return {"transform",
          Schema::object({
              {"scale", Schema::either({number().above(0), vec3().above(0)}), "factor, or one each along x, y and z", optional},
              {"rotate", rotation_schema(), "turns the scaled shape about the origin", optional},
              {"translate", in_reach(vec3("m")), "moves the turned shape", optional},
          }),
          meaning, optional};
}

Schema mesh_schema() {
  std::vector<Alternative> shapes;
  for (const ShapeEntry& entry : shape_registry()) {
    std::vector<Field> fields = entry.parameters;
    fields.push_back(refine_field());
    fields.push_back(transform_field(kChangesRestShape));
    shapes.push_back({entry.name, entry.meaning, Schema::object(std::move(fields))});
  }
  shapes.push_back(
      {"file", "tets from a mesh file; where it has none its hexes, where it has none of these its triangles",
       Schema::object({path_field("the mesh file"),
                       {"thickness", number("m").above(0),
                        "of triangles; where it is not given 1 in plane strain and 0.001 of a sheet of springs", optional},
                       refine_field(),
                       transform_field(kChangesRestShape)})});
  return Schema::tagged(std::move(shapes));
}

Alternative void_material() {
  return {"void", "nothing: the cells of a region are removed, and the vertices that belong to no other cell; for regions only",
          Schema::object({})};
}

std::vector<Alternative> spring_materials() {
  const Field law = {"law", choice({"stvk", "hookean"}),
                     "stvk: k/2 (l^2 - r^2)^2, whose energy avf keeps exactly; hookean: k/2 (l - r)^2", "stvk"};
  return {
      {"springs", "springs along the edges of a sheet of triangles, and against its bending",
       Schema::object({law,
                       {"stretching", number("N/m, or N/m^3 of stvk").above(0), "stiffness k of the springs along edges"},
                       {"bending", number("N/m, or N/m^3 of stvk").at_least(0),
                        "stiffness of those that join vertices two cells apart in the rows and columns of a sheet, or the two "
                        "vertices opposite an edge in other triangles; 0: none",
                        0.0}})},
      {"rod", "a spring for each edge of a rod, which stretches alike however fine it is divided",
       Schema::object(
           {law, {"stiffness", number("N").above(0), "force per strain: Young's modulus times the area of the cross-section"}})},
  };
}

Schema deform_schema() {
  return Schema::tagged({
      {"stretch", "scales along x, y and z", Schema::object({{"factors", vec3(), "along x, y, z; 1 leaves as it is"}})},
      {"twist", "turns about an axis, more the farther along it",
       Schema::object({{"axis", vec3(), "direction of the axis, of any length"},
                       {"degrees", number("degrees"), "angle between the two ends, right-handed about the axis"}})},
      {"bend", "curves a line through the centre of mass into an arc of the same length, cross-sections staying flat",
       Schema::object({{"along", vec3(), "direction of the line, of any length"},
                       {"axis", vec3(), "axis that the line is curved about, its part at right angles to `along` counts"},
                       {"degrees", number("degrees"), "angle between the two ends, right-handed about the axis"}})},
      {"rotate", "turns the whole body", rotation_schema()},
      {"translate", "moves the whole body", Schema::object({{"by", in_reach(vec3("m")), "displacement"}})},
      {"affine", "any linear map", Schema::object({{"matrix", list(vec3(), 3, 3), "three rows of three numbers"}})},
      {"positions", "the positions themselves, read from a file",
       Schema::object({path_field("file with a line `x y z` [m] a vertex")})},
  });
}

Schema select_schema() {
  return Schema::tagged({
      {"all", "every vertex of the body", Schema::object({})},
      {"box", "vertices in a box, its boundary included",
       Schema::object({{"min", vec3("m"), "lowest corner"}, {"max", vec3("m"), "highest corner"}})},
      {"sphere", "vertices in a sphere, its boundary included",
       Schema::object({{"center", vec3("m"), "middle"}, {"radius", number("m").above(0), "radius"}})},
      {"plane", "vertices on the side of a plane that its normal points to, the plane included",
       Schema::object({{"point", vec3("m"), "a point of the plane"}, {"normal", vec3(), "direction, of any length"}})},
      {"tube", "vertices within a radius of a path of straight pieces, the boundary included", tube()},
      {"vertices", "vertices by number", Schema::object({{"indices", list(integer().at_least(0), 1), "numbers, from 0"}})},
      {"set", "vertices of a named set of the mesh file: a physical group of Gmsh, a set of VegaFEM, a reference of Medit",
       Schema::object({{"name", text(), "the set; `lilyan info` lists those of a mesh"}})},
      {"file", "vertices listed in a file",
       Schema::object({path_field("file of vertex numbers"),
                       {"base", integer().at_least(0).at_most(1),
                        "number of the first vertex; where it is not given 1 for .bou files, else 0", optional}})},
  });
}

Schema tet_select_schema() {
  return Schema::tagged({
      {"all", "every cell of the body", Schema::object({})},
      {"box", "cells whose middle lies in a box, its boundary included",
       Schema::object({{"min", vec3("m"), "lowest corner"}, {"max", vec3("m"), "highest corner"}})},
      {"sphere", "cells whose middle lies in a sphere, its boundary included",
       Schema::object({{"center", vec3("m"), "middle"}, {"radius", number("m").above(0), "radius"}})},
      {"plane", "cells whose middle lies on the side of a plane that its normal points to, the plane included",
       Schema::object({{"point", vec3("m"), "a point of the plane"}, {"normal", vec3(), "direction, of any length"}})},
      {"tube", "cells whose middle lies within a radius of a path of straight pieces, the boundary included", tube()},
      {"cells", "tets, hexes or triangles by number",
       Schema::object({{"indices", list(integer().at_least(0), 1), "numbers, from 0"}})},
      {"tets", "tets by number", Schema::object({{"indices", list(integer().at_least(0), 1), "numbers, from 0"}})},
      {"set", "a set of cells of the mesh file", Schema::object({{"name", text(), "name of the set; `lilyan info` lists them"}})},
      {"file", "cells listed in a file",
       Schema::object({path_field("file of cell numbers, separated by commas, blanks or new lines; comments begin with #"),
                       {"base", integer().at_least(0).at_most(1),
                        "number of the first cell; where it is not given 1 for .bou files, else 0", optional}})},
  });
}

Schema scene_schema() {
  return Schema::object({
      {"lilyan", integer().at_least(1).at_most(1), "version of the scene format: 1"},
      {"name", text(), "what the run is called; the file's name where it is not given", optional},
      {"gravity", vec3("m/s^2"), "acceleration of gravity, y up", Numbers{0, -9.81, 0}},
      {"bodies", list(body(), 1), "what moves"},
      {"pins", list(pin()), "vertices that are held or moved by a script", Numbers{}},
      {"loads", list(load_schema()), "forces from outside that keep their direction", Numbers{}},
      {"constraints", list(constraint_schema()), "what holds vertices together or to a place, by multipliers", Numbers{}},
      {"contact", list(contact_schema()), "what bodies may not pass through: obstacles, each other, themselves", Numbers{}},
      {"potentials", list(potential_schema()), "energies given as formulas", Numbers{}},
      {"damping", list(damping_schema()), "what takes energy", Numbers{}},
      {"integrator", integrator_schema(), "how time is stepped"},
      {"time", time(), "how long and how fine"},
      {"solver", solver(), "how exactly a step is solved", optional},
      {"output", output(), "what is written", optional},
  });
}

}  // namespace lilyan
