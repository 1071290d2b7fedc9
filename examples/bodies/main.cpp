// Writes the bodies that the documents and the tests speak of: meshes and a scene that is ready to run.
//
//   bodies NAME DIR [--seed N] [--small]
//
// NAME: flower, letters, dragon, station, oak (bodies of domains), layered_cube, cracked_bar, cheese, liver (bodies of several
// materials), or all.
//
// The same seed gives the same bytes.
#include "bodies.hpp"

#include <lilyan/core/error.hpp>

#include <charconv>
#include <cstdio>
#include <cstring>

namespace {

using namespace bodies;

struct Kind {
  const char* name;
  Written (*write)(const Request&);
  bool has_small;
};

constexpr Kind kKinds[] = {{"flower", write_flower, true},
                           {"letters", write_letters, true},
                           {"dragon", write_dragon, false},
                           {"station", write_station, false},
                           {"oak", write_oak, false},
                           {"layered_cube", write_layered_cube, false},
                           {"cracked_bar", write_cracked_bar, false},
                           {"cheese", write_cheese, false},
                           {"liver", write_liver, false}};

int usage(const char* problem) {
  std::fprintf(stderr, "error: %s\n  hint: bodies NAME DIR [--seed N] [--small], with NAME one of", problem);
  for (const Kind& kind : kKinds) std::fprintf(stderr, " %s", kind.name);
  std::fprintf(stderr, " all; flower and letters are also there with --small\n");
  return 2;
}

void print(const Written& body) {
  std::printf("%-13s ", body.scene.c_str());
  if (body.domains > 0)
    std::printf("%5d domains %6d coordinates ", body.domains, body.coordinates);
  else
    std::printf("%6d vertices ", body.vertices);
  std::printf("%7d %s", body.cells, body.cell_kind.c_str());
  if (body.largest_angle > 0) std::printf(" with angles of %.0f to %.0f degrees", body.smallest_angle, body.largest_angle);
  std::printf("\n");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return usage("a name and a folder are needed");
  const std::string name = argv[1];
  Request request{argv[2]};
  for (int k = 3; k < argc; ++k) {
    const char* const end = k + 1 < argc ? argv[k + 1] + std::strlen(argv[k + 1]) : nullptr;
    if (std::strcmp(argv[k], "--small") == 0)
      request.size = Size::small;
    else if (std::strcmp(argv[k], "--seed") == 0 && end && std::from_chars(argv[k + 1], end, request.seed).ptr == end)
      ++k;
    else
      return usage("an option is unknown, or its number is not one");
  }
  std::vector<Kind> chosen;
  for (const Kind& kind : kKinds)
    if ((name == "all" || name == kind.name) && (request.size == Size::whole || kind.has_small)) chosen.push_back(kind);
  if (chosen.empty()) return usage("there is no such body");
  try {
    std::filesystem::create_directories(request.folder);
    for (const Kind& kind : chosen) print(kind.write(request));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
