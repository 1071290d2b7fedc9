// A coarse scene from a fine one, as `lilyan coarsen` makes it.
#pragma once

#include <lilyan/coarsening/coarse_mesh.hpp>
#include <lilyan/coarsening/model/coarse_model_file.hpp>
#include <lilyan/coarsening/model/rest_behaviour.hpp>
#include <lilyan/scene/load.hpp>
#include <lilyan/scene/models/scene_with_models.hpp>

#include <fstream>

namespace lilyan::test {

struct CoarsePair {
  BodyToCoarsen fine;
  FineBody body;
  CoarseModel model;
  std::filesystem::path fine_scene, coarse_scene;

  RestBehaviour fine_rest(const Vec3& g, Index frequencies) const { return rest_behaviour(body, fine.shape.mass, g, frequencies); }
  RestBehaviour coarse_rest(const CoarseModel& of, const Vec3& g, Index frequencies) const {
    return rest_behaviour(of, body, g, frequencies);
  }
  CoarseModel by(const CoarseMesh& mesh, BoxMethod method) const {
    CoarseningSettings settings;
    settings.method = method;
    FineShape shape = fine.shape;
    shape.source = source_of(body);
    CoarseModel made = make_model(body, shape, coarsen(body, mesh, settings));
    made.method = method == BoxMethod::hg18 ? "hg18" : "arithmetic";
    return made;
  }
};

// Of the first body. `folder` gets "<name>.model" and "coarse.json".
inline CoarsePair coarsened(const std::filesystem::path& scene_file, const std::filesystem::path& folder,
                            const std::array<Index, 3>& cells, const std::vector<CagePlane>& planes = {},
                            const std::vector<std::string>& overrides = {}) {
  std::vector<BodyToCoarsen> bodies;
  const Scene scene = load_scene(scene_file, overrides, bodies);
  CoarsePair pair;
  pair.fine_scene = scene_file;
  pair.fine = bodies.front();
  pair.body = fine_body_of(pair.fine);
  pair.model = pair.by(cage_around(pair.body, cells, planes), BoxMethod::hg18);
  write_model_file(folder / (pair.fine.name + ".model"), to_model_file(pair.model));
  pair.coarse_scene = folder / "coarse.json";
  std::ofstream(pair.coarse_scene) << scene_text_with_coarse_body(scene.record.text, scene_file.parent_path(), folder,
                                                                  pair.fine.entry, pair.fine.name + ".model",
                                                                  source_text(pair.model.fine.source));
  return pair;
}

}  // namespace lilyan::test
