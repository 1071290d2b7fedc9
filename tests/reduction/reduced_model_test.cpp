#include <lilyan/reduction/reduced_model.hpp>

#include <lilyan/reduction/modal_basis.hpp>
#include <lilyan/reduction/reduce_elasticity.hpp>

#include <gtest/gtest.h>

#include <tests/reduction/held_bar.hpp>
#include <tests/support/fault_of.hpp>
#include <tests/support/temporary_folder.hpp>

namespace lilyan::test {
namespace {

ReducedModel bar_model(const BodySpec& spec = with_consistent_mass(held_bar())) {
  const MovingBody body = make_body(spec);
  ReducedModel model;
  model.X = body.mesh.X;
  model.mass = body.system->vertex_mass();
  model.mass.shared = {{0, 1, 0.25}, {3, 2, 0.5}};
  model.basis = modal_basis(*body.system, body.mesh.X, {.modes = 3, .size = 6});
  model.energy =
      reduce_stvk(body.mesh.X, {.tets = body.mesh.tets}, {spec.law}, std::vector<Index>(body.mesh.tets.size(), 0), model.basis.U);
  return model;
}

// The model with one section replaced, or left out where it is nullptr.
ModelFile with_section(const ReducedModel& model, const std::string& changed, const std::string* bytes) {
  const ModelFile whole = to_model_file(model);
  ModelFile file(kReducedModelKind);
  for (const char* name : {"positions", "masses", "shared masses", "frequencies", "left out", "basis", "stiffness",
                           "third derivatives", "fourth derivatives"}) {
    const auto section = whole.section(name);
    if (name != changed)
      file.add(name, {section.data(), section.size()});
    else if (bytes != nullptr)
      file.add(name, *bytes);
  }
  return file;
}

std::string bytes_of(const Vector& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), static_cast<std::size_t>(numbers.size()) * sizeof(double)};
}

TEST(ReducedModel, ComesBackFromItsFileBitForBit) {
  const TemporaryFolder folder;
  const ReducedModel model = bar_model();
  write_reduced_model(folder / "bar.model", model);
  const ReducedModel again = read_reduced_model(folder / "bar.model");
  EXPECT_TRUE(again.X == model.X);
  EXPECT_TRUE(again.mass.vertex == model.mass.vertex);
  ASSERT_EQ(again.mass.shared.size(), 2u);
  EXPECT_EQ(again.mass.shared[1].i, 3);
  EXPECT_EQ(again.mass.shared[1].j, 2);
  EXPECT_EQ(again.mass.shared[1].m, 0.5);
  EXPECT_TRUE(again.basis.U == model.basis.U);
  EXPECT_TRUE(again.basis.frequencies == model.basis.frequencies);
  EXPECT_EQ(again.basis.left_out, model.basis.left_out);
  EXPECT_TRUE(again.energy == model.energy);
  EXPECT_FALSE(again.energy.is_quadratic());
  EXPECT_EQ(again.size(), 6);
}

TEST(ReducedModel, HasTheSameBytesOnEveryRun) {
  EXPECT_EQ(to_model_file(bar_model()).to_bytes(), to_model_file(bar_model()).to_bytes());
}

TEST(ReducedModel, OfLinearElasticityComesBackQuadratic) {
  ReducedModel model = bar_model();
  model.energy = QuarticEnergy(model.energy.linear());
  const ReducedModel again = reduced_model_of(to_model_file(model));
  EXPECT_TRUE(again.energy.is_quadratic());
  EXPECT_TRUE(again.energy == model.energy);
}

TEST(ReducedModel, OfNothingComesBack) { EXPECT_EQ(reduced_model_of(to_model_file({})).size(), 0); }

TEST(ReducedModel, KeepsTheNumbersFromBeforeCellsWereRemoved) {
  ReducedModel model;
  model.X = Vector::Zero(6);
  model.mass = Vector(Vector::Ones(2));
  model.numbers = kept_numbers({false, true, true});
  EXPECT_EQ(reduced_model_of(to_model_file(model)).numbers, model.numbers);
  for (const KeptNumbers& bad : {KeptNumbers{{2, 1}, 3}, KeptNumbers{{1}, 3}, KeptNumbers{{1, 3}, 3}, KeptNumbers{{-1, 0}, 3}}) {
    model.numbers = bad;
    EXPECT_EQ(fault_of([&] { reduced_model_of(to_model_file(model)); }).id, "model.content") << bad.old.back();
  }
}

TEST(ReducedModel, WhoseSectionsDoNotFitTogetherIsRefused) {
  const ReducedModel model = bar_model();
  auto refused = [&](const std::string& section, const std::string& bytes) {
    EXPECT_EQ(fault_of([&] { reduced_model_of(with_section(model, section, &bytes)); }).id, "model.content") << section;
  };
  for (const char* name : {"positions", "masses", "shared masses", "frequencies", "left out", "basis", "stiffness",
                           "third derivatives", "fourth derivatives"}) {
    EXPECT_EQ(fault_of([&] { reduced_model_of(with_section(model, name, nullptr)); }).id, "model.content") << name;
    refused(name, "12345");
    refused(name, bytes_of(Vector::Ones(5)));
    refused(name, bytes_of(Vector::Constant(model.X.size(), std::numeric_limits<double>::quiet_NaN())));
  }
  const Index n = static_cast<Index>(model.X.size() / 3);
  refused("masses", bytes_of(Vector::Constant(n, -1)));
  refused("frequencies", bytes_of(Vector::Ones(7)));
  refused("stiffness", bytes_of(Vector::LinSpaced(36, 1, 36)));
  refused("fourth derivatives", "");
  refused("third derivatives", "");
  auto shared = [](Index i, Index j, double m) {
    return std::string(reinterpret_cast<const char*>(&i), 4) + std::string(reinterpret_cast<const char*>(&j), 4) +
           std::string(reinterpret_cast<const char*>(&m), 8);
  };
  refused("shared masses", shared(0, n, 1));
  refused("shared masses", shared(-1, 0, 1));
  refused("shared masses", shared(1, 1, 1));
  refused("shared masses", shared(0, 1, std::numeric_limits<double>::infinity()));
}

TEST(ReducedModel, IsNoOtherKindOfModel) {
  const TemporaryFolder folder;
  write_model_file(folder / "a", ModelFile({"tree", 1}));
  EXPECT_EQ(fault_of([&] { read_reduced_model(folder / "a"); }).id, "model.kind");
}

}  // namespace
}  // namespace lilyan::test
