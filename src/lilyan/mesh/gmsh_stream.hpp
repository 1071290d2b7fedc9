// What the binary Gmsh formats and 4.1 share: sections of words or of binary numbers, by the file's choice.
#pragma once

#include <lilyan/mesh/byte_scanner.hpp>
#include <lilyan/mesh/gmsh_elements.hpp>

#include <optional>

namespace lilyan {

class GmshStream {
 public:
  explicit GmshStream(const TextFile& file) : in_(file) {}

  void read_format();  // the body of $MeshFormat, behind its name: version, file type, and the byte order where it is binary
  bool binary() const { return binary_; }
  const std::string& version() const { return version_; }

  // The name of the next section, "" at the end. A section of binary numbers begins behind the line of its name.
  std::string next_section();
  void begin_numbers() { in_.line(); }
  void end_section(const std::string& name);
  void skip_section(const std::string& name);
  GmshNames read_names();  // the body of $PhysicalNames, always text

  std::int64_t text_integer(std::string_view what) { return in_.integer(what); }  // text even in a binary file
  std::int64_t tag(std::string_view what);                                        // an int
  std::int64_t size(std::string_view what);                                       // a size_t
  double real(std::string_view what);
  Vec3 position();

  // A count that the rest of the file can hold: `numbers` of at least 4 bytes each where they are binary, else words.
  Index believe(std::int64_t count, std::string_view what, std::size_t binary_bytes, std::size_t words,
                std::int64_t fewest = 0) const;

  MeshOrigin::Item origin(std::int64_t id) const { return {id, 0, in_.line_number()}; }
  [[noreturn]] void fail(std::string id, std::string message, std::string hint = {}) const {
    in_.fail(std::move(id), std::move(message), std::move(hint));
  }

 private:
  ByteScanner in_;
  std::string version_;
  bool binary_ = false;
  std::endian order_ = std::endian::little;
};

}  // namespace lilyan
