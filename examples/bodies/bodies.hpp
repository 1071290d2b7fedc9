// The bodies that the program writes: of domains, of sizes near the table of [Barbic 2011], and of several materials, to coarsen.
#pragma once

#include "random.hpp"
#include "scene_text.hpp"

namespace bodies {

enum class Size {
  whole,  // as in the table
  small,  // a thousand tets or so, for the scenes that are shipped
};

struct Request {
  std::filesystem::path folder;
  std::uint64_t seed = 1;
  Size size = Size::whole;
};

Written write_flower(const Request& request);
Written write_letters(const Request& request);
Written write_dragon(const Request& request);
Written write_station(const Request& request);
Written write_oak(const Request& request);

// Bodies whose materials differ by at most a factor of 100 over lengths that a coarse mesh does not resolve.
Written write_layered_cube(const Request& request);
Written write_cracked_bar(const Request& request);
Written write_cheese(const Request& request);
Written write_liver(const Request& request);

}  // namespace bodies
