#include <lilyan/core/bytes.hpp>
#include <lilyan/core/model_file.hpp>

#include <gmock/gmock.h>

#include <cstring>

#include <tests/support/fault_of.hpp>
#include <tests/support/temporary_folder.hpp>

namespace lilyan::test {
namespace {

const ModelKind kBar = {"bar", 3};

ModelFile bar_model() {
  ModelFile model(kBar);
  model.add("positions", std::string("\0\1\2\3\4\5\6\7", 8));
  model.add("empty", "");
  model.add("notes", "three words here");
  return model;
}

std::string text_of(std::span<const char> bytes) { return {bytes.begin(), bytes.end()}; }

template <class Number>
std::string as_bytes(Number value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}

// A whole file around what stands between its length and its checksum, so that only that can be wrong with it.
std::string sealed(const std::string& inside) {
  std::string bytes = "LILYANMF" + as_bytes(std::uint64_t{8 + 8 + inside.size() + 8}) + inside;
  return bytes + as_bytes(checksum(bytes));
}

std::string text(const std::string& words) { return as_bytes(static_cast<std::uint8_t>(words.size())) + words; }

std::string header(std::uint32_t format, const std::string& kind, std::uint32_t version, std::uint32_t sections) {
  return as_bytes(format) + text(kind) + as_bytes(version) + as_bytes(sections);
}

std::string entry(const std::string& name, std::uint64_t size) { return text(name) + as_bytes(size); }

std::string id_of(const std::string& bytes) {
  const Fault fault = fault_of([&] { ModelFile::from_bytes(bytes, "a.model", kBar); });
  EXPECT_EQ(fault.place, "a.model");
  EXPECT_FALSE(fault.message.empty());
  EXPECT_FALSE(fault.hint.empty());
  return fault.id;
}

TEST(ModelFile, GivesBackItsSections) {
  const TemporaryFolder folder;
  write_model_file(folder / "a.model", bar_model());
  const ModelFile model = read_model_file(folder / "a.model", kBar);
  EXPECT_EQ(model.kind(), "bar");
  EXPECT_EQ(model.version(), 3u);
  EXPECT_EQ(text_of(model.section("positions")), std::string("\0\1\2\3\4\5\6\7", 8));
  EXPECT_EQ(text_of(model.section("notes")), "three words here");
  EXPECT_TRUE(model.section("empty").empty());
  EXPECT_TRUE(model.has("empty"));
  EXPECT_FALSE(model.has("Notes"));
  EXPECT_EQ(model.to_bytes(), bar_model().to_bytes());
  EXPECT_EQ(folder.read("a.model"), bar_model().to_bytes());
  EXPECT_EQ(fault_of([&] { model.section("other"); }).id, "model.content");
}

TEST(ModelFile, IsTheFormThatItsHeadDescribes) {
  EXPECT_EQ(bar_model().to_bytes(), sealed(header(1, "bar", 3, 3) + entry("positions", 8) + entry("empty", 0) + entry("notes", 16) +
                                           std::string("\0\1\2\3\4\5\6\7", 8) + "three words here"));
}

TEST(ModelFile, OfAnOlderVersionIsRead) {
  const ModelFile model = ModelFile::from_bytes(bar_model().to_bytes(), "a", {"bar", 5});
  EXPECT_EQ(model.version(), 3u);
}

TEST(ModelFile, ThatIsCutShortAnywhereIsRefused) {
  const std::string whole = bar_model().to_bytes();
  for (std::size_t size = 0; size < whole.size(); ++size) EXPECT_EQ(id_of(whole.substr(0, size)), "model.damaged") << size;
  EXPECT_EQ(id_of(whole + "x"), "model.damaged");
  EXPECT_EQ(id_of(whole + whole), "model.damaged");
}

TEST(ModelFile, WithAnyBitFlippedIsRefused) {
  const std::string whole = bar_model().to_bytes();
  for (std::size_t bit = 0; bit < 8 * whole.size(); ++bit) {
    std::string bytes = whole;
    bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << bit % 8));
    EXPECT_EQ(id_of(bytes), bit < 64 ? "model.foreign" : "model.damaged") << bit;
  }
}

TEST(ModelFile, ThatIsSomethingElseIsRefusedByItsReason) {
  const std::string good = header(1, "bar", 3, 1) + entry("a", 4) + "1234";
  EXPECT_NO_THROW(ModelFile::from_bytes(sealed(good), "a", kBar));
  constexpr std::uint64_t kHuge = ~std::uint64_t{0};
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"model.foreign", "PK\3\4 a zip file, which is longer than the shortest model"},
      {"model.foreign", "lilyanmf" + std::string(40, '\0')},
      {"model.foreign", "LILYANCP" + std::string(40, '\0')},
      {"model.foreign", std::string(100, '\0')},
      {"model.foreign", "\xef\xbb\xbf" + sealed(good)},
      {"model.foreign", "\n"},
      {"model.damaged", "LILYANMF"},
      {"model.damaged", "LILYANMF" + as_bytes(kHuge) + std::string(40, '\0')},
      {"model.damaged", "LILYANMF" + as_bytes(std::uint64_t{0}) + std::string(40, '\0')},
      {"model.damaged", "LILYANMF" + as_bytes(std::uint64_t{56}) + std::string(40, '\0')},
      {"model.version", sealed(header(2, "bar", 3, 0))},
      {"model.version", sealed(header(0, "bar", 3, 0))},
      {"model.version", sealed(header(~0u, "bar", 3, 0))},
      {"model.version", sealed(header(0x01000000, "bar", 3, 0))},  // of a machine with the other order of bytes
      {"model.version", sealed(header(1, "bar", 4, 0))},
      {"model.version", sealed(header(1, "bar", 0, 0))},
      {"model.version", sealed(header(1, "bar", ~0u, 0))},
      {"model.kind", sealed(header(1, "tree", 3, 0))},
      {"model.kind", sealed(header(1, "", 3, 0) + "12345678")},
      {"model.kind", sealed(header(1, "bars", 3, 0))},
      {"model.kind", sealed(header(1, std::string("bar\0", 4), 3, 0))},
      {"model.kind", sealed(header(1, "\x1b[31m", 3, 0))},
      {"model.content", sealed(as_bytes(std::uint32_t{1}) + "\xff" + "bar bar bar bar")},  // a kind longer than the file
      {"model.content", sealed(header(1, "bar", 3, 1))},                                   // no table
      {"model.content", sealed(header(1, "bar", 3, 1) + "\x05" + "ab")},                   // a name that ends too early
      {"model.content", sealed(header(1, "bar", 3, 1) + text("a") + "\4\0\0")},            // half a length
      {"model.content", sealed(header(1, "bar", 3, 2) + entry("a", 4) + "1234")},          // a section that is not in the table
      {"model.content", sealed(header(1, "bar", 3, ~0u) + entry("a", 4) + "1234")},
      {"model.content", sealed(header(1, "bar", 3, 1025) + std::string(9 * 1025, '\0'))},
      {"model.content", sealed(header(1, "bar", 3, 1) + entry("a", 5) + "1234")},
      {"model.content", sealed(header(1, "bar", 3, 1) + entry("a", 3) + "1234")},
      {"model.content", sealed(header(1, "bar", 3, 1) + entry("a", kHuge) + "1234")},
      {"model.content", sealed(header(1, "bar", 3, 1) + entry("a", kHuge - 3) + "1234")},
      {"model.content", sealed(header(1, "bar", 3, 1) + entry("a", std::uint64_t{1} << 63) + "1234")},
      {"model.content",
       sealed(header(1, "bar", 3, 2) + entry("a", kHuge) + entry("b", 5) + "1234")},  // lengths that add up by overflow
      {"model.content",
       sealed(header(1, "bar", 3, 2) + entry("a", std::uint64_t{1} << 63) + entry("b", std::uint64_t{1} << 63) + "1234")},
      {"model.content", sealed(header(1, "bar", 3, 2) + entry("a", 40) + entry("b", 40) + "1234")},
      {"model.content", sealed(header(1, "bar", 3, 2) + entry("a", 2) + entry("a", 2) + "1234")},  // twice
      {"model.content", sealed(header(1, "bar", 3, 2) + entry("", 2) + entry("", 2) + "1234")},
      {"model.content", sealed(header(1, "bar", 3, 0) + "1234")},  // bytes that belong to nothing
      {"model.content", sealed(header(1, "bar", 3, 1) + entry("a", 0) + std::string(1000, 'x'))},
      {"model.content", sealed(good + "5")},
  };
  EXPECT_GE(cases.size(), 40u);
  for (std::size_t k = 0; k < cases.size(); ++k) EXPECT_EQ(id_of(cases[k].second), cases[k].first) << "case " << k;
}

TEST(ModelFile, ShowsForeignTextWithoutItsControlCharacters) {
  const Fault fault = fault_of([&] { ModelFile::from_bytes(sealed(header(1, "\x1b[31m", 3, 0)), "a", kBar); });
  EXPECT_EQ(fault.message.find('\x1b'), std::string::npos);
}

TEST(ModelFile, ThatDoesNotExistOrIsNoFileIsRefused) {
  const TemporaryFolder folder;
  EXPECT_EQ(fault_of([&] { read_model_file(folder / "none", kBar); }).id, "model.missing");
  EXPECT_EQ(fault_of([&] { read_model_file(folder.path(), kBar); }).id, "model.missing");
  EXPECT_EQ(fault_of([&] { read_model_file("/dev/zero", kBar); }).id, "model.missing");
  EXPECT_EQ(fault_of([&] { read_model_file(folder.write("empty", ""), kBar); }).id, "model.damaged");
}

TEST(ModelFile, ThatCannotBeWrittenLeavesTheOneBefore) {
  const TemporaryFolder folder;
  write_model_file(folder / "a.model", bar_model());
  std::filesystem::create_directory(folder / "a.model.part");
  folder.write("a.model.part/x", "");  // where it would be written first
  ModelFile other(kBar);
  EXPECT_EQ(fault_of([&] { write_model_file(folder / "a.model", other); }).id, "output.write");
  EXPECT_EQ(folder.read("a.model"), bar_model().to_bytes());
}

}  // namespace
}  // namespace lilyan::test
