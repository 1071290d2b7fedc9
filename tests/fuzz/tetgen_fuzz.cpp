#include <tests/fuzz/fuzz.hpp>

// The two files stand one after the other, with a line "|" between them.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return lilyan::fuzz::mesh("a.node", data, size, [](const lilyan::TextFile& both) {
    const std::size_t at = std::min(both.text.find("|\n"), both.text.size());
    const std::size_t next = std::min(at + 2, both.text.size());
    return lilyan::parse_tetgen({"a.node", both.text.substr(0, at)}, {"a.ele", both.text.substr(next)});
  });
}
