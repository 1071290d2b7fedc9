// A fine surface that a body of a scene carries.
#include <lilyan/core/error.hpp>
#include <lilyan/mesh/carried_surface.hpp>
#include <lilyan/mesh_files/write.hpp>
#include <lilyan/meshing/shapes.hpp>
#include <lilyan/run/gap_watch.hpp>
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

TEST_F(RenderMesh, IsCarriedByHexes) {
  const Scene scene = load(R"({"path": "ball.obj"})", R"("size": [1, 1, 1], "cells": [3, 3, 3], "elements": "hexes")");
  const Body& body = scene.inventory.bodies[1];
  ASSERT_NE(body.render, nullptr);
  EXPECT_EQ(body.kind, CellKind::hex);
  EXPECT_EQ(body.render->surface().triangles, fine.triangles);
  const Vector shown = body.render->at(body.part_of(scene.simulation.initial().x));
  for (Index i = 0; i < fine.vertices(); ++i)
    EXPECT_LT((vertex(shown, i) - Vec3(1, 2, 1).cwiseProduct(vertex(fine.X, i))).norm(), 1e-12);
  ASSERT_EQ(scene.record.notes.size(), 1u);
  EXPECT_NE(scene.record.notes[0].find("overlap at the start"), std::string::npos) << scene.record.notes[0];
}

TEST_F(RenderMesh, OfHexesHasNoWeightsInTets) {
  folder.write("tets.interp", "0 0 1 1 0 2 0 3 0\n");
  try {
    load(R"({"path": "ball.obj", "interp": "tets.interp"})", R"("size": [1, 1, 1], "cells": [1, 1, 1], "elements": "hexes")");
    ADD_FAILURE() << "accepted";
  } catch (const InputError& error) {
    EXPECT_EQ(error.faults().front().id, "scene.cells");
    EXPECT_THAT(error.what(), HasSubstr("bodies/1/render/interp"));
  }
}

// Both sides of an interface have copies of its vertices, which separate as the domains bend. What is shown has one position per
// vertex: points of the surface that lie a nanometre apart on the two sides of the interface stay together.
TEST_F(RenderMesh, OfDomainsIsContinuousAcrossTheirInterface) {
  constexpr double kApart = 1e-9;
  for (const char* elements : {"tets", "hexes"}) {
    TriangleMesh strips;
    strips.X.resize(3 * 2 * 9);
    for (Index k = 0; k < 9; ++k) {
      const Vec3 on_the_interface(0, 0.1 * (k / 3) - 0.1, 0.1 * (k % 3) - 0.1);  // the outermost on the rim of the body
      vertex(strips.X, 2 * k) = on_the_interface - Vec3(0.5 * kApart, 0, 0);
      vertex(strips.X, 2 * k + 1) = on_the_interface + Vec3(0.5 * kApart, 0, 0);
    }
    for (Index k = 0; k < 8; ++k) strips.triangles.push_back({2 * k, 2 * k + 1, 2 * k + 3});
    write_triangle_mesh(folder / "strips.ply", strips);
    Scene scene = parse_scene(fmt::format(R"({{"lilyan": 1, "gravity": [0, -9.81, 0], "bodies": [{{"name": "bar",
                  "mesh": {{"type": "box", "size": [1.2, 0.2, 0.2], "cells": [12, 2, 2], "elements": "{}"}},
                  "material": {{"type": "stvk", "youngs_modulus": 5e5, "poissons_ratio": 0.3}}, "density": 1000,
                  "render": {{"path": "strips.ply"}},
                  "domains": [{{"select": {{"type": "box", "min": [-1, -1, -1], "max": [0, 1, 1]}}, "modes": 12}},
                              {{"select": {{"type": "box", "min": [0, -1, -1], "max": [1, 1, 1]}}, "modes": 12}}]}}],
                  "pins": [{{"body": "bar", "select": {{"type": "plane", "point": [-0.6, 0, 0], "normal": [-1, 0, 0]}}}}],
                  "damping": [{{"type": "rayleigh", "stiffness": 0.005}}],
                  "integrator": {{"type": "multidomain_newmark"}}, "time": {{"step": 0.01, "steps": 20}}}})",
                                          elements),
                              folder / "chain.json");
    const CarriedSurface& render = *scene.inventory.bodies[0].render;
    ASSERT_GT((vertex(render.surface().X, 1) - vertex(render.surface().X, 0)).norm(), 0) << "the file keeps both sides apart";
    while (!scene.simulation.is_finished()) ASSERT_TRUE(scene.simulation.step());
    std::optional<DomainRecord> separated = start_of_domain_record(scene.simulation);
    ASSERT_TRUE(separated);
    look_at_domains(scene.simulation, *separated);
    EXPECT_GT(separated->jumps[1], 1e-4) << "the copies lie apart, so there is something to see";
    const Vector shown = render.at(scene.simulation.positions());
    EXPECT_GT((shown - render.surface().X).lpNorm<Eigen::Infinity>(), 0.02) << "it has moved";
    for (Index k = 0; k < 9; ++k)
      EXPECT_LT((vertex(shown, 2 * k + 1) - vertex(shown, 2 * k)).norm(), 3 * kApart) << elements << ", point " << k;
  }
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
