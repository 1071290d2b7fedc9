// A bar of layers, by turns soft and a hundred times stiffer, as 32 boxes: by probes of the fine body, and by mean stiffness.
#include <lilyan/coarsening/coarse_mesh.hpp>
#include <lilyan/coarsening/model/rest_behaviour.hpp>
#include <lilyan/lilyan.hpp>

#include <cstdio>

void print(const char* name, lilyan::Index cells, const lilyan::RestBehaviour& rest) {
  std::printf("%-10s %5d cells, sag %.4g J, frequencies", name, int(cells), rest.sag.value());
  for (double hertz : rest.frequencies) std::printf(" %.4g", hertz);
  std::printf(" Hz\n");
}

int main(int argc, char** argv) {
  std::vector<lilyan::BodyToCoarsen> bodies;
  const lilyan::Scene scene = lilyan::load_scene(argc > 1 ? argv[1] : "bar.json", {}, bodies);
  const lilyan::FineShape& shape = bodies.at(0).shape;
  const lilyan::FineBody fine = lilyan::fine_body_of(bodies.at(0));
  const lilyan::Vec3 g = scene.simulation.system().gravity();
  print("fine", fine.cells.count(), lilyan::rest_behaviour(fine, shape.mass, g, 5));

  const lilyan::CoarseMesh cage = lilyan::cage_around(fine, {8, 2, 2});
  for (lilyan::BoxMethod method : {lilyan::BoxMethod::hg18, lilyan::BoxMethod::arithmetic}) {
    const lilyan::CoarseModel model = lilyan::make_model(fine, shape, lilyan::coarsen(fine, cage, {.method = method}));
    print(method == lilyan::BoxMethod::hg18 ? "probed" : "arithmetic", model.cells.count(),
          lilyan::rest_behaviour(model, fine, g, 5));
  }
}
