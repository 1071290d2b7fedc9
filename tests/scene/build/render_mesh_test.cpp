// A fine surface that a body of a scene carries.
#include <lilyan/core/error.hpp>
#include <lilyan/mesh_files/write.hpp>
#include <lilyan/meshing/shapes.hpp>
#include <lilyan/scene/load.hpp>

#include <tests/support/temporary_folder.hpp>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cstdlib>

namespace lilyan {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

class RenderMesh : public ::testing::Test {
 protected:
  void SetUp() override {
    const TetMesh ball = Ball{0.5, 0.1, Vec3::Zero()}.mesh();
    fine.X = ball.X;
    fine.triangles = surface(ball);
    write_triangle_mesh(folder / "ball.obj", fine);
  }
  Scene load(const std::string& render, const std::string& mesh = R"("size": [1, 1, 1], "cells": [3, 3, 3])") {
    return parse_scene(fmt::format(R"({{"lilyan": 1, "bodies": [
                         {{"mesh": {{"type": "box", "size": [1, 1, 1], "cells": [1, 1, 1]}}, "density": 1, "material": {{"type": "stvk", "mu": 1, "lambda": 1}}}},
                         {{"mesh": {{"type": "box", {}}}, "density": 1, "material": {{"type": "stvk", "mu": 1, "lambda": 1}},
                           "deform": [{{"type": "stretch", "factors": [1, 2, 1]}}], "render": {}}}],
                         "integrator": {{"type": "avf"}}, "time": {{"step": 0.01, "steps": 1}}}})",
                                   mesh, render),
                       folder / "scene.json");
  }

  TriangleMesh fine;
  test::TemporaryFolder folder;
};

TEST_F(RenderMesh, FollowsTheBodyInItsOwnNumbers) {
  const Scene scene = load(R"({"path": "ball.obj"})");
  EXPECT_EQ(scene.inventory.bodies[0].render, nullptr);
  const Body& body = scene.inventory.bodies[1];
  ASSERT_NE(body.render, nullptr);
  EXPECT_EQ(body.render->surface().triangles, fine.triangles);
  const Vector x = scene.simulation.initial().x.segment(3 * body.first_vertex, 3 * body.vertices);
  const Vector shown = body.render->at(x);
  for (Index i = 0; i < fine.vertices(); ++i)
    EXPECT_LT((vertex(shown, i) - Vec3(1, 2, 1).cwiseProduct(vertex(fine.X, i))).norm(), 1e-12);
}

TEST_F(RenderMesh, UndergoesTheTransformOfTheMesh) {
  const Scene scene = load(R"({"path": "ball.obj"})",
                           R"("size": [1, 1, 1], "cells": [3, 3, 3], "transform": {"scale": 0.01, "translate": [7, 0, 0]})");
  const CarriedSurface& render = *scene.inventory.bodies[1].render;
  for (Index i = 0; i < fine.vertices(); ++i)
    EXPECT_LT((vertex(render.surface().X, i) - (0.01 * vertex(fine.X, i) + Vec3(7, 0, 0))).norm(), 1e-14);
  EXPECT_TRUE(scene.record.notes.empty());
}

TEST_F(RenderMesh, IsNotedWhereItLiesFarOutsideItsBody) {
  EXPECT_THAT(load(R"({"path": "ball.obj"})", R"("size": [0.1, 0.1, 0.1], "cells": [1, 1, 1])").record.notes,
              Contains(HasSubstr("lies up to")));
}

TEST_F(RenderMesh, IsRefusedWithItsPlace) {
  folder.write("bad.interp", "0 0 1 1 0 2 0 999 0\n");
  folder.write("words.obj", "v 1 2\n");
  const std::pair<const char*, const char*> cases[] = {
      {R"({"path": "none.obj"})", "bodies/1/render/path"},
      {R"({"path": "words.obj"})", "bodies/1/render/path"},
      {R"({"path": "ball.obj", "interp": "none.interp"})", "bodies/1/render/interp"},
      {R"({"path": "ball.obj", "interp": "bad.interp"})", "bad.interp:1"},
      {R"({"interp": "bad.interp"})", "bodies/1/render"},
      {R"({"path": "ball.obj", "weights": "a"})", "bodies/1/render/weights"},
  };
  for (const auto& [render, place] : cases) try {
      load(render);
      ADD_FAILURE() << "accepted: " << render;
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), HasSubstr(place)) << render;
    }
}

TEST_F(RenderMesh, OfTheTurtleIsCarriedByTheWeightsOfItsFile) {
  const char* data = std::getenv("LILYAN_TEST_DATA");
  if (data == nullptr) GTEST_SKIP() << "LILYAN_TEST_DATA does not name the folder with the meshes";
  const auto scene = [&](const char* interp) {
    return parse_scene(
        fmt::format(R"({{"lilyan": 1, "bodies": [{{"mesh": {{"type": "file", "path": "{0}/turtle-volumetric-heterogeneous.veg"}},
                          "material": {{"type": "file", "law": "stvk"}}, "render": {{"path": "{0}/turtle.obj"{1}}}}}],
                          "integrator": {{"type": "avf"}}, "time": {{"step": 0.01, "steps": 1}}}})",
                    data, fmt::format(fmt::runtime(interp), data)),
        folder / "turtle.json");
  };
  const Scene given = scene(R"(, "interp": "{}/turtle.interp")"), computed = scene("");
  const CarriedSurface& a = *given.inventory.bodies[0].render;
  const CarriedSurface& b = *computed.inventory.bodies[0].render;
  // Weights of six digits in tets of about 1: what the file says is where the surface is, and so is what we compute.
  EXPECT_LT((a.at(given.simulation.initial().x) - a.surface().X).lpNorm<Eigen::Infinity>(), 1e-4);
  EXPECT_LT((b.at(computed.simulation.initial().x) - b.surface().X).lpNorm<Eigen::Infinity>(), 1e-12);
}

}  // namespace
}  // namespace lilyan
