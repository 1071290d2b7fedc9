// The page about the reduced models of a scene: what each body was reduced to, and how its first columns move.
#pragma once

#include <lilyan/report/domains/domain_page.hpp>

#include <string>
#include <vector>

namespace lilyan {

struct Body;
struct Inventory;

struct ReductionRecord {
  std::string body;                        // its name
  std::string file;                        // of the model
  Index vertices = 0;                      // that it has
  Vector frequencies;                      // [Hz] of each coordinate
  double left_out = 0;                     // of what the basis was made from, 0 to 1
  int degree = 0;                          // of the energy
  double seconds = 0;                      // of making it
  std::size_t bytes = 0;                   // of the file
  std::vector<std::string> pictures = {};  // PNG, of the first coordinates
};

// One page that needs nothing else. `file` is that of the scene with the models; `trees` are the bodies of domains.
std::string reduction_page(const std::string& scene, const std::string& file, const std::vector<ReductionRecord>& records,
                           const std::vector<TreeReductionRecord>& trees = {});

// A PNG of a body at rest with displacements u of its vertices, which are scaled: the largest is a tenth of its size.
std::string shape_picture(const Inventory& inventory, const Body& body, const Vector& u);

}  // namespace lilyan
