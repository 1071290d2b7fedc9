// What the readers of Gmsh's formats share: elements and groups, and a stream of words or binary numbers.
#pragma once

#include <lilyan/mesh_files/content.hpp>
#include <lilyan/mesh_files/scan/byte_scanner.hpp>

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <utility>

namespace lilyan {

// The elements of a Gmsh file: keeps tets, or hexes where there are none, and triangles, remembers who uses which vertex, and makes
// sets of physical groups.
//
// Gmsh 2.2 writes an element that belongs to two physical groups twice, with different tags; two such tets become one in both sets.

// From the ids of a file, in any order and with gaps, to 0, 1, 2, ...
class IdMap {
 public:
  IdMap() = default;
  explicit IdMap(const std::vector<MeshOrigin::Item>& items);
  std::optional<Index> find(std::int64_t id) const;
  std::optional<std::int64_t> repeated() const;  // the first id that stands twice

 private:
  std::vector<std::pair<std::int64_t, Index>> sorted_;
};

struct GmshKind {
  std::int64_t type;  // Gmsh's number
  int dimension;
  std::size_t vertices;
  const char* name;  // in the plural
};
const GmshKind* gmsh_kind(std::int64_t type);  // nullptr where it is unknown

using GmshGroup = std::pair<int, std::int64_t>;  // dimension, physical tag
using GmshNames = std::map<GmshGroup, std::string>;

class GmshElements {
 public:
  // An element of the type; `physical` are the tags of its groups, of which 0 means none. `origin` is where it stands.
  void add(std::int64_t type, std::span<const std::int64_t> physical, std::span<const Index> corners, MeshOrigin::Item origin);

  // Puts all that was added into the content, whose vertices are there.
  void move_into(MeshContent& content, const GmshNames& names) &&;

 private:
  void merge_repeated(MeshContent& content);

  std::vector<Tet> tets_;
  std::vector<MeshOrigin::Item> origins_;
  std::vector<std::int64_t> physical_;                         // first physical tag of every tet, 0 = none
  std::vector<std::pair<std::int64_t, Index>> more_physical_;  // further (tag, tet)
  std::vector<Hex> hexes_;
  std::vector<std::pair<std::int64_t, Index>> hex_physical_;  // (tag, hex)
  std::vector<Triangle> triangles_;
  std::vector<Index> other_vertices_;                    // of other elements
  std::map<GmshGroup, std::vector<Index>> vertices_of_;  // of the surfaces, curves and points
  std::map<std::string, std::int64_t> skipped_volumes_;  // number of skipped volume elements by their name
};

// What the binary Gmsh formats and 4.1 share: sections of words or of binary numbers, by the file's choice.
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
