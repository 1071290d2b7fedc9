#include <lilyan/core/error.hpp>
#include <lilyan/core/platform/file_reader.hpp>
#include <lilyan/core/platform/file_writer.hpp>
#include <lilyan/core/platform/outside_program.hpp>
#include <lilyan/mesh_files/read.hpp>
#include <lilyan/meshing/clean_surface.hpp>
#include <lilyan/meshing/outside_mesher.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <system_error>

namespace lilyan {

namespace {

constexpr double kMostSeconds = 600;

// Gmsh 2.2 ASCII, one surface with the tag 1.
std::string gmsh_text(const TriangleMesh& surface) {
  fmt::memory_buffer text;
  auto out = std::back_inserter(text);
  fmt::format_to(out, "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n{}\n", surface.vertices());
  for (Index i = 0; i < surface.vertices(); ++i) {
    const Vec3 p = vertex(surface.X, i);
    fmt::format_to(out, "{} {} {} {}\n", i + 1, p[0], p[1], p[2]);
  }
  fmt::format_to(out, "$EndNodes\n$Elements\n{}\n", surface.triangles.size());
  for (std::size_t t = 0; t < surface.triangles.size(); ++t) {
    const Triangle& c = surface.triangles[t];
    fmt::format_to(out, "{} 2 2 0 1 {} {} {}\n", t + 1, c[0] + 1, c[1] + 1, c[2] + 1);
  }
  fmt::format_to(out, "$EndElements\n");
  return fmt::to_string(text);
}

std::string off_text(const TriangleMesh& surface) {
  fmt::memory_buffer text;
  auto out = std::back_inserter(text);
  fmt::format_to(out, "OFF\n{} {} 0\n", surface.vertices(), surface.triangles.size());
  for (Index i = 0; i < surface.vertices(); ++i) {
    const Vec3 p = vertex(surface.X, i);
    fmt::format_to(out, "{} {} {}\n", p[0], p[1], p[2]);
  }
  for (const Triangle& c : surface.triangles) fmt::format_to(out, "3 {} {} {}\n", c[0], c[1], c[2]);
  return fmt::to_string(text);
}

// The first line of its words that says what is wrong, else the last one that says anything.
std::string complaint(const std::string& words) {
  std::string last, line;
  for (std::size_t begin = 0; begin < words.size(); begin += line.size() + 1) {
    line = words.substr(begin, words.find('\n', begin) - begin);
    const bool is_blank = line.find_first_not_of(" \t\r") == std::string::npos;
    for (const char* sign : {"Error", "error", "intersect", "Exception", "exception", "!!"})
      if (line.find(sign) != std::string::npos) return shown(line);
    if (!is_blank) last = line;
  }
  return last.empty() ? std::string("it said nothing") : shown(last);
}

struct Program {
  const char* name;
  const char* package;
  std::vector<std::string> arguments;
  const char* result;  // the file that it writes
};

double edge_length(const SurfaceMeshSettings& settings, double volume) {
  if (settings.size) return *settings.size;
  return settings.tets ? std::cbrt(6 * std::sqrt(2.0) * volume / *settings.tets) : 0;  // of so many regular tets; 0: free
}

enum class GmshAlgorithm { fast = 10, old = 1 };

Program prepare(OutsideMesher mesher, GmshAlgorithm algorithm, const TriangleMesh& surface, double size,
                const ScratchFolder& folder) {
  if (mesher == OutsideMesher::gmsh) {
    write_atomically(folder / "surface.msh", gmsh_text(surface));
    write_atomically(folder / "body.geo", "Merge \"surface.msh\";\nSurface Loop(1) = {1};\nVolume(1) = {1};\n");
    Program gmsh{"gmsh",
                 "gmsh",
                 {"body.geo", "-3", "-setnumber", "Mesh.Algorithm3D", fmt::format("{}", static_cast<int>(algorithm)), "-format",
                  "msh22", "-o", "body.msh"},
                 "body.msh"};
    if (size > 0) gmsh.arguments.insert(gmsh.arguments.end(), {"-clmax", fmt::format("{}", size)});
    return gmsh;
  }
  write_atomically(folder / "body.off", off_text(surface));
  // Y keeps the surface's triangles; q bounds the shapes, a the volumes.
  const std::string most = size > 0 ? fmt::format("a{:.17f}", size * size * size / (6 * std::sqrt(2.0))) : std::string{};
  return {"tetgen", "tetgen", {"-pYq1.4/10" + most, "body.off"}, "body.1.ele"};
}

}  // namespace

SurfaceMesh mesh_surface_outside(OutsideMesher mesher, const TriangleMesh& surface, const SurfaceMeshSettings& settings,
                                 const std::string& place) {
  const CleanSurface clean = clean_surface(surface, place);
  const ScratchFolder folder;
  const double size = edge_length(settings, clean.volume);
  // Of a size about 1 the programs meet no number that is too small for them; a power of two leaves every digit as it is.
  const double unit = std::exp2(std::ilogb(std::max(clean.surface.X.cwiseAbs().maxCoeff(), 1e-300)));
  TriangleMesh scaled = clean.surface;
  scaled.X /= unit;
  const Program program = prepare(mesher, GmshAlgorithm::fast, scaled, size / unit, folder);
  const auto refuse = [&](const std::string& message, const std::string& hint) {
    throw InputError(Fault{"mesh.outside", place, message, hint});
  };
  const char* const use_ours = "mend the surface, or use the native mesher, which takes open and intersecting surfaces";
  if (clean.open_edges > 0) refuse(fmt::format("{}; {} needs a closed one", openness(clean), program.name), use_ours);

  OutsideRun run = run_outside(program.name, program.arguments, folder.path(), kMostSeconds);
  if (mesher == OutsideMesher::gmsh && run.status > 128 && !run.timed_out) {
    // Gmsh's fast algorithm 10 crashes on some flat surfaces that its older one meshes.
    const Program slower = prepare(mesher, GmshAlgorithm::old, scaled, size / unit, folder);
    run = run_outside(slower.name, slower.arguments, folder.path(), kMostSeconds);
  }
  if (!run.found)
    refuse(fmt::format("the program {} is not installed", program.name), fmt::format("apt install {}", program.package));
  if (run.error != 0) refuse(fmt::format("{} cannot be started: {}", program.name, std::generic_category().message(run.error)), "");
  if (run.timed_out)
    refuse(fmt::format("{} did not end within {} s", program.name, kMostSeconds), "use larger tets, or the native mesher");
  if (run.status != 0)
    refuse(fmt::format("{} failed with status {}: {}", program.name, run.status, complaint(run.words)), use_ours);
  if (!std::filesystem::exists(folder / program.result))
    refuse(fmt::format("{} made no tets: {}", program.name, complaint(run.words)), use_ours);

  SurfaceMesh result;
  try {
    result.mesh = read_tet_mesh(folder / program.result);
  } catch (const InputError& error) {
    refuse(fmt::format("what {} made cannot be used: {}", program.name, error.faults().front().message), use_ours);
  }
  result.mesh.X *= unit;
  result.mesh.tet_sets.clear();  // sets are made up by the formats, not by the user
  result.mesh.vertex_sets.clear();
  result.mesh.notes = clean.surface.notes;
  const auto count = static_cast<double>(result.mesh.tets.size());
  const double wanted = settings.tets ? *settings.tets
                        : size > 0    ? 6 * std::sqrt(2.0) * clean.volume / (size * size * size)
                                      : count;
  if (count < wanted / 2 || count > 2 * wanted)
    result.mesh.notes.push_back(fmt::format("{} made {} tets where about {:.2g} were asked for: it keeps the surface's triangles",
                                            program.name, result.mesh.tets.size(), wanted));
  result.size = size;
  result.surface_volume = clean.volume;
  return result;
}

}  // namespace lilyan
