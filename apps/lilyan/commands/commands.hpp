// The commands of the program. Each returns the exit status; InputError reaches main.
#pragma once

#include <lilyan/algebra/threads.hpp>
#include <lilyan/reduction/vibration.hpp>

#include <apps/lilyan/console/program_end.hpp>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace lilyan::app {

// --threads N for all that a command computes: simulations take the process's default when they are made. 0: as many as the machine
// has.
inline void use_threads(int asked) {
  set_threads(asked > 0 ? asked : std::max(1, static_cast<int>(std::thread::hardware_concurrency())));
}

struct RunOptions {
  std::filesystem::path scene;
  std::optional<std::filesystem::path> folder;  // default: out/<scene name>
  std::vector<std::string> overrides;
  int threads = 0;  // 0: as many as the machine has
  bool resume = false;
  bool replace = false;           // an unfinished run of another scene, files that no run wrote
  bool check_reversible = false;  // in place of a run with output
  bool report = true;
  bool quiet = false;
};
ExitStatus run_command(const RunOptions& options);

struct CompareOptions {
  std::filesystem::path scene;
  std::vector<std::string> integrators;         // "avf", "variational:alpha=0.5"; empty: a list of our own
  std::optional<std::filesystem::path> folder;  // default: out/compare/<scene name>
  std::vector<std::string> overrides;
  int threads = 0;  // 0: as many as the machine has
  bool replace = false;
  bool quiet = false;
};
ExitStatus compare_command(const CompareOptions& options);

struct ReportOptions {
  std::filesystem::path folder;  // of a run
};
ExitStatus report_command(const ReportOptions& options);

struct CheckOptions {
  std::filesystem::path scene;
  std::vector<std::string> overrides;
};
ExitStatus check_command(const CheckOptions& options);

struct ConvertOptions {
  std::filesystem::path run;  // its folder, a .pvd or a .vtu file
  std::string format;         // one of frame_format_names
  std::optional<std::filesystem::path> out;
  std::int64_t every = 1;
  std::optional<double> fps;
  bool quiet = false;
};
ExitStatus convert_command(const ConvertOptions& options);

struct ModesOptions {
  std::filesystem::path scene;
  About about = About::rest;
  int count = 10;                               // those that cost no energy among them
  std::optional<std::filesystem::path> folder;  // none: only print
  std::vector<std::string> overrides;
  int threads = 0;     // 0: as many as the machine has
  bool check = false;  // against a mesh of divided cells, too
  bool json = false;
};
ExitStatus modes_command(const ModesOptions& options);

struct ReduceOptions {
  std::filesystem::path scene;
  std::filesystem::path folder;
  int threads = 0;  // 0: as many as the machine has
  bool quiet = false;
};
ExitStatus reduce_command(const ReduceOptions& options);

struct CoarsenOptions {
  std::filesystem::path scene;
  std::filesystem::path folder;
  std::vector<int> cells = {};                     // NX, NY, NZ of a cage; empty: about 400 boxes
  std::vector<std::string> cuts = {};              // planes at which cells of the cage end: "y=0.12"
  std::optional<std::filesystem::path> onto = {};  // a mesh of coarse cells in place of a cage
  std::optional<std::string> body = {};
  std::optional<std::string> method = {};  // hg18 of boxes, averaged of tets and triangles
  std::optional<std::string> probes = {};  // pinned, free
  int threads = 0;                         // 0: as many as the machine has
  bool quiet = false;
};
ExitStatus coarsen_command(const CoarsenOptions& options);

struct MeshOptions {
  std::filesystem::path source;                      // name of a shape, or a file with a surface
  std::filesystem::path output;                      // a tet mesh
  std::map<std::string, std::vector<double>> shape;  // parameters of shapes by name, `size` also of surfaces
  std::optional<double> tets;
  std::string mesher = "native";
  double scale = 1;
  std::optional<std::filesystem::path> scene;
  bool replace = false;  // a scene that is not ours, or was changed
  bool quiet = false;
};
ExitStatus mesh_command(const MeshOptions& options);

struct ListOptions {
  std::string kind;  // "": what there is to list
  bool json = false;
};
ExitStatus list_command(const ListOptions& options);

struct InfoOptions {
  std::filesystem::path file;  // a mesh, a scene, a reduced model or the folder of a run
  bool json = false;
};
ExitStatus info_command(const InfoOptions& options);

struct RenderOptions {
  std::filesystem::path source;  // run folder, scene or mesh
  std::filesystem::path output;
  std::vector<std::string> overrides;
  std::string frame = "last";  // a number, first, middle, last
  std::optional<double> time;  // [s]
  std::string field;
  std::vector<double> range;                      // two numbers, or none
  std::string size = "1280x720";                  // [pixels]
  std::vector<double> from, to, up;               // [m] three numbers each, or none
  double fov = 28, azimuth = 30, elevation = 18;  // [degrees]
  double zoom = 1;
  std::string fit = "frame";  // or all
  bool no_ground = false;
  std::optional<double> ground;  // [m]
  bool edges = false;
  std::string title;
  bool stamp = false;
  std::string background = "studio";
  std::optional<double> fps;  // [1/s]
  double speed = 1;
  int threads = 0;  // 0: as many as the machine has
  bool quiet = false;
};
ExitStatus render_command(const RenderOptions& options);

ExitStatus schema_command();

struct ReferenceOptions {
  std::string page;  // "": which there are
};
ExitStatus reference_command(const ReferenceOptions& options);

}  // namespace lilyan::app
