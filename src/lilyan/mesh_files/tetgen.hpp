// The vertex and tet tables that TetGen and VegaFEM files share.
//
//   <vertices> 3 [<attributes> [<markers>]]        <tets> 4 [<attributes>]
//   <id> x y z [attributes] [marker]               <id> a b c d [attributes]
//
// Ids count up from 0 or 1, as the first vertex says, the same for both tables.
#pragma once

#include <lilyan/mesh_files/content.hpp>
#include <lilyan/mesh_files/scan/text.hpp>

namespace lilyan {

// Both read from the header line on, which is the next one. Origins count the files of their own scanner.
void read_vertex_table(TextScanner& text, MeshContent& mesh);

// The tets' attributes, where there is exactly one a tet; else empty. The vertices have been read.
std::vector<double> read_tet_table(TextScanner& text, MeshContent& mesh);

}  // namespace lilyan
