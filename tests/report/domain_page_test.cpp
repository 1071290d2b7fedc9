// The part of a page that is about a body of domains.
#include <lilyan/report/domains/domain_page.hpp>
#include <lilyan/report/reduction_page.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <limits>

#include <tests/report/tags.hpp>

namespace lilyan::test {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

std::size_t occurrences(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) ++count;
  return count;
}

// A stem with two leaves.
TreeReductionRecord small_plant() {
  TreeReductionRecord record{"plant", "plant.model", {}};
  record.domains = {{"stem", -1, "", 300, 20, 1.5, 80, 2},
                    {"left leaf", 0, "", 60, 12, 3, 90, 0.5, 9, 0.2},
                    {"cap", 0, "", 5, 0, 0, 0, 0.125, 4, 0.1}};
  record.vertices = 150;
  record.seconds = 1.25;
  record.bytes = 4096;
  record.comparison = FrequencyComparison{{1, 2}, {1.01, 2.1}};
  return record;
}

// Branches in a chain, and on each so many leaves, which are instances of one model.
TreeReductionRecord oak(Index branches, Index leaves_of_each) {
  TreeReductionRecord record{"oak", "oak.model", {}};
  for (Index b = 0; b < branches; ++b)
    record.domains.push_back({fmt::format("branch{}", b), b / 2 - (b == 0), "", 900, 20, 0.5, 40, 12, 30, 0.3});
  for (Index k = 0; k < branches * leaves_of_each; ++k)
    record.domains.push_back({fmt::format("leaf{}", k), k % branches, "leaf", 400, 8, 2.0 + 0.001 * k, 60, 0.01, 4, 0.02});
  return record;
}

TEST(TreeLayout, PutsParentsOverTheMiddleOfWhatHangsOnThem) {
  const TreeLayout layout = tree_layout({-1, 0, 0, 1, 1, 2, 2, 2});
  EXPECT_THAT(layout.depth, ElementsAre(0, 1, 1, 2, 2, 2, 2, 2));
  EXPECT_THAT(layout.across, ElementsAre(2, 0.5, 3, 0, 1, 2, 3, 4));
  EXPECT_EQ(layout.ends, 5);
  EXPECT_EQ(layout.deepest, 2);
}

TEST(TreeLayout, OfNothingOneNodeAndALongChain) {
  EXPECT_EQ(tree_layout({}).ends, 0);
  EXPECT_EQ(tree_layout({-1}).ends, 1);
  std::vector<Index> chain;
  for (Index i = -1; i < 99999; ++i) chain.push_back(i);
  const TreeLayout layout = tree_layout(chain);
  EXPECT_EQ(layout.deepest, 99999);
  EXPECT_EQ(layout.ends, 1);
  EXPECT_EQ(layout.across.back(), 0);
}

TEST(DomainPage, ShowsTheTreeTheTableTheCostAndTheComparison) {
  const std::string html = domain_section(small_plant());
  EXPECT_TRUE(unbalanced_tags(html).empty()) << unbalanced_tags(html).back();
  for (const char* word :
       {"<h2>plant</h2>", "<svg", ">left leaf</text>", "<title>cap: rigid</title>", "<title>stem: 20 coordinates</title>",
        "32 in place of 450, of 150 vertices", "1.25 s", "plant.model, 4096 bytes", "2.625 kg", "the root", "lowest [Hz]",
        "data-name=\"interface [vertices]\">9</td>", "data-name=\"interface [m]\">0.2</td>", "full [Hz]", "1.010", "1.050",
        "rigid"})
    EXPECT_THAT(html, HasSubstr(word));
  EXPECT_EQ(occurrences(html, "<rect"), 3u);
  EXPECT_THAT(html, HasSubstr("data-name=\"lowest [Hz]\">-</td>")) << "a rigid domain has no frequency";
}

TEST(DomainPage, SaysWhyItIsNotCompared) {
  TreeReductionRecord record = small_plant();
  record.comparison.reset();
  EXPECT_THAT(domain_section(record), Not(HasSubstr("full [Hz]")));
  record.not_compared = "600000 tets & more";
  EXPECT_THAT(domain_section(record), HasSubstr("Not compared with the full body: 600000 tets &amp; more"));
}

TEST(DomainPage, EscapesNames) {
  TreeReductionRecord record = small_plant();
  const std::string evil = "<script>alert('x & \"y\"')</script>";
  record.body = record.file = record.domains[0].name = record.domains[1].group = evil;
  for (const ShownDomain& domain : oak(1, 70).domains) {
    ShownDomain instance = domain;
    instance.group = instance.name = evil;
    instance.parent = 0;
    record.domains.push_back(instance);
  }
  for (const std::size_t domains : {std::size_t{3}, record.domains.size()}) {
    TreeReductionRecord part = record;
    part.domains.resize(domains);
    const std::string html = domain_section(part);
    EXPECT_THAT(html, Not(HasSubstr("<script")));
    EXPECT_TRUE(unbalanced_tags(html).empty()) << unbalanced_tags(html).back();
  }
}

TEST(DomainPage, ShortensLongNamesBetweenCharacters) {
  TreeReductionRecord record = small_plant();
  record.domains[1].name = "äöüäöüäöüäöüäöüäöüäöü";  // 21 characters of two bytes
  const std::string html = domain_graph(record.domains);
  EXPECT_THAT(html, HasSubstr(">äöüäöüäöüäöüäöüäö…</text>"));
  EXPECT_THAT(html, HasSubstr("<title>äöüäöüäöüäöüäöüäöüäöü: 12 coordinates</title>"));
}

TEST(DomainPage, OfNoDomainsAndOfOneIsWhole) {
  TreeReductionRecord record{"nothing", "nothing.model", {}};
  EXPECT_EQ(domain_graph(record.domains), "");
  EXPECT_TRUE(unbalanced_tags(domain_section(record)).empty());
  record.domains = {{"alone", -1, "", 5, 4, 1, 2, 1}};
  const std::string html = domain_section(record);
  EXPECT_TRUE(unbalanced_tags(html).empty());
  EXPECT_THAT(html, HasSubstr(">alone</text>"));
  EXPECT_THAT(html, Not(HasSubstr(">nan")));
}

TEST(DomainPage, DrawsInstancesThatHangSideBySideAsOneIfThereAreMany) {
  const TreeReductionRecord some = oak(5, 5), many = oak(5, 100);
  EXPECT_EQ(occurrences(domain_graph(some.domains), "<rect"), 30u);
  const std::string html = domain_graph(many.domains);
  EXPECT_EQ(occurrences(html, "<rect"), 10u);
  EXPECT_EQ(occurrences(html, ">100 × leaf</text>"), 5u);
  EXPECT_THAT(domain_section(many), HasSubstr("data-name=\"instances\">500</td>"));
  EXPECT_THAT(domain_section(many), HasSubstr("data-name=\"hangs on\">5 domains</td>"));
  EXPECT_THAT(domain_section(many), HasSubstr("data-name=\"lowest [Hz]\">2 to 2.499</td>"));
}

TEST(DomainPage, DrawsAnInstanceThatCarriesOthersAlone) {
  TreeReductionRecord record = oak(1, 70);
  record.domains.push_back({"caterpillar", 5, "", 10, 3, 1, 2, 1, 4, 0.1});
  const std::string html = domain_graph(record.domains);
  for (const char* label : {">branch0</text>", ">69 × leaf</text>", ">leaf4</text>", ">caterpillar</text>"})
    EXPECT_THAT(html, HasSubstr(label));
  EXPECT_EQ(occurrences(html, "<rect"), 4u);
}

TEST(DomainPage, OfHugeTreesStaysSmall) {
  TreeReductionRecord alike = oak(41, 34), different = oak(750, 1), tall = oak(1, 0), wild = oak(3000, 4);
  for (ShownDomain& domain : different.domains) domain.group.clear();
  for (ShownDomain& domain : wild.domains) domain.group.clear(), domain.name += std::string(200, 'x');
  for (Index k = 0; k < 1499; ++k) tall.domains.push_back({"link", k, "", 10, 1 + k % 97, 1, 2, 1, 4, 0.1});
  for (const TreeReductionRecord* record : {&alike, &different, &tall, &wild}) {
    const std::string page = reduction_page("scene", "scene.json", {}, {*record});
    EXPECT_TRUE(unbalanced_tags(page).empty()) << unbalanced_tags(page).back();
    EXPECT_LT(page.size(), 1000000u) << record->domains.size() << " domains";
    EXPECT_EQ(occurrences(page, "<rect"), 0u) << "no names";
  }
  // Every domain is drawn, alone or as one of a group.
  EXPECT_EQ(occurrences(domain_graph(different.domains), "h0"), 1500u);
  EXPECT_EQ(occurrences(domain_graph(alike.domains), "× leaf</title>"), 41u);
  EXPECT_THAT(domain_section(different), HasSubstr("and 1250 more"));
}

TEST(DomainPage, HasFewColoursForManyNumbersOfCoordinates) {
  TreeReductionRecord record{"comb", "comb.model", {{"spine", -1, "", 1, 1, 1, 2, 1}}};
  for (Index k = 0; k < 40; ++k) record.domains.push_back({"tooth", 0, "", 1, 2 + 3 * k, 1, 2, 1});
  const std::string html = domain_graph(record.domains);
  EXPECT_EQ(occurrences(html, "<i style"), 6u);
  EXPECT_THAT(html, HasSubstr("1 to 19 "));
  EXPECT_THAT(html, HasSubstr("100 to 119 "));
}

TEST(ReductionPage, CountsBodiesOfBothKinds) {
  const ReductionRecord beam{"beam", "beam.model", 10, Vector::Ones(3)};
  EXPECT_THAT(reduction_page("s", "s.json", {beam}, {small_plant()}), HasSubstr("2 reduced bodies; s.json is the scene"));
  EXPECT_THAT(reduction_page("s", "s.json", {}, {small_plant()}), HasSubstr("1 reduced body; s.json is the scene"));
}

}  // namespace lilyan::test
