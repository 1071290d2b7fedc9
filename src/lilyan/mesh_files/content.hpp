// What a mesh file says, before anything is judged: every reader fills it, `lilyan info` describes it, and read_tet_mesh and
// read_triangle_mesh make of it what can be simulated or drawn.
//
// Positions are finite and indices in range; nothing else is promised. Tets may be inverted, flat or twice there.
#pragma once

#include <lilyan/core/platform/file_reader.hpp>
#include <lilyan/mesh/body_mesh.hpp>
#include <lilyan/mesh/triangle_mesh.hpp>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace lilyan {

struct MeshContent {
  std::string format;  // "Gmsh 4.1 binary"
  Vector X;            // positions [m], 3 a vertex
  std::vector<Tet> tets;
  std::vector<Hex> hexes;
  std::vector<Triangle> triangles;
  std::vector<Index> other_vertices;                                // of elements that are none of these
  std::map<std::string, std::vector<Index>> tet_sets, vertex_sets;  // tet_sets are of hexes where there are no tets
  std::vector<FileMaterial> materials;
  std::vector<Index> tet_material;  // of every tet, an index into `materials`; empty where `materials` is
  std::vector<std::string> notes;
  MeshOrigin origin;

  Index vertices() const { return static_cast<Index>(X.size() / 3); }
};

// By the file's extension and, where its first bytes say otherwise, by those (with a note). Throws InputError where the file is not
// what it says it is.
MeshContent read_mesh_content(const std::filesystem::path& file);

// The same of a file in memory, named with its extension; not for TetGen's two files.
MeshContent parse_mesh_content(TextFile file);

// Valid, as make_valid says; vertices that only other elements use are dropped with a note.
TetMesh to_tet_mesh(MeshContent content);

// What a body can be of: the tets, else the hexes, else the triangles, valid as make_valid says. Vertices that belong to none of
// these are dropped with a note.
BodyMesh to_body_mesh(MeshContent content);

// The triangles, or the surface of the tets where there are none. Triangles with a vertex twice are dropped with a note.
TriangleMesh to_triangle_mesh(MeshContent content);

}  // namespace lilyan
