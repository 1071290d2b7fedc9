// What a page says about a body of domains: the tree as a picture, a table of its domains, what it cost, and how its lowest
// frequencies compare with those of the full body.
#pragma once

#include <lilyan/core/vector.hpp>

#include <optional>
#include <string>
#include <vector>

namespace lilyan {

struct ShownDomain {
  std::string name;
  Index parent = -1;               // its place in the list, where it stands before this one; -1: the root
  std::string group = {};          // what instances of one model have in common, such as "leaf"; empty: it is none
  std::int64_t cells = 0;          // of its mesh
  Index coordinates = 0;           // r; 0: rigid
  double lowest = 0, highest = 0;  // frequency at rest of the domain alone [Hz]; not shown of a rigid one
  double mass = 0;                 // [kg]
  Index interface_vertices = 0;    // that it shares with its parent
  double interface_size = 0;       // how large that interface is [m]
};

// The lowest frequencies of the whole [Hz], of the full body and of the tree, in the same order.
struct FrequencyComparison {
  std::vector<double> full, reduced;
};

struct TreeReductionRecord {
  std::string body;  // its name
  std::string file;  // of the model
  std::vector<ShownDomain> domains;
  Index vertices = 0;     // of the full body
  double seconds = 0;     // of precomputation
  std::size_t bytes = 0;  // of the file
  std::optional<FrequencyComparison> comparison = {};
  std::string not_compared = {};  // why there is none
};

// A section of a page. Its size is bounded: of very many domains the table names the first, and instances share a row.
std::string domain_section(const TreeReductionRecord& record);

// The tree as an SVG, the root on the left and a box with the name for every domain, coloured by its number of coordinates. Above
// kMostNamed domains, instances that hang side by side are one box; if that is not enough, the root is the middle of circles of
// small dots.
inline constexpr std::size_t kMostNamed = 60;
std::string domain_graph(const std::vector<ShownDomain>& domains);

// Where the nodes of a tree stand so that no two branches cross: nodes without children side by side in the order of the tree,
// every other node over the middle of its own.
struct TreeLayout {
  std::vector<double> across;  // of each node: 0, 1, 2, ... of those without children, in between of the others
  std::vector<Index> depth;    // 0 of the root
  Index ends = 0;              // nodes without children
  Index deepest = 0;
};

// parent[i] < i, and -1 of the root, which stands first.
TreeLayout tree_layout(const std::vector<Index>& parent);

}  // namespace lilyan
