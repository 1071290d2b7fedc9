#include <lilyan/core/error.hpp>
#include <lilyan/multidomain/domain_tree.hpp>

#include <gtest/gtest.h>

#include <tests/multidomain/random_trees.hpp>
#include <tests/multidomain/voxel_trees.hpp>

namespace lilyan::test {
namespace {

template <class Make>
std::string id_of(Make make) {
  try {
    make();
  } catch (const InputError& error) {
    return error.faults().front().id;
  }
  return "none";
}

TEST(DomainTree, RefusesWhatIsNoTree) {
  const DomainTree good = random_tree(1, {.domains = 4});
  auto with = [&](auto change) {
    std::vector<Domain> domains;
    for (Index j = 0; j < good.count(); ++j) domains.push_back(good[j]);
    change(domains);
    return id_of([&] { DomainTree(domains, RootMotion::fixed); });
  };
  EXPECT_EQ(with([](auto&) {}), "none");
  EXPECT_EQ(with([](auto& domains) { domains.clear(); }), "multidomain.tree");
  EXPECT_EQ(with([](auto& domains) { domains[2].model = nullptr; }), "multidomain.tree");
  EXPECT_EQ(with([](auto& domains) { domains[0].parent = 0; }), "multidomain.tree");
  EXPECT_EQ(with([](auto& domains) { domains[2].parent = 2; }), "multidomain.tree");
  EXPECT_EQ(with([](auto& domains) { domains[3].parent = -1; }), "multidomain.tree");
  EXPECT_EQ(with([](auto& domains) { domains[3].interface = 3; }), "multidomain.tree");
  EXPECT_EQ(with([](auto& domains) { domains[3].interface = -1; }), "multidomain.tree");
  EXPECT_EQ(with([](auto& domains) { domains[1].scale = 0; }), "multidomain.tree");
  EXPECT_EQ(with([](auto& domains) { domains[1].frequency_factor = NAN; }), "multidomain.tree");
  EXPECT_EQ(with([](auto& domains) { domains[1].rotation *= 2; }), "multidomain.tree");
  EXPECT_EQ(with([](auto& domains) { domains[1].rotation *= -1; }), "multidomain.tree");
}

TEST(DomainModel, RefusesWhatDoesNotFitTogether) {
  Dice dice(1);
  DomainDescription good{dice.vector(12),
                         Eigen::MatrixXd::Ones(12, 1),
                         Vector::Ones(4),
                         QuarticEnergy(Eigen::MatrixXd::Identity(1, 1)),
                         {{{0, 1, 2}, Vector::Ones(3)}}};
  auto with = [&](auto change) {
    DomainDescription description = good;
    change(description);
    return id_of([&] { DomainModel model(description); });
  };
  EXPECT_EQ(with([](auto&) {}), "none");
  EXPECT_EQ(with([](auto& d) { d.X.conservativeResize(9); }), "multidomain.domain");
  EXPECT_EQ(with([](auto& d) { d.U.conservativeResize(9, 1); }), "multidomain.domain");
  EXPECT_EQ(with([](auto& d) { d.energy = QuarticEnergy(); }), "multidomain.domain");
  EXPECT_EQ(with([](auto& d) { d.vertex_mass[2] = 0; }), "multidomain.domain");
  EXPECT_EQ(with([](auto& d) { d.vertex_mass[2] = INFINITY; }), "multidomain.domain");
  EXPECT_EQ(with([](auto& d) { d.X[2] = NAN; }), "multidomain.domain");
  EXPECT_EQ(with([](auto& d) { d.interfaces[0].vertices[1] = 4; }), "multidomain.domain");
  EXPECT_EQ(with([](auto& d) { d.interfaces[0].weights.resize(2); }), "multidomain.domain");
  EXPECT_EQ(with([](auto& d) { d.kept = std::vector<Index>{-1}; }), "multidomain.domain");
}

TEST(DomainModel, KeepsTheVerticesThatAreAskedFor) {
  Dice dice(1);
  DomainDescription description{dice.vector(12), Eigen::MatrixXd::Random(12, 2), Vector::Ones(4),
                                QuarticEnergy(Eigen::MatrixXd::Identity(2, 2))};
  const DomainModel all(description);
  description.kept = std::vector<Index>{3, 1};
  const DomainModel some(description);
  EXPECT_EQ(all.vertices(), 4);
  ASSERT_EQ(some.vertices(), 2);
  EXPECT_EQ(some.X().head<3>(), all.X().segment<3>(9));
  EXPECT_EQ(some.U().bottomRows(3), all.U().middleRows(3, 3));
  EXPECT_EQ(some.moments().mass(), all.moments().mass());
}

}  // namespace
}  // namespace lilyan::test
