// How many pieces cells form.
#pragma once

#include <lilyan/mesh/cells.hpp>

namespace lilyan {

// Cells hang together that share a face (of triangles and quads an edge, of edges and points a vertex).
Index pieces_by_faces(const Cells& cells);

// Cells hang together that share a vertex. A piece by faces that is not one by vertices turns freely about what it shares.
Index pieces_by_vertices(const Cells& cells);

}  // namespace lilyan
