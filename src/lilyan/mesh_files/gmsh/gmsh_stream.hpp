// What the binary Gmsh formats and 4.1 share: sections of words or of binary numbers, by the file's choice.
#pragma once

#include <lilyan/mesh_files/gmsh/gmsh_elements.hpp>
#include <lilyan/mesh_files/scan/byte_scanner.hpp>

#include <functional>
#include <map>

namespace lilyan {

class GmshStream {
 public:
  explicit GmshStream(const TextFile& file) : in_(file) {}

  bool binary() const { return binary_; }
  const std::string& version() const { return version_; }

  // Reads the whole file: $MeshFormat and $PhysicalNames, which goes to `names`, itself; each section of `sections` by its
  // function, at most once; and skips what else there is. $Nodes must be there, and then $Elements.
  void read(const std::map<std::string, std::function<void()>>& sections, GmshNames& names);
  void begin_numbers() { in_.line(); }  // a section of binary numbers begins behind the line of its name
  void end_section(const std::string& name);

  std::int64_t text_integer(std::string_view what) { return in_.integer(what); }  // text even in a binary file
  std::int64_t tag(std::string_view what);                                        // an int
  std::int64_t size(std::string_view what);                                       // a size_t
  double real(std::string_view what);
  Vec3 position();

  // A count that the rest of the file can hold: `numbers` of at least 4 bytes each where they are binary, else words.
  Index believe(std::int64_t count, std::string_view what, std::size_t binary_bytes, std::size_t words,
                std::int64_t fewest = 0) const;

  IdMap index(const std::vector<MeshOrigin::Item>& vertices) const;  // fails where an id stands twice
  Index find(const IdMap& vertices, std::int64_t id) const;          // fails where there is no such vertex

  MeshOrigin::Item origin(std::int64_t id) const { return {id, 0, in_.line_number()}; }
  [[noreturn]] void fail(std::string id, std::string message, std::string hint = {}) const {
    in_.fail(std::move(id), std::move(message), std::move(hint));
  }

 private:
  std::string next_section();  // its name, "" at the end
  void skip_section(const std::string& name);
  void read_format();      // the body of $MeshFormat: version, file type, and the byte order where it is binary
  GmshNames read_names();  // the body of $PhysicalNames, always text

  ByteScanner in_;
  std::string version_;
  bool binary_ = false;
  std::endian order_ = std::endian::little;
};

}  // namespace lilyan
