// A scene to start from, for a body that has just been meshed.
#pragma once

#include <lilyan/mesh/quality.hpp>
#include <lilyan/mesh/triangle_mesh.hpp>

#include <apps/lilyan/commands/commands.hpp>

namespace lilyan::app {

// Where the scaled surface goes; empty where the file's own will do.
std::filesystem::path surface_copy(const MeshOptions& options);

// The body hangs from its topmost part and is so soft that it sags visibly under its own weight without being crushed, whatever its
// size and shape; the surface is carried along and shown. With --scale the scaled surface is written beside the mesh, since the
// file's own is in other units.
void write_first_scene(const std::filesystem::path& scene, const MeshOptions& options, const TriangleMesh& surface,
                       const MeshFigures& body);

}  // namespace lilyan::app
