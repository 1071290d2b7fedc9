// All commands stand in one file, so that an option which several of them take has one name and one meaning.
#include <apps/lilyan/command_line.hpp>

#include <lilyan/coarsening/model/coarsening_methods.hpp>
#include <lilyan/convert/convert.hpp>
#include <lilyan/core/error.hpp>
#include <lilyan/meshing/shape_registry.hpp>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <functional>
#include <memory>
#include <utility>

namespace lilyan::app {
namespace {

constexpr int kMostThreads = 1024;

// Every occurrence of --set takes one assignment.
void add_overrides(CLI::App& command, std::vector<std::string>& overrides) {
  command.add_option("--set", overrides, "Change a value of the scene: a.b.0.c=VALUE, VALUE read as JSON, else as a text")
      ->type_name("PATH=VALUE")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

void add_threads(CLI::App& command, int& threads, const char* meaning = "Threads; results do not depend on it") {
  command.add_option("--threads", threads, meaning)->check(CLI::Range(1, kMostThreads))->type_name("N");
}

CLI::Option* add_replace(CLI::App& command, bool& replace) {
  return command.add_flag(
      "--replace", replace,
      "Write also where an unfinished run of another scene is, or files that no run wrote; those of other names stay");
}

void add_quiet(CLI::App& command, bool& quiet) { command.add_flag("--quiet", quiet, "Print nothing but errors"); }

// An option that names a file or folder may be left out, but not empty.
void require_name(const std::optional<std::filesystem::path>& given, const char* option, const char* what, const char* example) {
  if (given && given->empty())
    throw InputError({"usage", option, std::string("the name of ") + what + " is empty", std::string("for example ") + example});
}

// A command and its options. Parsing it checks them and hands them to `chosen`.
template <class Options>
std::pair<CLI::App*, std::shared_ptr<Options>> add_command(CLI::App& program, Command& chosen, const char* name,
                                                           const char* meaning,
                                                           const std::function<void(const Options&)>& check = {}) {
  auto options = std::make_shared<Options>();
  CLI::App* command = program.add_subcommand(name, meaning);
  command->callback([options, check, &chosen] {
    if (check) check(*options);
    chosen = *options;
  });
  return {command, options};
}

void add_run(CLI::App& program, Command& chosen) {
  const auto [command, options] = add_command<RunOptions>(program, chosen, "run", "Simulate a scene", [](const RunOptions& given) {
    require_name(given.folder, "-o", "the folder", "-o out/bar");
  });
  command->add_option("SCENE", options->scene, "Scene file")->required();
  command->add_option("-o,--output", options->folder, "Folder for the output; default: out/<scene name>")->type_name("DIR");
  add_overrides(*command, options->overrides);
  add_threads(*command, options->threads);
  command->add_flag("!--no-report", options->report, "Make no pictures and no report.html");
  CLI::Option* resume = command->add_flag("--resume", options->resume, "Go on from the last checkpoint in the folder");
  add_replace(*command, options->replace)->excludes(resume);
  command
      ->add_flag("--check-reversible", options->check_reversible,
                 "Run forward, turn round, run back, and say how far from the start that ends; writes no files")
      ->excludes(resume);
  add_quiet(*command, options->quiet);
}

void add_compare(CLI::App& program, Command& chosen) {
  const auto [command, options] = add_command<CompareOptions>(
      program, chosen, "compare", "Simulate a scene with several integrators, and compare what they keep",
      [](const CompareOptions& given) { require_name(given.folder, "-o", "the folder", "-o out/methods"); });
  command->add_option("SCENE", options->scene, "Scene file")->required();
  command
      ->add_option("--integrators", options->integrators,
                   "Which, separated by commas; parameters follow a colon: newmark:beta=0.3:gamma=0.6")
      ->delimiter(',')
      ->type_name("NAME,...");
  command->add_option("-o,--output", options->folder, "Folder for the output; default: out/compare/<scene name>")->type_name("DIR");
  add_overrides(*command, options->overrides);
  add_threads(*command, options->threads);
  add_replace(*command, options->replace);
  add_quiet(*command, options->quiet);
}

void add_report(CLI::App& program, Command& chosen) {
  const auto [command, options] = add_command<ReportOptions>(program, chosen, "report", "Write the report of a finished run anew");
  command->add_option("DIR", options->folder, "Folder of a run")->required();
}

void add_check(CLI::App& program, Command& chosen) {
  const auto [command, options] =
      add_command<CheckOptions>(program, chosen, "check", "Check a scene and report every error at once");
  command->add_option("SCENE", options->scene, "Scene file")->required();
  add_overrides(*command, options->overrides);
}

void add_convert(CLI::App& program, Command& chosen) {
  const auto [command, options] =
      add_command<ConvertOptions>(program, chosen, "convert", "Write a run's frames for other programs",
                                  [](const ConvertOptions& given) { require_name(given.out, "-o", "the output", "-o bar.glb"); });
  command->add_option("DIR", options->run, "Folder of a run, or a .pvd or .vtu file")->required();
  command->add_option("--to", options->format, "obj: a file a frame; pc2: mesh and point cache, for Blender; glb: glTF; npy: NumPy")
      ->required()
      ->check(CLI::IsMember(frame_format_names()))
      ->type_name("{" + CLI::detail::join(frame_format_names(), ",") + "}");
  command->add_option("-o,--output", options->out, "File (glb) or folder; default: beside the run's own files")->type_name("OUT");
  command->add_option("--every", options->every, "Take every N-th frame")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{1'000'000'000}))
      ->type_name("N");
  command->add_option("--fps", options->fps, "Frames a second when played; default: as fast as in the simulation (pc2, glb)")
      ->check(CLI::Range(1e-3, 1e6))
      ->type_name("RATE");
  add_quiet(*command, options->quiet);
}

void add_modes(CLI::App& program, Command& chosen) {
  const auto [command, options] = add_command<ModesOptions>(
      program, chosen, "modes",
      "Natural frequencies and shapes of a scene's bodies about rest or equilibrium, under its pins and constraints",
      [](const ModesOptions& given) { require_name(given.folder, "-o", "the folder", "-o out/modes"); });
  command->add_option("SCENE", options->scene, "Scene file")->required();
  command
      ->add_option("-n,--count", options->count, "How many, from the lowest, rigid motions and mechanisms among them; default: 10")
      ->check(CLI::Range(1, 1000000))
      ->type_name("N");
  command->add_option("-o,--output", options->folder, "Folder for modes.csv and for frames of every shape; default: none")
      ->type_name("DIR");
  command->add_flag_callback(
      "--prestressed", [given = options] { given->about = About::equilibrium; },
      "About the scene's static equilibrium under gravity and loads, not about rest");
  add_overrides(*command, options->overrides);
  add_threads(*command, options->threads);
  command->add_flag("--check", options->check,
                    "Estimate the error of every frequency from a second mesh with every cell divided (mesh.refine)");
  command->add_flag("--json", options->json, "For programs: frequencies in Hz and more, as JSON");
}

void add_reduce(CLI::App& program, Command& chosen) {
  const auto [command, options] = add_command<ReduceOptions>(
      program, chosen, "reduce", "Make the models of a scene's reduced bodies, and a scene that takes them from files",
      [](const ReduceOptions& given) { require_name(given.folder, "-o", "the folder", "-o out/reduced"); });
  command->add_option("SCENE", options->scene, "Scene file, with \"reduce\" in some of its bodies")->required();
  command->add_option("-o,--output", options->folder, "Folder for <body>.model, the scene and report.html")
      ->required()
      ->type_name("DIR");
  add_threads(*command, options->threads);
  add_quiet(*command, options->quiet);
}

void add_coarsen(CLI::App& program, Command& chosen) {
  const auto [command, options] = add_command<CoarsenOptions>(
      program, chosen, "coarsen", "Make a coarse body that moves like a fine one, and a scene that uses it in its place",
      [](const CoarsenOptions& given) { require_name(given.folder, "-o", "the folder", "-o out/coarse"); });
  command->add_option("SCENE", options->scene, "Scene file with a body of tets, or of triangles in plane strain")->required();
  command->add_option("-o,--output", options->folder, "Folder for <body>.model, the scene and report.html")
      ->required()
      ->type_name("DIR");
  CLI::Option* cells = command
                           ->add_option("--cells", options->cells,
                                        "Boxes around the body along x, y and z (x and y of a slice); about 400 if not given")
                           ->expected(2, 3)
                           ->check(CLI::Range(1, 10000))
                           ->type_name("NX NY NZ");
  CLI::Option* cut =
      command->add_option("--cut", options->cuts, "A plane at which boxes end, for example where pins do; may be repeated")
          ->expected(1)
          ->take_all()
          ->type_name("AXIS=POSITION");
  command
      ->add_option("--onto", options->onto, "Mesh file of the coarse cells: boxes, or tets (triangles), which bend far less well")
      ->excludes(cells)
      ->excludes(cut)
      ->type_name("MESH");
  command->add_option("--body", options->body, "Which body, if several can be coarsened")->type_name("NAME");
  command
      ->add_option("--method", options->method,
                   "hg18 (boxes), averaged, nodal (tets), galerkin, arithmetic, harmonic; hg18 or averaged if not given")
      ->check(CLI::IsMember(coarsening_method_names()))
      ->type_name("NAME");
  command
      ->add_option("--probes", options->probes,
                   "Probe the body with the scene's pins held, or free; pinned if not given, free of nodal")
      ->check(CLI::IsMember({"pinned", "free"}))
      ->type_name("pinned|free");
  add_threads(*command, options->threads);
  add_quiet(*command, options->quiet);
}

// The parameters of all shapes of tets are options, with what each shape says of them.
void add_shape_options(CLI::App& command, std::map<std::string, std::vector<double>>& given) {
  std::map<std::string, std::string> meanings;
  for (const ShapeEntry& shape : shape_registry())
    for (const Field& field : shape.parameters) {
      if (!shape.is_of_tets || field.schema.kind == Schema::Kind::choice) continue;
      std::string& meaning = meanings[field.name];
      meaning += (meaning.empty() ? "" : "; ") + shape.name + ": " + field.meaning;
    }
  meanings["size"] += "; surface: the same";
  for (const auto& [name, meaning] : meanings) {
    std::string option = "--" + name;
    std::replace(option.begin(), option.end(), '_', '-');
    command
        .add_option_function<std::vector<double>>(
            option, [&given, key = name](const std::vector<double>& values) { given[key] = values; }, meaning)
        ->expected(1, 3)
        ->type_name("NUMBER");
  }
}

void add_mesh(CLI::App& program, Command& chosen) {
  const auto [command, options] = add_command<MeshOptions>(
      program, chosen, "mesh", "Make tets of a shape, or of the surface in a file",
      [](const MeshOptions& given) { require_name(given.scene, "--scene", "the scene", "--scene bunny.json"); });
  command->add_option("SOURCE", options->source, "box, ball, cylinder or torus; or a file: .obj, .stl, .ply, ...")->required();
  command->add_option("-o,--output", options->output, "The tet mesh: .msh, .vtu, .vtk, .mesh, .veg, .node")
      ->required()
      ->type_name("FILE");
  command
      ->add_option("--tets", options->tets,
                   "About how many tets, for a surface; default: 5000, and more where the volume asks for it")
      ->check(CLI::Range(1.0, 1e8))
      ->type_name("N");
  command->add_option("--mesher", options->mesher, "native (takes any surface with an inside), gmsh or tetgen (keep its triangles)")
      ->check(CLI::IsMember({"native", "gmsh", "tetgen"}))
      ->type_name("NAME");
  command->add_option("--scale", options->scale, "Factor from the file's unit to metres, for example 0.01 for centimetres")
      ->type_name("FACTOR");
  CLI::Option* scene =
      command->add_option("--scene", options->scene, "Write a scene to start from, with the surface carried by the body")
          ->type_name("FILE");
  command->add_flag("--replace", options->replace, "Replace a scene also where it was changed or written by others")->needs(scene);
  add_shape_options(*command, options->shape);
  add_quiet(*command, options->quiet);
}

void add_list(CLI::App& program, Command& chosen) {
  const auto [command, options] =
      add_command<ListOptions>(program, chosen, "list", "List what a scene can name: integrators, materials, scenes, ...");
  command->add_option("KIND", options->kind, "What to list; without it, what there is to list");
  command->add_flag("--json", options->json, "For programs");
}

void add_info(CLI::App& program, Command& chosen) {
  const auto [command, options] =
      add_command<InfoOptions>(program, chosen, "info", "Describe a mesh, a scene, a reduced model or the folder of a run");
  command->add_option("FILE", options->file, "Mesh file, scene file, reduced model (.model, .cub) or folder of a run")->required();
  command->add_flag("--json", options->json, "For programs");
}

void add_render(CLI::App& program, Command& chosen) {
  const auto [command, options] =
      add_command<RenderOptions>(program, chosen, "render", "Draw a picture or a film of a run, a scene or a mesh, without a GPU",
                                 [](const RenderOptions& given) { require_name(given.output, "-o", "the picture", "-o bar.png"); });
  command->add_option("SOURCE", options->source, "Folder of a run, scene file (its initial state) or mesh file")->required();
  command->add_option("-o,--output", options->output, "FILE.png; a film: FILE.mp4, .webm or .gif; all frames: 'film_%04d.png'")
      ->required()
      ->type_name("FILE");
  command->add_option("--frame", options->frame, "A number from 0, first, middle or last; default: last")->type_name("N");
  command->add_option("--time", options->time, "The frame nearest to this time [s]")->type_name("T")->excludes("--frame");
  command->add_option("--field", options->field, "Colour by a field: velocity, velocity.x, J, energy_density, von_mises, ...")
      ->type_name("NAME");
  command->add_option("--range", options->range, "Ends of the field's colour scale; default: from its values")
      ->expected(2)
      ->type_name("LOW HIGH");
  command->add_option("--size", options->size, "Width and height [pixels]; default: 1280x720")->type_name("WxH");
  command->add_option("--azimuth", options->azimuth, "From which side: 0 looks along -z, 90 along -x [degrees]; default: 30");
  command->add_option("--elevation", options->elevation, "How far from above [degrees]; default: 18")
      ->check(CLI::Range(-90.0, 90.0));
  command->add_option("--fov", options->fov, "Field of view from bottom to top [degrees]; default: 28")
      ->check(CLI::Range(1.0, 150.0));
  command->add_option("--zoom", options->zoom, "Nearer (above 1) or farther than what shows all; default: 1")
      ->check(CLI::Range(1e-3, 1e3));
  command->add_option("--from", options->from, "Where the camera stands [m]; default: fitted")->expected(3)->type_name("X Y Z");
  command->add_option("--to", options->to, "Where it looks to [m]")->expected(3)->type_name("X Y Z");
  command->add_option("--up", options->up, "What is up in the picture; default: 0 1 0")->expected(3)->type_name("X Y Z");
  command->add_option("--fit", options->fit, "Let the camera show this frame, or all of the motion; films: all")
      ->check(CLI::IsMember({"frame", "all"}));
  command->add_option("--ground", options->ground, "Height of the ground [m]; default: a little below what is shown")
      ->type_name("Y");
  command->add_flag("--no-ground", options->no_ground, "No ground and no shadow on it")->excludes("--ground");
  command->add_flag("--edges", options->edges, "Draw the mesh's edges");
  command->add_option("--title", options->title, "Text in the upper left corner")->type_name("TEXT");
  command->add_flag("--stamp", options->stamp, "Write the time into the picture");
  command->add_option("--background", options->background, "studio (default), white or transparent")
      ->check(CLI::IsMember({"studio", "white", "transparent"}));
  command->add_option("--fps", options->fps, "Pictures a second of a film; default: from the frames")
      ->check(CLI::Range(1.0, 1000.0));
  command->add_option("--speed", options->speed, "Of a film: 1 is real time, 0.5 half as fast")->check(CLI::Range(1e-6, 1e6));
  add_overrides(*command, options->overrides);
  add_threads(*command, options->threads, "Threads; pictures do not depend on it");
  add_quiet(*command, options->quiet);
}

void add_schema(CLI::App& program, Command& chosen) {
  program.add_subcommand("schema", "Print the JSON Schema of scene files")->callback([&chosen] { chosen = SchemaOptions{}; });
}

void add_reference(CLI::App& program, Command& chosen) {
  auto options = std::make_shared<ReferenceOptions>();
  CLI::App* command = program.add_subcommand("reference", "Print a page of the reference as Markdown");
  command->add_option("PAGE", options->page, "Which page; without it, which there are");
  command->callback([options, &program, &chosen] {
    if (options->page == "commands") {
      chosen = Message{command_reference(program)};
    } else {
      chosen = *options;
    }
  });
}

void add_completion(CLI::App& program, Command& chosen) {
  program.add_subcommand("completion", "Print a script that completes commands in bash: source <(lilyan completion)")
      ->callback([&program, &chosen] { chosen = Message{bash_completion(program)}; });
}

}  // namespace

void add_commands(CLI::App& program, Command& chosen) {
  for (const auto add : {add_run, add_compare, add_report, add_check, add_convert, add_modes, add_reduce, add_coarsen, add_mesh,
                         add_list, add_info, add_render, add_schema, add_reference, add_completion})
    add(program, chosen);
}

}  // namespace lilyan::app
