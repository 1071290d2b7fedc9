#include <lilyan/multidomain/body/domain_body_file.hpp>

#include <lilyan/multidomain/body/reduce_domains.hpp>

#include <gtest/gtest.h>

#include <tests/multidomain/voxel_trees.hpp>
#include <tests/support/fault_of.hpp>

#include <cstring>
#include <functional>
#include <limits>

namespace lilyan::test {
namespace {

// Two domains, of which the second is rigid.
DomainBodyModel small_model() {
  const VoxelTree voxels = make_tree(chain(2), {.modes = 3, .size = 7});
  Cells cells;
  cells.tets = voxels.whole.tets;
  const Vector middles = centroids(voxels.whole.X, cells);
  std::vector<Index> domain_of_cell;
  for (Index e = 0; e < cells.count(); ++e) domain_of_cell.push_back(vertex(middles, e).x() < 0.6 ? 0 : 1);
  const BodyCut cut = cut_body(voxels.whole.X, cells, domain_of_cell, 2);
  CutTree tree;
  NoTree why;
  EXPECT_TRUE(find_tree(cut, 0, {-1, -1}, tree, why));
  const std::vector<Law> laws = {StVenantKirchhoff{1e5, 1e5}};
  DomainBodyModel made = reduce_domains(plan_of_cut(
      {voxels.whole.X, cells, laws, std::vector<Index>(cells.tets.size(), 0), std::vector<double>(cells.tets.size(), 1000)}, cut,
      tree, {{"a", 5}, {"b", 0}}, {{voxels.held, {true, true, true}, {}}}));
  made.sets = {{"empty", {}}, {"wall", voxels.held}};
  return made;
}

const DomainBodyModel& model() {
  static const DomainBodyModel made = small_model();
  return made;
}

const std::vector<std::string>& section_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all = {"domains",     "domain vertices", "root",         "mesh positions",
                                    "mesh masses", "mesh sets",       "mesh surface", "cells of models"};
    for (const char* const k : {"0", "1"})
      for (const char* const part : {"positions", "masses", "basis", "stiffness", "third derivatives", "fourth derivatives",
                                     "interface vertices", "interface ends", "interface weights"})
        all.push_back(std::string("model ") + k + " " + part);
    return all;
  }();
  return names;
}

// The file with one section changed, or left out.
ModelFile with_section(const std::string& changed, const std::function<bool(std::string&)>& change) {
  const ModelFile whole = to_model_file(model());
  ModelFile file(kDomainBodyKind);
  for (const std::string& name : section_names()) {
    const auto section = whole.section(name);
    std::string bytes(section.begin(), section.end());
    if (name != changed || change(bytes)) file.add(name, bytes);
  }
  return file;
}

template <class Number>
void put(std::string& bytes, std::size_t k, Number number) {
  std::memcpy(bytes.data() + k * sizeof number, &number, sizeof number);
}

TEST(DomainBodyFile, ComesBackBitForBit) {
  const std::string bytes = to_model_file(model()).to_bytes();
  const DomainBodyModel again = domain_body_of(ModelFile::from_bytes(bytes, "a.model", kDomainBodyKind));
  EXPECT_TRUE(to_model_file(again).to_bytes() == bytes);
  ASSERT_EQ(again.domains.size(), 2u);
  EXPECT_EQ(again.domains[1].name, "b");
  EXPECT_EQ(again.domains[1].vertices, model().domains[1].vertices);
  EXPECT_TRUE(again.X == model().X);
  EXPECT_EQ(again.surface, model().surface);
  EXPECT_EQ(again.sets, model().sets);
  EXPECT_EQ(again.models[0].U, model().models[0].U);
  EXPECT_TRUE(again.models[0].energy == model().models[0].energy);
  EXPECT_EQ(again.models[1].U.cols(), 0);
  EXPECT_TRUE(small_model().models[0].U == model().models[0].U);  // and the same when it is made again
}

TEST(DomainBodyFile, KnowsWhatItHolds) {
  const std::vector<bool> held = model().held_components();
  Index count = 0;
  for (Index i = 0; i < model().vertices(); ++i) {
    const bool is_at_wall = vertex(model().X, i).x() < 1e-9;
    for (std::size_t axis = 0; axis < 3; ++axis) EXPECT_EQ(held[3 * static_cast<std::size_t>(i) + axis], is_at_wall);
    count += is_at_wall;
  }
  EXPECT_EQ(count, 9);
}

TEST(DomainBodyFile, NeedsEverySection) {
  for (const std::string& name : section_names()) {
    const bool is_needed = name.find("model 1 ") != 0 || name.find("derivatives") == std::string::npos;
    if (!is_needed || name == "model 1 stiffness") continue;  // of a rigid domain
    const Fault fault = fault_of([&] { domain_body_of(with_section(name, [](std::string&) { return false; })); });
    EXPECT_EQ(fault.id, "model.content") << name;
  }
}

TEST(DomainBodyFile, WhoseSectionsAreOfAnotherLengthIsRefused) {
  for (const std::string& name : section_names()) {
    if (name.find("model 1 ") == 0 &&
        (name.find("derivatives") != std::string::npos || name.find("stiffness") != std::string::npos))
      continue;
    for (const std::size_t more : {1u, 4u, 8u, 24u})
      EXPECT_EQ(fault_of([&] {
                  domain_body_of(with_section(name, [&](std::string& bytes) {
                    bytes += std::string(more, '\1');
                    return true;
                  }));
                }).id,
                "model.content")
          << name << " longer by " << more;
    EXPECT_EQ(fault_of([&] {
                domain_body_of(with_section(name, [&](std::string& bytes) {
                  if (bytes.empty()) bytes = "x";
                  bytes.pop_back();
                  if (bytes.empty()) bytes = "xyz";
                  return true;
                }));
              }).id,
              "model.content")
        << name;
  }
}

TEST(DomainBodyFile, WhoseNumbersMakeNoSenseIsRefused) {
  struct Change {
    std::string section;
    std::function<void(std::string&)> change;
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<Change> changes = {
      {"domain vertices", [](std::string& bytes) { put(bytes, 0, Index{-1}); }},
      {"domain vertices", [](std::string& bytes) { put(bytes, 3, model().vertices()); }},
      {"mesh positions", [&](std::string& bytes) { put(bytes, 5, nan); }},
      {"mesh masses", [](std::string& bytes) { put(bytes, 2, -1.0); }},
      {"mesh masses", [](std::string& bytes) { put(bytes, 2, 0.0); }},
      {"mesh surface", [](std::string& bytes) { put(bytes, 2, Index{1000000}); }},
      {"mesh sets", [](std::string& bytes) { bytes.replace(bytes.size() - 4, 4, std::string(4, '\0')); }},
      {"cells of models", [](std::string& bytes) { put(bytes, 0, Index{-7}); }},
      {"cells of models", [](std::string& bytes) { bytes.resize(4); }},
      {"model 0 masses", [](std::string& bytes) { put(bytes, 1, 0.0); }},
      {"model 0 basis", [&](std::string& bytes) { put(bytes, 9, nan); }},
      {"model 0 stiffness", [](std::string& bytes) { put(bytes, 1, 12345.0); }},
      {"model 0 interface vertices", [](std::string& bytes) { put(bytes, 0, Index{-1}); }},
      {"model 0 interface ends", [](std::string& bytes) { put(bytes, 0, Index{2}); }},
      {"model 0 interface ends", [](std::string& bytes) { bytes.clear(); }},
      {"model 0 interface weights", [](std::string& bytes) { put(bytes, 0, 0.0); }},
      {"root", [](std::string& bytes) { bytes.replace(1 + 24, 8, std::string(8, '\0')); }},
  };
  for (std::size_t k = 0; k < changes.size(); ++k)
    EXPECT_EQ(fault_of([&] {
                domain_body_of(with_section(changes[k].section, [&](std::string& bytes) {
                  changes[k].change(bytes);
                  return true;
                }));
              }).id,
              "model.content")
        << k << " " << changes[k].section;
}

TEST(DomainBodyFile, WhoseDomainsFormNoTreeIsRefused) {
  const auto refused = [](const std::function<void(DomainBodyModel&)>& change) {
    DomainBodyModel changed = model();
    change(changed);
    return fault_of([&] { domain_body_of(to_model_file(changed)); }).id == "model.content";
  };
  EXPECT_TRUE(refused([](DomainBodyModel& m) { m.domains[1].parent = 1; }));
  EXPECT_TRUE(refused([](DomainBodyModel& m) { m.domains[1].parent = -1; }));
  EXPECT_TRUE(refused([](DomainBodyModel& m) { m.domains[0].parent = 0; }));
  EXPECT_TRUE(refused([](DomainBodyModel& m) { m.domains[1].model = 2; }));
  EXPECT_TRUE(refused([](DomainBodyModel& m) { m.domains[1].interface = 1; }));
  EXPECT_TRUE(refused([](DomainBodyModel& m) { m.domains[1].scale = 0; }));
  EXPECT_TRUE(refused([](DomainBodyModel& m) { m.domains[1].rotation *= 2; }));
  EXPECT_TRUE(refused([](DomainBodyModel& m) { m.domains[1].offset[0] = std::numeric_limits<double>::infinity(); }));
  EXPECT_TRUE(refused([](DomainBodyModel& m) { m.domains.clear(); }));
}

}  // namespace
}  // namespace lilyan::test
