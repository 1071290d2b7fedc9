#include <lilyan/coarsening/fine_body.hpp>
#include <lilyan/materials/registry.hpp>

#include <gtest/gtest.h>

#include <tests/coarsening/fine_bodies.hpp>
#include <tests/support/fault_of.hpp>

namespace lilyan::test {
namespace {

TEST(FineBody, HasHookesStiffnessAtRestWhateverTheIsotropicLaw) {
  const double mu = 3, lambda = 5;
  Mat6 hooke = 2 * mu * Mat6::Identity();
  hooke.topLeftCorner<3, 3>().array() += lambda;
  const double E = mu * (3 * lambda + 2 * mu) / (lambda + mu), nu = lambda / (2 * (lambda + mu));
  for (const char* name : {"linear", "stvk", "neo_hookean", "stable_neo_hookean", "corotated"}) {
    const Mat6 C = rest_stiffness(law_from_moduli(*find_material(name), E, nu));
    EXPECT_LT((C - hooke).cwiseAbs().maxCoeff(), 1e-12 * hooke.maxCoeff()) << name;
  }
}

TEST(FineBody, RefusesALawWithoutStiffness) {
  const Fault fault = fault_of([] { rest_stiffness(Linear{1, -0.7}, "bodies/0/material"); });
  EXPECT_EQ(fault.id, "coarsening.stiffness");
  EXPECT_EQ(fault.place, "bodies/0/material");
  EXPECT_NE(fault.message.find("-0.1"), std::string::npos) << fault.message;
}

TEST(FineBody, RefusesMixedCellsAndListsOfTheWrongLength) {
  const FineBody good = fine_box({Vec3::Ones(), {1, 1, 1}});
  const auto id = [&](auto change) {
    FineBody bad = good;
    change(bad);
    return fault_of([&] { make_fine_body(bad.X, bad.cells, {kSoft}, bad.law_of_cell, bad.density, bad.held); }).id;
  };
  EXPECT_EQ(id([](FineBody& body) { body.cells.triangles.push_back({0, 1, 2}); }), "coarsening.body");
  EXPECT_EQ(id([](FineBody& body) { body.density.pop_back(); }), "coarsening.body");
  EXPECT_EQ(id([](FineBody& body) { body.held.pop_back(); }), "coarsening.body");
  EXPECT_EQ(id([](FineBody& body) { body.law_of_cell[0] = 1; }), "coarsening.body");
  EXPECT_EQ(id([](FineBody& body) { std::swap(body.cells.tets[0][0], body.cells.tets[0][1]); }), "coarsening.body");
  EXPECT_EQ(id([](FineBody& body) { body.density[0] = 0; }), "coarsening.body");
}

TEST(FineBody, HasTheStrainOfALinearField) {
  const Mat3 A = (Mat3() << 1, 2, 3, 4, 5, 6, 7, 8, 10).finished();
  const FineBody box = fine_box({Vec3(1, 2, 3), {1, 1, 1}});
  for (Index e = 0; e < box.cells.count(); ++e) {
    Vector u(12);
    for (Index v = 0; v < 4; ++v) vertex(u, v) = A * vertex(box.X, box.cells.vertices(e)[static_cast<std::size_t>(v)]);
    EXPECT_LT((strain_matrix(box, e) * u - mandel(0.5 * (A + A.transpose()))).norm(), 1e-13);
  }
  const FineBody slice = fine_rectangle({Vec3(2, 1, 1), {2, 2, 1}});
  Mat3 plane = Mat3::Zero();
  plane.topLeftCorner<2, 2>() = A.topLeftCorner<2, 2>();
  for (Index e = 0; e < slice.cells.count(); ++e) {
    Vector u(9);
    for (Index v = 0; v < 3; ++v) vertex(u, v) = A * vertex(slice.X, slice.cells.vertices(e)[static_cast<std::size_t>(v)]);
    EXPECT_LT((strain_matrix(slice, e) * u - mandel(0.5 * (plane + plane.transpose()))).norm(), 1e-13);
  }
}

}  // namespace
}  // namespace lilyan::test
